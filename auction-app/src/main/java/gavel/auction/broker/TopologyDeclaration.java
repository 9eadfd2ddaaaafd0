package gavel.auction.broker;

import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import java.io.IOException;
import java.util.concurrent.TimeoutException;

/** Declares what {@link Topology} names. Declaring it again changes nothing. About 130 round trips, once for each connection. */
final class TopologyDeclaration {
    private static final boolean DURABLE = true;
    private static final boolean EXCLUSIVE = false;
    private static final boolean AUTO_DELETE = false;

    private TopologyDeclaration() {}

    static void declare(Connection connection) throws IOException {
        try (Channel channel = connection.createChannel()) {
            channel.exchangeDeclare(Topology.BIDS, BuiltinExchangeType.DIRECT, DURABLE);
            channel.exchangeDeclare(Topology.NEWS, BuiltinExchangeType.TOPIC, DURABLE);
            channel.exchangeDeclare(Topology.INVALIDATIONS, BuiltinExchangeType.FANOUT, DURABLE);
            channel.queueDeclare(Topology.DEAD_LETTERS, DURABLE, EXCLUSIVE, AUTO_DELETE, null);
            for (int partition = 0; partition < Topology.PARTITIONS; partition++) {
                String queue = Topology.bidQueue(partition);
                channel.queueDeclare(queue, DURABLE, EXCLUSIVE, AUTO_DELETE, null);
                channel.queueBind(queue, Topology.BIDS, Integer.toString(partition));
            }
        } catch (TimeoutException e) {
            throw new IOException("The broker did not declare the topology in time", e);
        }
    }
}
