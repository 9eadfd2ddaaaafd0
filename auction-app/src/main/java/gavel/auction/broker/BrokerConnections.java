package gavel.auction.broker;

import com.rabbitmq.client.Connection;
import java.io.IOException;

/**
 * The broker connection this node shares.
 *
 * <p>Connections do not mend themselves (automatic and topology recovery are off): when one is lost another takes its place, and whoever
 * had channels opens them anew. So nobody holds a channel whose delivery tags belong to an earlier connection.
 */
public interface BrokerConnections {
    /**
     * The open connection, with the topology declared on it; does not wait.
     *
     * @throws IOException when there is none at the moment
     */
    Connection connection() throws IOException;

    /**
     * Whether the broker takes nothing from this connection at the moment, for want of memory or disk. A write would wait without limit
     * then, and with it everything else that is written to the connection.
     */
    default boolean isBlocked() {
        return false;
    }

    /** Runs the listener after each later connecting, on a thread of the plumbing; it may open channels but must not take long. */
    void onConnected(Runnable listener);
}
