package gavel.auction.partition;

import com.rabbitmq.client.BuiltinExchangeType;
import com.rabbitmq.client.Channel;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import gavel.auction.broker.BrokerConnections;
import gavel.auction.broker.Topology;
import gavel.auction.broker.TopologyDeclaration;
import gavel.auction.settings.Settings.Broker.Queues;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeoutException;

/** One node's connection to the broker, which a test can cut. A new one is opened on the next use. */
final class TestBroker implements BrokerConnections, AutoCloseable {
    private final ConnectionFactory broker;
    private Connection connection;
    private boolean cut;

    TestBroker(ConnectionFactory broker) {
        this.broker = broker;
    }

    /** Declares the topology and empties its queues. */
    static void prepare(ConnectionFactory broker, Queues queues) throws IOException, TimeoutException {
        Map<String, Object> arguments = TopologyDeclaration.arguments(queues);
        try (Connection connection = broker.newConnection();
                Channel channel = connection.createChannel()) {
            channel.exchangeDeclare(Topology.BIDS, BuiltinExchangeType.DIRECT, true);
            channel.exchangeDeclare(Topology.NEWS, BuiltinExchangeType.TOPIC, true);
            channel.exchangeDeclare(Topology.INVALIDATIONS, BuiltinExchangeType.FANOUT, true);
            channel.exchangeDeclare(Topology.VACANCIES, BuiltinExchangeType.FANOUT, true);
            channel.queueDeclare(Topology.DEAD_LETTERS, true, false, false, arguments);
            channel.queuePurge(Topology.DEAD_LETTERS);
            for (int partition = 0; partition < Topology.PARTITIONS; partition++) {
                String queue = Topology.bidQueue(partition);
                channel.queueDeclare(queue, true, false, false, arguments);
                channel.queueBind(queue, Topology.BIDS, Integer.toString(partition));
                channel.queuePurge(queue);
            }
        }
    }

    @Override
    public synchronized Connection connection() throws IOException {
        if (cut) {
            throw new IOException("cut off");
        }
        try {
            if (connection == null || !connection.isOpen()) {
                connection = broker.newConnection();
            }
            return connection;
        } catch (TimeoutException e) {
            throw new IOException(e);
        }
    }

    @Override
    public void onConnected(Runnable listener) {}

    synchronized void cut() {
        cut = true;
        if (connection != null) {
            connection.abort();
        }
    }

    synchronized void mend() {
        cut = false;
    }

    @Override
    public void close() {
        cut();
    }
}
