package gavel.auction.broker;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.NavigableMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends bids and commands to the queues of the partitions: persistent, mandatory and confirmed.
 *
 * <p>One channel, of the broker's sending thread. While the broker blocks the connection or confirms nothing, or a write takes longer than
 * the patience, nothing is written and the caller is told so. A confirm completes the stage; a refusal or a return fails it with
 * {@link NotSentException}. A connection lost meanwhile fails it with {@link IOException}, and whether the message was taken is then unknown.
 */
public final class PartitionPublisher implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(PartitionPublisher.class);
    private static final boolean MANDATORY = true;
    private static final int PERSISTENT = 2;

    static final int MOST_UNCONFIRMED = 10_000;

    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final BrokerConnections broker;
    private final Duration patience;
    private final LongSupplier nanos;
    private volatile Long writingSince; // null while nothing is written
    private Outbox outbox; // of the sending thread

    public PartitionPublisher(BrokerConnections broker) {
        this(broker, PATIENCE, System::nanoTime);
    }

    /** @param patience how long to wait for another message's write */
    PartitionPublisher(BrokerConnections broker, Duration patience, LongSupplier nanos) {
        this.broker = broker;
        this.patience = patience;
        this.nanos = nanos;
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
        long asked = nanos.getAsLong();
        Long since = writingSince;
        if (since != null && asked - since > patience.toNanos()) {
            return notSent("The broker takes nothing: another message has been on its way for " + seconds(), null);
        }
        Outgoing outgoing =
                new Outgoing(asked, routingKey, message.getClass().getSimpleName(), body, new CompletableFuture<>());
        try {
            broker.sending().execute(() -> write(outgoing));
        } catch (RejectedExecutionException e) {
            return notSent("This node ends", e);
        }
        return outgoing.confirm;
    }

    private static CompletionStage<Void> notSent(String reason, Exception cause) {
        return CompletableFuture.failedFuture(new NotSentException(reason, cause));
    }

    private void write(Outgoing outgoing) {
        long now = nanos.getAsLong();
        if (now - outgoing.asked > patience.toNanos()) {
            outgoing.failed("The broker took nothing for " + seconds(), null);
            return;
        }
        writingSince = now;
        try {
            open().publish(outgoing);
        } catch (IOException | RuntimeException e) {
            outgoing.failed("The broker cannot be reached", e);
        } finally {
            writingSince = null;
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
        try {
            CompletableFuture.runAsync(this::abort, broker.sending()).get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            LOG.info("Closing while a message is written that the broker does not take");
        } catch (RejectedExecutionException e) {
            LOG.debug("The connection was closed before, and with it the channel");
        } catch (ExecutionException e) {
            throw new IOException("the channel did not close", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void abort() {
        try {
            if (outbox != null) {
                outbox.channel.abort();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A message that is to be sent, and since when. */
    private record Outgoing(long asked, String routingKey, String type, byte[] body, CompletableFuture<Void> confirm) {
        void failed(String reason, Exception cause) {
            confirm.completeExceptionally(new NotSentException(reason, cause));
        }
    }

    /** One channel and what was sent on it without a confirm yet; sequence numbers are given by the sending thread. */
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

        private boolean isFull() {
            var oldest = unconfirmed.firstEntry();
            return oldest != null && channel.getNextPublishSeqNo() - oldest.getKey() >= MOST_UNCONFIRMED;
        }

        void publish(Outgoing outgoing) {
            if (isFull()) {
                outgoing.failed("The broker has " + MOST_UNCONFIRMED + " messages it did not confirm", null);
                return;
            }
            long sequence = channel.getNextPublishSeqNo();
            unconfirmed.put(sequence, outgoing.confirm);
            AMQP.BasicProperties properties = new AMQP.BasicProperties.Builder()
                    .deliveryMode(PERSISTENT)
                    .contentType("application/json")
                    .type(outgoing.type)
                    .messageId(Long.toString(sequence))
                    .build();
            try {
                channel.basicPublish(Topology.BIDS, outgoing.routingKey, MANDATORY, properties, outgoing.body);
            } catch (IOException e) {
                outgoing.confirm.completeExceptionally(new IOException("The connection was lost while sending", e));
                unconfirmed.remove(sequence);
            }
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

    private String seconds() {
        return patience.toMillis() / 1_000.0 + " s";
    }
}
