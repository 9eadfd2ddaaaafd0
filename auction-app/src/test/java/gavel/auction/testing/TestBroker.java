package gavel.auction.testing;

import com.rabbitmq.client.Connection;
import gavel.auction.broker.BrokerConnections;
import gavel.auction.broker.NodeIdentity;
import gavel.auction.broker.SharedConnection;
import java.io.IOException;

/** The embedded broker as a node reaches it. */
public final class TestBroker implements BrokerConnections, AutoCloseable {
    private final SharedConnection connection;

    private TestBroker(SharedConnection connection) {
        this.connection = connection;
    }

    public static TestBroker connect(NodeIdentity node) throws IOException {
        SharedConnection connection = new SharedConnection(EmbeddedServices.broker(), node.node());
        connection.start();
        return new TestBroker(connection);
    }

    @Override
    public Connection connection() throws IOException {
        return connection.connection();
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
