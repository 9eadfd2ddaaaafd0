package gavel.auction.broker;

import com.rabbitmq.client.Connection;
import gavel.auction.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Executor;

/**
 * A node's two connections. A broker that is short of memory or disk stops reading from connections that publish, and must not keep this
 * node from consuming and acknowledging meanwhile.
 */
public final class NodeConnections implements BrokerConnections, AutoCloseable {
    private final SharedConnection consuming;
    private final SharedConnection publishing;

    NodeConnections(SharedConnection consuming, SharedConnection publishing) {
        this.consuming = consuming;
        this.publishing = publishing;
    }

    /**
     * Connects for the first time.
     *
     * @param authority that signed the broker's certificate; null for one that does not encrypt
     * @throws IOException when the broker cannot be reached or refuses
     */
    static NodeConnections to(Settings.Broker settings, Path authority, NodeIdentity node) throws IOException {
        SharedConnection consuming =
                SharedConnection.to(settings, authority, node.node(), SharedConnection.declaring(settings.queues()));
        NodeConnections both = new NodeConnections(
                consuming,
                SharedConnection.to(settings, authority, node.node() + " publishing", SharedConnection.AS_IT_IS));
        try {
            both.consuming.start();
            both.publishing.start();
            return both;
        } catch (IOException | RuntimeException e) {
            both.close();
            throw e;
        }
    }

    @Override
    public Connection connection() throws IOException {
        return consuming.connection();
    }

    @Override
    public Connection publishing() throws IOException {
        return publishing.connection();
    }

    @Override
    public Executor sending() {
        return publishing.sending();
    }

    @Override
    public boolean isBlocked() {
        return publishing.isBlocked();
    }

    @Override
    public void onConnected(Runnable listener) {
        consuming.onConnected(listener);
    }

    public boolean isConnected() {
        return consuming.isConnected() && publishing.isConnected();
    }

    @Override
    public void close() {
        publishing.close();
        consuming.close();
    }
}
