package gavel.auction.testing;

import com.rabbitmq.client.Channel;
import gavel.auction.broker.BidMessage;
import gavel.auction.broker.BrokerConnections;
import gavel.auction.broker.DecisionMessage;
import gavel.auction.broker.Messages;
import gavel.auction.broker.Topology;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** Stands for the owner of one partition: takes its bids and answers them as the test says, or not at all. */
public final class FakeOwner implements AutoCloseable {
    private final Channel channel;
    private final List<BidMessage> received = new CopyOnWriteArrayList<>();
    private volatile Function<BidMessage, DecisionMessage> rule = bid -> null;

    private FakeOwner(Channel channel) {
        this.channel = channel;
    }

    /** What an earlier test left in the queue is thrown away. */
    public static FakeOwner of(BrokerConnections broker, long auctionId) throws IOException {
        Channel channel = broker.connection().createChannel();
        FakeOwner owner = new FakeOwner(channel);
        String queue = Topology.bidQueue(Topology.partitionOf(auctionId));
        channel.queuePurge(queue);
        channel.basicConsume(
                queue,
                true,
                (tag, delivery) -> owner.take(Messages.read(delivery.getBody(), BidMessage.class)),
                tag -> {});
        return owner;
    }

    /** @param decide null to keep silent */
    public void decides(Function<BidMessage, DecisionMessage> decide) {
        rule = decide;
    }

    public List<BidMessage> received() {
        return received;
    }

    private void take(BidMessage bid) throws IOException {
        received.add(bid);
        DecisionMessage decision = rule.apply(bid);
        if (decision != null) {
            channel.basicPublish("", bid.replyTo(), null, Messages.write(List.of(decision)));
        }
    }

    @Override
    public void close() throws IOException {
        channel.abort();
    }
}
