package gavel.driver.http;

import gavel.driver.api.HttpVersion;
import gavel.driver.api.text.DurationWords;
import gavel.driver.message.Request;
import gavel.driver.record.Outcome;

/**
 * The connections of one session, as a browser keeps them: at most six over HTTP/1.1, or one over HTTP/2. They are opened when needed, kept
 * alive, and closed with the session. Exchanges beyond what they can carry wait in order. A new session is another person and starts with a
 * new one of these: no connection, no TLS ticket. Owned by the loop's thread.
 */
public final class UserConnections implements Carrier {
    private final HttpClient client;
    private final int tlsIdentity;
    private int endpoint;
    private Connection connections;
    private int count;
    private int most;
    private int connecting;
    private Exchange queueHead;
    private Exchange queueTail;
    private int queued;
    private boolean waitingForCap;
    private boolean closed;

    UserConnections(HttpClient client, int endpoint, int tlsIdentity) {
        this.client = client;
        this.endpoint = endpoint;
        this.tlsIdentity = tlsIdentity;
        this.most = mostAtFirst();
    }

    /** While it may be HTTP/2, the number that is needed is unknown before the first is open. */
    private int mostAtFirst() {
        return switch (client.settings().http()) {
            case HTTP_1 -> client.settings().connectionsPerUser();
            case AUTO -> endpoint().tls() ? 1 : client.settings().connectionsPerUser();
            case HTTP_2 -> 1;
        };
    }

    /**
     * Sends a request on a connection that is free, or opens one, or lets it wait its turn. The exchange's handler hears of its end
     * exactly once.
     *
     * @param intendedNanos when the user's schedule wanted it; travels with the exchange
     */
    @Override
    public void send(Exchange exchange, Request request, long intendedNanos) {
        client.loop().assertOwned();
        if (closed) {
            throw new IllegalStateException("the session's connections are closed: " + request);
        }
        long now = client.loop().nanoTime();
        exchange.begin(this, request, intendedNanos, now);
        Connection ready = ready();
        if (ready != null && queueHead == null) {
            ready.carry(exchange, now);
            return;
        }
        client.loop()
                .schedule(exchange, now + client.settings().acquireTimeout().toNanos());
        append(exchange);
        pump();
    }

    @Override
    public void cancel(Exchange exchange) {
        client.loop().assertOwned();
        if (exchange.user == this) {
            giveUp(exchange, Outcome.CANCELLED, "given up by the driver");
        }
    }

    public int openConnections() {
        return count;
    }

    /** Ends the session: whatever is under way is cancelled, every connection closed. Closing twice is harmless. */
    @Override
    public void close() {
        client.loop().assertOwned();
        if (closed) {
            return;
        }
        closed = true;
        while (queueHead != null) {
            giveUp(queueHead, Outcome.CANCELLED, "the session ended");
        }
        while (connections != null) {
            Connection connection = connections;
            remove(connection);
            connection.giveUpAll(Outcome.CANCELLED, "the session ended");
        }
    }

    HttpClient client() {
        return client;
    }

    int tlsIdentity() {
        return tlsIdentity;
    }

    Endpoint endpoint() {
        return client.endpoints().get(endpoint);
    }

    boolean closed() {
        return closed;
    }

    void roomUnderCap() {
        waitingForCap = false;
        pump();
    }

    void timedOut(Exchange exchange) {
        if (exchange.connection == null) {
            giveUp(
                    exchange,
                    Outcome.ACQUIRE_TIMEOUT,
                    "no connection came free in "
                            + DurationWords.of(client.settings().acquireTimeout()));
        } else {
            giveUp(
                    exchange,
                    Outcome.RESPONSE_TIMEOUT,
                    "no complete response in "
                            + DurationWords.of(client.settings().responseTimeout()));
        }
    }

    private void giveUp(Exchange exchange, Outcome outcome, String detail) {
        if (exchange.connection != null) {
            Connection connection = exchange.connection;
            if (!connection.shared()) {
                remove(connection);
            }
            connection.giveUp(exchange, outcome, detail);
            if (!closed) {
                pump();
            }
        } else {
            unqueue(exchange);
            client.loop().cancel(exchange);
            exchange.end(outcome, detail, client.loop().nanoTime());
        }
    }

    /** A connection can carry its first request. */
    void opened(Connection connection) {
        connecting--;
        if (client.settings().http() == HttpVersion.AUTO) {
            most = connection.shared() ? 1 : client.settings().connectionsPerUser();
        }
        free(connection);
        if (connection.shared() || client.settings().http() == HttpVersion.AUTO) {
            pump();
        }
    }

    /** A connection can carry the next request. */
    void free(Connection connection) {
        if (queueHead != null && connection.ready()) {
            Exchange exchange = queueHead;
            unqueue(exchange);
            connection.carry(exchange, client.loop().nanoTime());
        }
        connection.restIfIdle();
    }

    /** A connection could not be opened. Where nothing answers at its address, the next one is tried, until each was. */
    void notOpened(Connection connection, Outcome outcome, String detail) {
        remove(connection);
        int attempts = connection.attempt() + 1;
        boolean elsewhere = outcome == Outcome.CONNECT || outcome == Outcome.CONNECT_TIMEOUT;
        if (elsewhere && attempts < client.endpoints().size() && queueHead != null) {
            endpoint = (connection.endpointIndex() + 1) % client.endpoints().size();
            client.counters().add(HttpCount.FAIL_OVERS, 1);
            open(attempts, connection.startedNanos());
            return;
        }
        if (queueHead != null) {
            giveUp(queueHead, outcome, detail);
        }
        if (!closed) {
            pump();
        }
    }

    /** The connection is gone. */
    void gone(Connection connection) {
        remove(connection);
        if (!closed) {
            pump();
        }
    }

    /** The exchange's connection did not carry it: it waits as the first to be carried by another. */
    void again(Exchange exchange) {
        client.counters().add(HttpCount.RETRIES, 1);
        exchange.retried = true;
        exchange.connection = null;
        exchange.nextQueued = queueHead;
        queueHead = exchange;
        if (queueTail == null) {
            queueTail = exchange;
        }
        queued++;
        client.loop()
                .schedule(
                        exchange,
                        client.loop().nanoTime()
                                + client.settings().acquireTimeout().toNanos());
    }

    private Connection ready() {
        for (Connection each = connections; each != null; each = each.next) {
            if (each.ready()) {
                return each;
            }
        }
        return null;
    }

    /** Those that may carry something yet, now or later. */
    private int useful() {
        int useful = 0;
        for (Connection each = connections; each != null; each = each.next) {
            useful += each.leaving() ? 0 : 1;
        }
        return useful;
    }

    /** Lets connections carry what waits, and opens more where that is not enough. */
    void pump() {
        for (Connection ready = ready(); ready != null && queueHead != null; ready = ready()) {
            free(ready);
        }
        while (connecting < queued && useful() < most) {
            if (!client.roomUnderCap()) {
                waitForCap();
                return;
            }
            open(0, client.loop().nanoTime());
        }
    }

    private void open(int attempt, long startedNanos) {
        client.connectionTaken();
        Connection connection = new Connection(this, endpoint, attempt, startedNanos);
        connection.next = connections;
        connections = connection;
        count++;
        connecting++;
        connection.connect();
    }

    private void remove(Connection connection) {
        Connection before = null;
        for (Connection each = connections; each != null; each = each.next) {
            if (each == connection) {
                if (before == null) {
                    connections = each.next;
                } else {
                    before.next = each.next;
                }
                count--;
                if (!each.hasOpened()) {
                    connecting--;
                }
                client.connectionGivenBack();
                return;
            }
            before = each;
        }
    }

    private void waitForCap() {
        if (!waitingForCap) {
            waitingForCap = true;
            client.waitForCap(this);
        }
    }

    private void append(Exchange exchange) {
        exchange.nextQueued = null;
        if (queueTail == null) {
            queueHead = exchange;
        } else {
            queueTail.nextQueued = exchange;
        }
        queueTail = exchange;
        queued++;
    }

    private void unqueue(Exchange exchange) {
        Exchange before = null;
        for (Exchange each = queueHead; each != exchange; each = each.nextQueued) {
            before = each;
        }
        if (before == null) {
            queueHead = exchange.nextQueued;
        } else {
            before.nextQueued = exchange.nextQueued;
        }
        if (queueTail == exchange) {
            queueTail = before;
        }
        exchange.nextQueued = null;
        queued--;
    }
}
