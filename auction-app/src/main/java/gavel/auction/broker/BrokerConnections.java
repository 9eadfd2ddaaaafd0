package gavel.auction.broker;

import com.rabbitmq.client.Connection;
import java.io.IOException;
import java.util.concurrent.Executor;

/**
 * The connections to the broker that this node shares.
 *
 * <p>Connections do not mend themselves (automatic and topology recovery are off): when one is lost another takes its place, and the
 * owners of its channels open them anew. So no channel has delivery tags of an earlier connection.
 */
public interface BrokerConnections {
    /**
     * The open connection, with the topology declared on it; does not wait.
     *
     * @throws IOException when there is none at the moment
     */
    Connection connection() throws IOException;

    /**
     * The connection for what is sent, which may be another one: while the broker blocks it, the other goes on.
     *
     * @throws IOException when there is none at the moment
     */
    default Connection publishing() throws IOException {
        return connection();
    }

    /**
     * Where messages are written, one after another, when a virtual thread has some to send. The client holds one lock of a connection
     * while it waits for another. A virtual thread that is unmounted there keeps the connection from all others, heartbeats included, until
     * its turn on a busy carrier comes. That is seconds later where the processor is short.
     *
     * <p>Unless overridden, the caller's own thread: for a connection that only one sends to.
     */
    default Executor sending() {
        return Runnable::run;
    }

    /**
     * Whether the broker takes nothing from the publishing connection at the moment, for want of memory or disk. A write would wait
     * without limit then, and with it everything else that is written to the connection.
     */
    default boolean isBlocked() {
        return false;
    }

    /** Runs the listener after each later connecting, on a thread of the plumbing; it may open channels but must not take long. */
    void onConnected(Runnable listener);
}
