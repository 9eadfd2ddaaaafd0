package gavel.auction.bench;

import com.rabbitmq.client.AMQP.BasicProperties;
import com.rabbitmq.client.Channel;
import gavel.auction.broker.BidMessage;
import gavel.auction.broker.DecisionMessage;
import gavel.auction.broker.Messages;
import gavel.auction.broker.Topology;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What the broker alone does with a bid: takes it from its queue, answers it without deciding anything, and acknowledges it. */
final class BareOwner implements AutoCloseable {
    private static final int PREFETCH = 200;
    private static final BasicProperties TRANSIENT =
            new BasicProperties.Builder().deliveryMode(1).build();

    private final List<Channel> channels = new ArrayList<>();

    BareOwner(com.rabbitmq.client.Connection broker) throws IOException {
        for (int partition = 0; partition < Topology.PARTITIONS; partition++) {
            Channel channel = broker.createChannel();
            channels.add(channel);
            channel.basicQos(PREFETCH);
            channel.basicConsume(
                    Topology.bidQueue(partition),
                    false,
                    (_, delivery) -> {
                        BidMessage bid = Messages.read(delivery.getBody(), BidMessage.class);
                        channel.basicPublish("", bid.replyTo(), TRANSIENT, Messages.write(List.of(answer(bid))));
                        channel.basicAck(delivery.getEnvelope().getDeliveryTag(), false);
                    },
                    _ -> {});
        }
    }

    private static DecisionMessage answer(BidMessage bid) {
        return new DecisionMessage(
                bid.bidId(), bid.auctionId(), bid.lotId(), bid.amount(), "OUTBID", bid.amount(), bid.amount(), 1);
    }

    @Override
    public void close() throws IOException {
        for (Channel channel : channels) {
            channel.abort();
        }
    }
}
