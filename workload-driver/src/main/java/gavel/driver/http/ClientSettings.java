package gavel.driver.http;

import gavel.driver.api.HttpVersion;
import java.time.Duration;

/**
 * Limits of one loop's client.
 *
 * @param connectionsPerUser at most so many at a time over HTTP/1.1, as browsers do; one over HTTP/2
 * @param maxConnections over all users of this loop; 0 for no cap but the descriptors
 * @param connectTimeout from the first packet until the connection, handshake included, can carry a request
 * @param acquireTimeout how long an exchange may wait for a connection
 * @param responseTimeout from writing a request to the last byte of its response
 * @param idleTimeout after which a connection that carries nothing is closed; zero to keep it as long as its session
 */
public record ClientSettings(
        int connectionsPerUser,
        int maxConnections,
        Duration connectTimeout,
        Duration acquireTimeout,
        Duration responseTimeout,
        Duration idleTimeout,
        HttpVersion http) {
    public static final ClientSettings DEFAULT =
            new ClientSettings(6, 0, Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(60));

    /** Over HTTP/1.1, and idle connections are kept. */
    public ClientSettings(
            int connectionsPerUser,
            int maxConnections,
            Duration connectTimeout,
            Duration acquireTimeout,
            Duration responseTimeout) {
        this(
                connectionsPerUser,
                maxConnections,
                connectTimeout,
                acquireTimeout,
                responseTimeout,
                Duration.ZERO,
                HttpVersion.HTTP_1);
    }

    public ClientSettings {
        if (connectionsPerUser < 1) {
            throw new IllegalArgumentException("connectionsPerUser must be > 0: " + connectionsPerUser);
        }
        if (maxConnections < 0) {
            throw new IllegalArgumentException("maxConnections must be >= 0: " + maxConnections);
        }
        if (idleTimeout.isNegative()) {
            throw new IllegalArgumentException("idleTimeout must be >= 0: " + idleTimeout);
        }
    }

    public ClientSettings withMaxConnections(int max) {
        return new ClientSettings(
                connectionsPerUser, max, connectTimeout, acquireTimeout, responseTimeout, idleTimeout, http);
    }

    public ClientSettings with(HttpVersion version) {
        return new ClientSettings(
                connectionsPerUser,
                maxConnections,
                connectTimeout,
                acquireTimeout,
                responseTimeout,
                idleTimeout,
                version);
    }

    public ClientSettings withIdleTimeout(Duration idle) {
        return new ClientSettings(
                connectionsPerUser, maxConnections, connectTimeout, acquireTimeout, responseTimeout, idle, http);
    }

    /** The part of the cap that loop {@code index} of {@code loops} may use; every loop gets at least one connection. */
    public ClientSettings shareOf(int index, int loops) {
        return maxConnections == 0
                ? this
                : withMaxConnections(Math.max(1, maxConnections / loops + (index < maxConnections % loops ? 1 : 0)));
    }
}
