package gavel.auction.broker;

import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.CancelCallback;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A broker that ends a consumer: RabbitMQ does so when a queue is deleted or its node goes, the embedded broker never. */
class ConsumerQueueTest {
    private final LinkedBlockingQueue<CancelCallback> consumers = new LinkedBlockingQueue<>();
    private final CountDownLatch aborted = new CountDownLatch(1);
    private final AtomicInteger refusals = new AtomicInteger();

    private final ConsumerQueue queue = new ConsumerQueue(
            new OneConnection(),
            "replies.test",
            List.of(new ConsumerQueue.Binding("news", "#")),
            (_, _) -> {},
            () -> {});

    @Test
    void aConsumerTheBrokerEndsIsReplacedOnAnotherChannel() throws Exception {
        queue.open();
        CancelCallback first = consumers.poll(20, TimeUnit.SECONDS);
        assertThat(first).isNotNull();

        first.handle("tag");

        assertThat(consumers.poll(20, TimeUnit.SECONDS)).isNotNull();
        assertThat(aborted.await(20, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aQueueTheBrokerDoesNotLetGoOfYetIsAskedForAgain() throws Exception {
        refusals.set(2);

        queue.open();

        assertThat(consumers.poll(20, TimeUnit.SECONDS)).isNotNull();
        assertThat(refusals).hasValue(0);
        assertThat(aborted.getCount()).as("what was refused is closed").isZero();
    }

    private final class OneConnection implements BrokerConnections {
        @Override
        public Connection connection() {
            return fake(Connection.class);
        }

        @Override
        public void onConnected(Runnable listener) {}
    }

    private <T> T fake(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (_, method, arguments) -> answer(type, method, arguments)));
    }

    private Object answer(Class<?> type, Method method, Object[] arguments) throws IOException {
        return switch (method.getName()) {
            case "createChannel" -> fake(Channel.class);
            case "basicConsume" -> {
                consumers.add((CancelCallback) arguments[3]);
                yield "tag";
            }
            case "abort" -> {
                aborted.countDown();
                yield null;
            }
            case "isOpen" -> type == Connection.class || aborted.getCount() > 0;
            case "queueDeclare" -> {
                if (refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
                    throw new IOException("its node is down");
                }
                yield null;
            }
            case "queueBind", "addShutdownListener" -> null;
            default -> throw new IOException("not expected: " + method);
        };
    }
}
