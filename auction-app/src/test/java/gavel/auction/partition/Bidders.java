package gavel.auction.partition;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import gavel.auction.broker.AuctionCommand;
import gavel.auction.broker.BidMessage;
import gavel.auction.broker.DecisionMessage;
import gavel.auction.broker.Messages;
import gavel.auction.broker.Topology;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Sends bids and collects their answers, as a node that takes bids does. */
final class Bidders implements AutoCloseable {
    private static final AtomicInteger QUEUES = new AtomicInteger();

    final Map<String, List<DecisionMessage>> answers = new ConcurrentHashMap<>();
    final String replyTo = "test-replies-" + QUEUES.incrementAndGet();
    private final Connection connection;
    private final Channel channel;

    Bidders(ConnectionFactory broker) throws Exception {
        connection = broker.newConnection();
        channel = connection.createChannel();
        channel.queueDeclare(replyTo, false, false, true, null);
        channel.basicConsume(
                replyTo,
                true,
                (tag, delivery) -> {
                    for (DecisionMessage decision : Messages.read(delivery.getBody(), DecisionMessage[].class)) {
                        answers.computeIfAbsent(decision.bidId(), id -> new CopyOnWriteArrayList<>())
                                .add(decision);
                    }
                },
                tag -> {});
    }

    BidMessage bid(String id, long account, long auction, long lot, String amount) {
        return new BidMessage(id, account, auction, lot, new BigDecimal(amount), "key-" + id, Instant.now(), replyTo);
    }

    void place(BidMessage bid) throws IOException {
        send(bid.auctionId(), BidMessage.class.getSimpleName(), Messages.write(bid));
    }

    void command(AuctionCommand command) throws IOException {
        send(command.auctionId(), AuctionCommand.class.getSimpleName(), Messages.write(command));
    }

    void send(long auction, String type, byte[] body) throws IOException {
        AMQP.BasicProperties properties =
                new AMQP.BasicProperties.Builder().deliveryMode(2).type(type).build();
        synchronized (channel) {
            channel.basicPublish(Topology.BIDS, Integer.toString(Topology.partitionOf(auction)), properties, body);
        }
    }

    /** The one outcome all answers to a bid agree on; null without an answer. */
    String outcome(String bidId) {
        List<String> outcomes = answers.getOrDefault(bidId, List.of()).stream()
                .map(DecisionMessage::outcome)
                .distinct()
                .toList();
        if (outcomes.size() > 1) {
            throw new AssertionError("bid " + bidId + " was answered " + outcomes);
        }
        return outcomes.isEmpty() ? null : outcomes.getFirst();
    }

    @Override
    public void close() throws IOException {
        connection.close();
    }
}
