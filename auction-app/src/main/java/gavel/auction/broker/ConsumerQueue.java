package gavel.auction.broker;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ShutdownSignalException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A queue of this process alone, and the one consumer that reads it. Made anew on every connection, and when the broker ends it. Messages
 * are not acknowledged, and what arrives while there is no connection is lost, so each user has a way to notice.
 *
 * <p>The handler is called by one thread at a time, in the order of delivery, and must not wait.
 */
public final class ConsumerQueue {
    private static final Logger LOG = LoggerFactory.getLogger(ConsumerQueue.class);
    private static final boolean DURABLE = false;
    private static final boolean EXCLUSIVE = false;
    private static final boolean AUTO_DELETE = true;
    private static final boolean AUTO_ACK = true;

    private static final Executor AGAIN =
            CompletableFuture.delayedExecutor(250, TimeUnit.MILLISECONDS, ConsumerQueue::onThreadOfItsOwn);

    private final BrokerConnections broker;
    private final String queue;
    private final List<Binding> bindings;
    private final Handler handler;
    private final Runnable onOpen;
    private final ReentrantLock opening = new ReentrantLock();
    private Channel current;

    /** Where messages come from: an exchange and a routing key. */
    public record Binding(String exchange, String routingKey) {}

    /** Takes one message. */
    @FunctionalInterface
    public interface Handler {
        void handle(String routingKey, byte[] body);
    }

    /** @param onOpen runs each time the queue is there again: messages may have been missed before */
    public ConsumerQueue(
            BrokerConnections broker, String queue, List<Binding> bindings, Handler handler, Runnable onOpen) {
        this.broker = broker;
        this.queue = queue;
        this.bindings = List.copyOf(bindings);
        this.handler = handler;
        this.onOpen = onOpen;
    }

    /** Opens the queue now if there is a connection, and again on each new one. */
    public void open() {
        broker.onConnected(this::openOnce);
        openOnce();
    }

    private void openOnce() {
        opening.lock();
        try {
            if (current == null || !current.isOpen()) {
                open(broker.connection());
            }
        } catch (IOException | RuntimeException e) {
            LOG.warn("Queue {} could not be opened, the next connection tries again: {}", queue, e.toString());
        } finally {
            opening.unlock();
        }
    }

    /** A cluster that has just lost a node may still hold the queue for one of that node's. */
    private void open(Connection connection) {
        Channel channel = null;
        try {
            channel = connection.createChannel();
            consume(channel);
            channel.addShutdownListener(this::onShutdown);
            current = channel;
        } catch (IOException | RuntimeException e) {
            LOG.warn("Queue {} could not be opened and is tried again: {}", queue, e.toString());
            abandon(channel);
            if (connection.isOpen()) {
                AGAIN.execute(this::openOnce);
            }
            return;
        }
        onOpen.run();
    }

    private void consume(Channel channel) throws IOException {
        if (channel == null) {
            throw new IOException("the connection has no channel left");
        }
        channel.queueDeclare(queue, DURABLE, EXCLUSIVE, AUTO_DELETE, null);
        for (Binding binding : bindings) {
            channel.queueBind(queue, binding.exchange(), binding.routingKey());
        }
        channel.basicConsume(
                queue,
                AUTO_ACK,
                (tag, delivery) -> deliver(delivery.getEnvelope().getRoutingKey(), delivery.getBody()),
                tag -> {
                    LOG.warn("Queue {} was cancelled by the broker and is opened again", queue);
                    onThreadOfItsOwn(() -> reopen(channel));
                });
    }

    /** A lost connection is made anew and tells so; a channel that was lost alone is opened again here. */
    private void onShutdown(ShutdownSignalException cause) {
        if (!cause.isHardError() && !cause.isInitiatedByApplication()) {
            LOG.warn("Queue {} lost its channel and is opened again: {}", queue, cause.getMessage());
            onThreadOfItsOwn(this::openOnce);
        }
    }

    private static void onThreadOfItsOwn(Runnable opening) {
        Thread.ofPlatform().daemon().name("queue-reopening").start(opening);
    }

    private void reopen(Channel cancelled) {
        abandon(cancelled);
        openOnce();
    }

    private void abandon(Channel channel) {
        try {
            if (channel != null) {
                channel.abort();
            }
        } catch (IOException | RuntimeException e) {
            LOG.debug("The channel of queue {} did not close well: {}", queue, e.toString());
        }
    }

    private void deliver(String routingKey, byte[] body) {
        try {
            handler.handle(routingKey, body);
        } catch (RuntimeException e) {
            LOG.error("A message to {} with key {} could not be handled", queue, routingKey, e);
        }
    }
}
