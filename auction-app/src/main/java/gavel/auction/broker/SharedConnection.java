package gavel.auction.broker;

import com.rabbitmq.client.AMQP;
import com.rabbitmq.client.Address;
import com.rabbitmq.client.ChannelContinuationTimeoutException;
import com.rabbitmq.client.Connection;
import com.rabbitmq.client.ConnectionFactory;
import com.rabbitmq.client.PossibleAuthenticationFailureException;
import com.rabbitmq.client.ShutdownSignalException;
import gavel.auction.settings.Settings;
import gavel.auction.settings.Settings.Broker.Queues;
import gavel.auction.trust.Authority;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.task.SyncTaskExecutor;
import org.springframework.core.task.support.ExecutorServiceAdapter;

/**
 * Keeps one connection to the broker open: connects at start, and again after a connection is lost, nearly at once and then every half
 * second until it succeeds. One thread does the connecting; listeners run on it one after another.
 *
 * <p>Its threads are the operating system's, like all that write to a connection ({@link #sending}): decisions and news do
 * not queue behind requests that way. What arrives is handled by the thread that reads the connection, because the way to another one takes
 * longer than handling a message. So a consumer must not wait, least of all for an answer of the broker.
 */
public final class SharedConnection implements BrokerConnections, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SharedConnection.class);
    private static final int HEARTBEAT_SECONDS = 1;
    private static final int TIMEOUT_MILLIS = 5_000;

    /** The first node of a deployment has its queues made, which takes long on a busy broker; less than people wait for a server. */
    static final Duration START_PATIENCE = Duration.ofMinutes(2);

    private static final long FIRST_RETRY_MILLIS = 20;
    private static final long RETRY_MILLIS = 500;

    /** Finds on the broker what others have declared. */
    static final Preparation AS_IT_IS = connection -> {};

    private final ConnectionFactory factory;
    private final List<Address> cluster;
    private final String name;
    private final Preparation preparation;
    private final LongSupplier nanos;
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private final ExecutorService reading = new ExecutorServiceAdapter(new SyncTaskExecutor());
    private final ExecutorService sending = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("broker-sending").factory());
    private final CountDownLatch closed = new CountDownLatch(1);
    private final ReentrantLock connecting = new ReentrantLock();
    private volatile Connection current;
    private volatile Connection blocked;

    /** What is done with each new connection before it is used. */
    interface Preparation {
        void prepare(Connection connection) throws IOException;
    }

    /**
     * Declares the topology on each connection.
     *
     * @param factory without any recovery of its own
     */
    public SharedConnection(ConnectionFactory factory, String name, Queues queues) {
        this(factory, List.of(), name, declaring(queues), System::nanoTime);
    }

    SharedConnection(
            ConnectionFactory factory,
            List<Address> cluster,
            String name,
            Preparation preparation,
            LongSupplier nanos) {
        this.factory = factory;
        this.cluster = List.copyOf(cluster);
        this.name = name;
        this.preparation = preparation;
        this.nanos = nanos;
    }

    static Preparation declaring(Queues queues) {
        return connection -> TopologyDeclaration.declare(connection, queues);
    }

    static SharedConnection to(Settings.Broker settings, Path authority, String name, Preparation preparation) {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost(settings.host());
        factory.setPort(settings.port());
        factory.setVirtualHost(settings.virtualHost());
        factory.setUsername(settings.username());
        factory.setPassword(settings.password());
        if (authority != null) {
            factory.useSslProtocol(Authority.only(authority));
            factory.enableHostnameVerification();
        }
        factory.setRequestedHeartbeat(HEARTBEAT_SECONDS);
        factory.setConnectionTimeout(TIMEOUT_MILLIS);
        factory.setHandshakeTimeout(TIMEOUT_MILLIS);
        factory.setChannelRpcTimeout(TIMEOUT_MILLIS);
        factory.setAutomaticRecoveryEnabled(false);
        factory.setTopologyRecoveryEnabled(false);
        return new SharedConnection(factory, cluster(settings), name, preparation, System::nanoTime);
    }

    /** Every node; empty where there is one alone. */
    private static List<Address> cluster(Settings.Broker settings) {
        if (settings.others().isEmpty()) {
            return List.of();
        }
        List<Address> nodes = new ArrayList<>(List.of(new Address(settings.host(), settings.port())));
        settings.others().forEach(other -> nodes.add(Address.parseAddress(other)));
        return nodes;
    }

    /**
     * Connects for the first time. A broker that takes longer than a time-out to make the queues goes on making them, and is asked again.
     * So is one that lost the connection meanwhile, as happens on a busy machine.
     *
     * @throws IOException when the broker cannot be reached or refuses, or has not made the queues within {@link #START_PATIENCE}
     */
    public void start() throws IOException {
        long began = nanos.getAsLong();
        while (true) {
            try {
                connect();
                return;
            } catch (IOException | ShutdownSignalException e) {
                boolean slow = e instanceof ChannelContinuationTimeoutException;
                if (!slow && !isLoss(e)) {
                    throw e;
                }
                Duration waited = Duration.ofNanos(nanos.getAsLong() - began);
                if (waited.compareTo(START_PATIENCE) >= 0) {
                    throw new IOException(
                            "The broker at " + where() + " did not make the queues within " + waited.toSeconds() + " s",
                            e);
                }
                LOG.warn(
                        "The broker has not made the queues after {} s; waiting up to {} s for it: {}",
                        waited.toSeconds(),
                        START_PATIENCE.toSeconds(),
                        e.toString());
                if (!slow) {
                    pause();
                }
            }
        }
    }

    /** Whether the connection was lost. A broker that refuses gives a reason, or closes the connection during the login. */
    private static boolean isLoss(Exception failure) {
        Throwable cause = failure instanceof ShutdownSignalException ? failure : failure.getCause();
        return cause instanceof ShutdownSignalException end
                && end.getReason() == null
                && !(failure instanceof PossibleAuthenticationFailureException);
    }

    private void pause() throws IOException {
        try {
            closed.await(RETRY_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("The node ends before it has a connection to the broker", e);
        }
    }

    @Override
    public Connection connection() throws IOException {
        Connection connection = current;
        if (connection == null || !connection.isOpen()) {
            throw new IOException("There is no connection to the broker at the moment");
        }
        return connection;
    }

    @Override
    public boolean isBlocked() {
        Connection connection = current;
        return connection != null && connection == blocked;
    }

    @Override
    public Executor sending() {
        return sending;
    }

    @Override
    public void onConnected(Runnable listener) {
        listeners.add(listener);
    }

    public boolean isConnected() {
        Connection connection = current;
        return connection != null && connection.isOpen();
    }

    private void connect() throws IOException {
        connecting.lock();
        try {
            if (isClosed()) {
                return;
            }
            // Of a cluster the client tries one node after the other, in random order.
            Connection connection = cluster.isEmpty()
                    ? factory.newConnection(reading, name)
                    : factory.newConnection(reading, cluster, name);
            connection.addBlockedListener(reason -> block(connection, reason), () -> unblock(connection));
            try {
                preparation.prepare(connection);
            } catch (IOException | RuntimeException e) {
                connection.abort(TIMEOUT_MILLIS);
                throw e;
            }
            current = connection;
            connection.addShutdownListener(this::onShutdown);
        } catch (TimeoutException e) {
            throw new IOException("The broker at " + where() + " did not answer", e);
        } finally {
            connecting.unlock();
        }
    }

    private String where() {
        return cluster.isEmpty() ? factory.getHost() + ":" + factory.getPort() : cluster.toString();
    }

    private void block(Connection connection, String reason) {
        LOG.warn("The broker takes nothing from this node until it says otherwise: {}", reason);
        blocked = connection;
    }

    private void unblock(Connection connection) {
        if (connection == blocked) {
            LOG.info("The broker takes messages from this node again");
            blocked = null;
        }
    }

    private void onShutdown(ShutdownSignalException cause) {
        if (isClosed()) {
            return;
        }
        LOG.warn("The broker connection was lost: {}", cause.getMessage());
        Thread.ofPlatform().daemon().name("broker-connecting").start(this::reconnect);
    }

    private void reconnect() {
        try {
            long pause = FIRST_RETRY_MILLIS;
            while (!closed.await(pause, TimeUnit.MILLISECONDS)) {
                if (tryConnect()) {
                    listeners.forEach(this::run);
                    return;
                }
                pause = RETRY_MILLIS;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean tryConnect() {
        try {
            connect();
            LOG.info("Connected to the broker again");
            return true;
        } catch (IOException | RuntimeException e) {
            LOG.warn("The broker cannot be reached, trying again: {}", e.toString());
            return false;
        }
    }

    private void run(Runnable listener) {
        try {
            listener.run();
        } catch (RuntimeException e) {
            LOG.error("A listener to the broker connection failed", e);
        }
    }

    private boolean isClosed() {
        return closed.getCount() == 0;
    }

    @Override
    public void close() {
        connecting.lock();
        try {
            closed.countDown();
            if (isConnected()) {
                current.abort(AMQP.REPLY_SUCCESS, "the node ends", TIMEOUT_MILLIS);
            }
            sending.shutdown();
        } finally {
            connecting.unlock();
        }
    }
}
