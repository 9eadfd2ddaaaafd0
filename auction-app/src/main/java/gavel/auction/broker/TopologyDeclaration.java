package gavel.auction.broker;

import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import gavel.auction.settings.Settings.Broker.Queues;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/**
 * Declares what {@link Topology} names. Declaring it again changes nothing. All but the last are sent without waiting, so that a node that
 * lost its connection has its queues back after one round trip. The last is answered after all others, or tells that one failed.
 */
public final class TopologyDeclaration {
    private static final boolean DURABLE = true;
    private static final boolean EXCLUSIVE = false;
    private static final boolean AUTO_DELETE = false;
    private static final boolean INTERNAL = false;

    /**
     * A quorum queue gives a message up that came back too often, and with it a bid that was confirmed; so often none comes back. With a
     * limit, what comes back keeps its place at the head. The leaders of the queues are spread over the nodes.
     */
    private static final Map<String, Object> QUORUM =
            Map.of("x-queue-type", "quorum", "x-delivery-limit", 1_000_000_000, "x-queue-leader-locator", "balanced");

    private TopologyDeclaration() {}

    /** What makes a durable queue of that kind; null for nothing. */
    public static Map<String, Object> arguments(Queues queues) {
        return queues == Queues.QUORUM ? QUORUM : null;
    }

    static void declare(Connection connection, Queues queues) throws IOException {
        Map<String, Object> arguments = arguments(queues);
        try (Channel channel = connection.createChannel()) {
            exchange(channel, Topology.BIDS, BuiltinExchangeType.DIRECT);
            exchange(channel, Topology.NEWS, BuiltinExchangeType.TOPIC);
            exchange(channel, Topology.INVALIDATIONS, BuiltinExchangeType.FANOUT);
            exchange(channel, Topology.VACANCIES, BuiltinExchangeType.FANOUT);
            for (int partition = 0; partition < Topology.PARTITIONS; partition++) {
                String queue = Topology.bidQueue(partition);
                channel.queueDeclareNoWait(queue, DURABLE, EXCLUSIVE, AUTO_DELETE, arguments);
                channel.queueBindNoWait(queue, Topology.BIDS, Integer.toString(partition), null);
            }
            channel.queueDeclare(Topology.DEAD_LETTERS, DURABLE, EXCLUSIVE, AUTO_DELETE, arguments);
        } catch (TimeoutException e) {
            throw new IOException("The broker did not declare the topology in time", e);
        }
    }

    private static void exchange(Channel channel, String name, BuiltinExchangeType type) throws IOException {
        channel.exchangeDeclareNoWait(name, type, DURABLE, AUTO_DELETE, INTERNAL, null);
    }
}
