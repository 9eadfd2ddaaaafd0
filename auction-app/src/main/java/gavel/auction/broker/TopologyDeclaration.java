package gavel.auction.broker;

import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import java.io.IOException;
import java.util.concurrent.TimeoutException;

/**
 * Declares what {@link Topology} names. Declaring it again changes nothing. All but the last are sent without waiting, so that a node that
 * lost its connection has its queues back after one round trip; the last is answered after all others, or tells that one failed.
 */
final class TopologyDeclaration {
    private static final boolean DURABLE = true;
    private static final boolean EXCLUSIVE = false;
    private static final boolean AUTO_DELETE = false;
    private static final boolean INTERNAL = false;

    private TopologyDeclaration() {}

    static void declare(Connection connection) throws IOException {
        try (Channel channel = connection.createChannel()) {
            exchange(channel, Topology.BIDS, BuiltinExchangeType.DIRECT);
            exchange(channel, Topology.NEWS, BuiltinExchangeType.TOPIC);
            exchange(channel, Topology.INVALIDATIONS, BuiltinExchangeType.FANOUT);
            for (int partition = 0; partition < Topology.PARTITIONS; partition++) {
                String queue = Topology.bidQueue(partition);
                channel.queueDeclareNoWait(queue, DURABLE, EXCLUSIVE, AUTO_DELETE, null);
                channel.queueBindNoWait(queue, Topology.BIDS, Integer.toString(partition), null);
            }
            channel.queueDeclare(Topology.DEAD_LETTERS, DURABLE, EXCLUSIVE, AUTO_DELETE, null);
        } catch (TimeoutException e) {
            throw new IOException("The broker did not declare the topology in time", e);
        }
    }

    private static void exchange(Channel channel, String name, BuiltinExchangeType type) throws IOException {
        channel.exchangeDeclareNoWait(name, type, DURABLE, AUTO_DELETE, INTERNAL, null);
    }
}
