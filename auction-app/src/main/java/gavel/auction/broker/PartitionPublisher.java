package gavel.auction.broker;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.time.Duration;
import java.util.NavigableMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Sends bids and commands to the queues of the partitions: persistent, mandatory and confirmed.
 *
 * <p>One channel for all threads, under a lock that is held for one write. While the broker blocks the connection or confirms nothing,
 * or somebody's write takes longer than the patience, nothing is written and the caller is told so. A confirm completes the stage; a refusal or a return fails
 * it with {@link NotSentException}; a connection lost meanwhile fails it with {@link IOException}, and whether the message was taken is
 * then unknown.
 */
public final class PartitionPublisher implements AutoCloseable {
    private static final boolean MANDATORY = true;
    private static final int PERSISTENT = 2;

    static final int MOST_UNCONFIRMED = 10_000;

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final BrokerConnections broker;
    private final Duration patience;
    private final ReentrantLock lock = new ReentrantLock();
    private Outbox outbox;

    public PartitionPublisher(BrokerConnections broker) {
        this(broker, PATIENCE);
    }

    /** @param patience how long to wait for another thread's write */
    PartitionPublisher(BrokerConnections broker, Duration patience) {
        this.broker = broker;
        this.patience = patience;
    }

    /** The message is certainly in no queue: the same may be sent again. */
    public static final class NotSentException extends IOException {
        private static final long serialVersionUID = 1L;

        NotSentException(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /**
     * @param message a {@link BidMessage} or an {@link AuctionCommand}, told apart by the property {@code type}, which is the simple
     *     name of its class
     * @return completes when the broker has the message on disk
     */
    public CompletionStage<Void> publish(long auctionId, Object message) {
        byte[] body = Messages.write(message);
        String routingKey = Integer.toString(Topology.partitionOf(auctionId));
        if (broker.isBlocked()) {
            return notSent("The broker blocks the connection", null);
        }
        if (!enter()) {
            return notSent("The broker takes nothing: another message has been on its way for " + patience, null);
        }
        try {
            Outbox sending = open();
            if (sending.isFull()) {
                return notSent("The broker has " + MOST_UNCONFIRMED + " messages it did not confirm", null);
            }
            return sending.publish(routingKey, message.getClass().getSimpleName(), body);
        } catch (IOException | RuntimeException e) {
            return notSent("The broker cannot be reached", e);
        } finally {
            lock.unlock();
        }
    }

    private static CompletionStage<Void> notSent(String reason, Exception cause) {
        return CompletableFuture.failedFuture(new NotSentException(reason, cause));
    }

    private boolean enter() {
        try {
            return lock.tryLock(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private Outbox open() throws IOException {
        if (outbox == null || !outbox.channel.isOpen()) {
            outbox = new Outbox(broker.publishing().createChannel());
        }
        return outbox;
    }

    /** A write that does not end is left to the end of the connection. */
    @Override
    public void close() throws IOException {
        if (!enter()) {
            return;
        }
        try {
            if (outbox != null) {
                outbox.channel.abort();
            }
        } finally {
            lock.unlock();
        }
    }

    /** One channel and what was sent on it without a confirm yet. Sequence numbers are given under the publisher's lock. */
    private static final class Outbox {
        private final Channel channel;
        private final ConcurrentNavigableMap<Long, CompletableFuture<Void>> unconfirmed = new ConcurrentSkipListMap<>();

        Outbox(Channel channel) throws IOException {
            if (channel == null) {
                throw new IOException("the connection has no channel left");
            }
            this.channel = channel;
            channel.confirmSelect();
            channel.addConfirmListener(
                    (sequence, multiple) -> settle(sequence, multiple, null),
                    (sequence, multiple) ->
                            settle(sequence, multiple, new NotSentException("The broker refused the message", null)));
            channel.addReturnListener(returned -> settle(
                    Long.parseLong(returned.getProperties().getMessageId()),
                    false,
                    new NotSentException("No queue took the message: " + returned.getReplyText(), null)));
            channel.addShutdownListener(cause ->
                    settle(Long.MAX_VALUE, true, new IOException("The connection was lost before the confirm", cause)));
        }

        boolean isFull() {
            var oldest = unconfirmed.firstEntry();
            return oldest != null && channel.getNextPublishSeqNo() - oldest.getKey() >= MOST_UNCONFIRMED;
        }

        CompletionStage<Void> publish(String routingKey, String type, byte[] body) throws IOException {
            long sequence = channel.getNextPublishSeqNo();
            CompletableFuture<Void> confirm = new CompletableFuture<>();
            unconfirmed.put(sequence, confirm);
            AMQP.BasicProperties properties = new AMQP.BasicProperties.Builder()
                    .deliveryMode(PERSISTENT)
                    .contentType("application/json")
                    .type(type)
                    .messageId(Long.toString(sequence))
                    .build();
            try {
                channel.basicPublish(Topology.BIDS, routingKey, MANDATORY, properties, body);
            } catch (IOException e) {
                confirm.completeExceptionally(new IOException("The connection was lost while sending", e));
                unconfirmed.remove(sequence);
            }
            return confirm;
        }

        private void settle(long sequence, boolean multiple, IOException failure) {
            NavigableMap<Long, CompletableFuture<Void>> settled =
                    multiple ? unconfirmed.headMap(sequence, true) : unconfirmed.subMap(sequence, true, sequence, true);
            while (true) {
                var entry = settled.pollFirstEntry();
                if (entry == null) {
                    return;
                }
                if (failure == null) {
                    entry.getValue().complete(null);
                } else {
                    entry.getValue().completeExceptionally(failure);
                }
            }
        }
    }
}
