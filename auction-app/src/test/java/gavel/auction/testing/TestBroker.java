package gavel.auction.testing;

import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import gavel.auction.broker.BrokerConnections;
import gavel.auction.broker.NodeIdentity;
import gavel.auction.broker.SharedConnection;
import gavel.auction.settings.Settings.Broker.Queues;
import java.io.IOException;
import java.util.concurrent.Executor;

/** A broker as a node reaches it. */
public final class TestBroker implements BrokerConnections, AutoCloseable {
    private final SharedConnection connection;

    private TestBroker(SharedConnection connection) {
        this.connection = connection;
    }

    public static TestBroker connect(NodeIdentity node) throws IOException {
        return connect(node, EmbeddedServices.broker(), Queues.CLASSIC);
    }

    public static TestBroker connect(NodeIdentity node, ConnectionFactory broker, Queues queues) throws IOException {
        SharedConnection connection = new SharedConnection(broker, node.node(), queues);
        connection.start();
        return new TestBroker(connection);
    }

    @Override
    public Connection connection() throws IOException {
        return connection.connection();
    }

    @Override
    public Executor sending() {
        return connection.sending();
    }

    @Override
    public boolean isBlocked() {
        return connection.isBlocked();
    }

    @Override
    public void onConnected(Runnable listener) {
        connection.onConnected(listener);
    }

    public boolean isConnected() {
        return connection.isConnected();
    }

    @Override
    public void close() {
        connection.close();
    }
}
