package gavel.auction.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.ChannelContinuationTimeoutException;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.Method;
import com.rabbitmq.client.ShutdownSignalException;
import gavel.auction.settings.Settings.Broker.Queues;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SharedConnectionTest {
    private FakeConnection fake = new FakeConnection();
    private boolean silent;
    private final AtomicLong nanos = new AtomicLong();
    private final List<FakeConnection> handedOut = new ArrayList<>();
    private final SharedConnection shared = new SharedConnection(
            new Factory(), List.of(), "app1", SharedConnection.declaring(Queues.CLASSIC), nanos::get);

    /** Hands out the present fake. */
    private final class Factory extends ConnectionFactory {
        @Override
        public Connection newConnection(ExecutorService executor, String name) throws TimeoutException {
            if (silent) {
                throw new TimeoutException("no answer");
            }
            handedOut.add(fake);
            return fake.connection;
        }
    }

    /** The queues are there at the given attempt; until then the client gives up each time, as it does after five seconds. */
    private void queuesAreThereAt(int attempt) {
        fake.declaring = () -> {
            if (handedOut.size() < attempt) {
                nanos.addAndGet(TimeUnit.SECONDS.toNanos(5));
                throw new ChannelContinuationTimeoutException(new TimeoutException("5 s"), null, 1, null);
            }
        };
    }

    @AfterEach
    void close() {
        shared.close();
    }

    @Test
    void beforeTheStartThereIsNoConnection() {
        assertThat(shared.isConnected()).isFalse();
        assertThat(shared.isBlocked()).isFalse();
        assertThatThrownBy(shared::connection).isInstanceOf(IOException.class);
    }

    @Test
    void aBrokerThatDoesNotAnswerIsNamed() {
        silent = true;

        assertThatThrownBy(shared::start)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("localhost:")
                .hasMessageContaining("did not answer");
    }

    @Test
    void aBrokerThatIsSlowToMakeTheQueuesIsWaitedForAtTheStart() throws IOException {
        queuesAreThereAt(20);

        shared.start();

        assertThat(shared.isConnected()).isTrue();
        assertThat(handedOut).hasSize(20);
    }

    @Test
    void itIsNotWaitedForLongerThanPeopleWaitForAServer() {
        queuesAreThereAt(1000);

        assertThatThrownBy(shared::start)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("localhost:")
                .hasMessageContaining("did not make the queues within 120 s");
        assertThat(shared.isConnected()).isFalse();
        assertThat(handedOut).as("5 s each").hasSize(24);
        assertThat(fake.aborted).as("what was given up is closed").isTrue();
    }

    /** As on a busy machine, where a heartbeat is missed in the middle of the declarations. */
    @Test
    void aConnectionThatIsLostWhileTheQueuesAreMadeIsMadeAnew() throws IOException {
        for (Exception loss : List.of(lost(null), new IOException(lost(null)))) {
            fake = new FakeConnection();
            handedOut.clear();
            fake.declaring = () -> failAtFirst(loss);
            SharedConnection starting = new SharedConnection(
                    new Factory(), List.of(), "app1", SharedConnection.declaring(Queues.CLASSIC), nanos::get);

            starting.start();

            assertThat(starting.isConnected()).as("%s", loss).isTrue();
            assertThat(handedOut).hasSize(2);
            starting.close();
        }
    }

    @Test
    void aBrokerThatRefusesTheQueuesIsNotAskedAgain() {
        Method refusal = new AMQP.Channel.Close.Builder()
                .replyCode(406)
                .replyText("PRECONDITION_FAILED")
                .build();
        fake.declaring = () -> failAtFirst(new IOException(lost(refusal)));

        assertThatThrownBy(shared::start)
                .isInstanceOf(IOException.class)
                .hasStackTraceContaining("PRECONDITION_FAILED");
        assertThat(handedOut).hasSize(1);
    }

    private static ShutdownSignalException lost(Method reason) {
        return new ShutdownSignalException(true, false, reason, null);
    }

    private void failAtFirst(Exception failure) throws IOException {
        if (handedOut.size() == 1) {
            switch (failure) {
                case IOException wrapped -> throw wrapped;
                case RuntimeException bare -> throw bare;
                default -> throw new AssertionError(failure);
            }
        }
    }

    @Test
    void itIsBlockedFromTheBrokersWordToItsNext() throws IOException {
        shared.start();
        assertThat(shared.isBlocked()).isFalse();

        fake.block("low on disk");
        assertThat(shared.isBlocked()).isTrue();
        assertThat(shared.connection()).as("who only listens may go on").isSameAs(fake.connection);

        fake.unblock();
        assertThat(shared.isBlocked()).isFalse();
    }

    @Test
    void theNextConnectionIsNotBlockedBecauseTheLastOneWas() throws Exception {
        CountDownLatch connected = new CountDownLatch(1);
        shared.onConnected(connected::countDown);
        shared.start();
        FakeConnection lost = fake;
        lost.block("low on memory");
        fake = new FakeConnection();

        lost.lose();

        assertThat(connected.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(shared.connection()).isSameAs(fake.connection);
        assertThat(shared.isBlocked()).isFalse();
        fake.block("low on memory");
        lost.unblock();
        assertThat(shared.isBlocked()).as("the old connection has no say").isTrue();
    }

    /** A node that was frozen has its partitions back within milliseconds; nobody hears their bids before the connection is there. */
    @Test
    void aConnectionTheBrokerGaveUpIsMadeAnewAtOnce() throws Exception {
        Semaphore connected = new Semaphore(0);
        shared.onConnected(connected::release);
        shared.start();
        boolean atOnce = false;
        // A busy machine may be late once; a pause would be there every time.
        for (int again = 0; again < 5 && !atOnce; again++) {
            FakeConnection lost = fake;
            fake = new FakeConnection();
            long began = System.nanoTime();
            lost.lose();
            assertThat(connected.tryAcquire(20, TimeUnit.SECONDS)).isTrue();
            atOnce = Duration.ofNanos(System.nanoTime() - began).toMillis() < 300;
        }
        assertThat(atOnce).isTrue();
    }

    @Test
    void aLostConnectionIsNotHandedOut() throws IOException {
        shared.start();
        silent = true;

        fake.lose();

        assertThat(shared.isConnected()).isFalse();
        assertThatThrownBy(shared::connection).isInstanceOf(IOException.class);
    }
}
