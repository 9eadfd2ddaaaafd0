package gavel.auction.partition.amqp;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.AlreadyClosedException;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.DefaultConsumer;
import com.rabbitmq.client.Envelope;
import gavel.auction.broker.AuctionCommand;
import gavel.auction.broker.BidMessage;
import gavel.auction.broker.BrokerConnections;
import gavel.auction.broker.Messages;
import gavel.auction.broker.Topology;
import gavel.auction.partition.deciding.BidQueues;
import gavel.auction.partition.deciding.Delivery;
import gavel.auction.partition.deciding.Delivery.Content;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The bid queues over AMQP: a channel for each partition, so that closing it gives back what was not acknowledged. */
public final class AmqpBidQueues implements BidQueues {
    private static final Logger LOG = LoggerFactory.getLogger(AmqpBidQueues.class);
    private static final BigDecimal TOO_MUCH = new BigDecimal("10000000000");

    private final BrokerConnections connections;
    private final LongSupplier nanos;
    private final int prefetch;

    /** @param prefetch undecided bids of one partition that are delivered at most */
    public AmqpBidQueues(BrokerConnections connections, LongSupplier nanos, int prefetch) {
        this.connections = connections;
        this.nanos = nanos;
        this.prefetch = prefetch;
    }

    @Override
    public Subscription subscribe(int partition, Consumer<Delivery> sink) throws IOException {
        Channel channel = connections.connection().createChannel();
        if (channel == null) {
            throw new IOException("the broker connection has no channel left");
        }
        try {
            channel.basicQos(prefetch);
            channel.basicConsume(Topology.bidQueue(partition), false, new DefaultConsumer(channel) {
                @Override
                public void handleDelivery(
                        String tag, Envelope envelope, AMQP.BasicProperties properties, byte[] body) {
                    sink.accept(new Delivery(
                            partition,
                            envelope.getDeliveryTag(),
                            nanos.getAsLong(),
                            content(properties.getType(), body),
                            body));
                }

                @Override
                public void handleCancel(String tag) {
                    LOG.warn("The broker ended the consumer of {}", Topology.bidQueue(partition));
                    abort(channel);
                }
            });
        } catch (IOException | RuntimeException e) {
            abort(channel);
            throw new IOException("the queue of partition " + partition + " cannot be consumed", e);
        }
        return new ChannelSubscription(channel);
    }

    /** A message is a bid unless its type says that it is a command. */
    static Content content(String type, byte[] body) {
        try {
            if (AuctionCommand.class.getSimpleName().equals(type)) {
                AuctionCommand command = Messages.read(body, AuctionCommand.class);
                return command.kind() == null
                        ? new Content.Unreadable("a command without a kind")
                        : new Content.Command(command);
            }
            BidMessage bid = Messages.read(body, BidMessage.class);
            String problem = problem(bid);
            return problem == null ? new Content.Bid(bid) : new Content.Unreadable(problem);
        } catch (RuntimeException e) {
            return new Content.Unreadable("not a message of this application: " + e.getMessage());
        }
    }

    private static String problem(BidMessage bid) {
        if (bid.bidId() == null || bid.idempotencyKey() == null || bid.placedAt() == null || bid.replyTo() == null) {
            return "a bid without bidId, idempotencyKey, placedAt or replyTo";
        }
        BigDecimal amount = bid.amount();
        boolean possible = amount != null
                && amount.signum() > 0
                && amount.compareTo(TOO_MUCH) < 0
                && amount.stripTrailingZeros().scale() <= 2;
        return possible ? null : "a bid needs an amount > 0 with two decimals: " + amount;
    }

    /** Does not wait for the broker: whatever it says, the channel is of no more use. */
    private static void abort(Channel channel) {
        Thread.ofPlatform().daemon().name("closing-channel").start(() -> {
            try {
                channel.abort();
            } catch (IOException | RuntimeException e) {
                LOG.debug("A channel did not close well: {}", e.toString());
            }
        });
    }

    private record ChannelSubscription(Channel channel) implements Subscription {
        @Override
        public boolean isOpen() {
            return channel.isOpen();
        }

        @Override
        public void acknowledge(Delivery delivery) {
            acknowledge(delivery, false);
        }

        @Override
        public void acknowledgeThrough(Delivery delivery) {
            acknowledge(delivery, true);
        }

        private void acknowledge(Delivery delivery, boolean andAllBefore) {
            try {
                channel.basicAck(delivery.tag(), andAllBefore);
            } catch (IOException | AlreadyClosedException e) {
                LOG.debug("Not acknowledged, so it will come again: {}", e.toString());
            }
        }

        @Override
        public void close() {
            abort(channel);
        }
    }
}
