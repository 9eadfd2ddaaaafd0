package gavel.driver.http;

import gavel.driver.loop.Timer;
import gavel.driver.message.Request;
import gavel.driver.record.Outcome;

/**
 * One request and its response, with the times that matter. It lives inside the user that sends it and may be sent again when it is done.
 * Its own timer watches first the wait for a connection, then the response.
 */
public final class Exchange extends Timer {
    static final long UNKNOWN = Long.MIN_VALUE;

    private final ResponseHandler handler;
    UserConnections user;
    Connection connection;
    Exchange nextQueued;
    Request request;
    long sentNanos;
    long firstWriteNanos = UNKNOWN;
    boolean retried;
    private long intendedNanos;
    private long endNanos;
    int status;

    public Exchange(ResponseHandler handler) {
        this.handler = handler;
    }

    void begin(UserConnections owner, Request what, long intended, long nowNanos) {
        if (user != null) {
            throw new IllegalStateException("sent again before it was done: " + request);
        }
        user = owner;
        request = what;
        intendedNanos = intended;
        sentNanos = nowNanos;
        firstWriteNanos = UNKNOWN;
        endNanos = 0;
        retried = false;
        status = 0;
    }

    void end(Outcome outcome, String detail, long nowNanos) {
        endNanos = nowNanos;
        // Waiting in vain is time the server took.
        leaves(outcome.timedOut() ? sentNanos : nowNanos);
        user = null;
        connection = null;
        handler.done(this, outcome, detail);
    }

    /** Its bytes leave with this turn of the loop. */
    void leaves(long nowNanos) {
        if (firstWriteNanos == UNKNOWN) {
            firstWriteNanos = nowNanos;
        }
    }

    ResponseHandler handler() {
        return handler;
    }

    /** Sent and not done. */
    public boolean active() {
        return user != null;
    }

    public Request request() {
        return request;
    }

    /** When the user's schedule wanted it. */
    public long intendedNanos() {
        return intendedNanos;
    }

    /**
     * When the driver first acted on the wire for it: the write of the request, or the opening of the connection that it needed. Waiting
     * for that connection is the server's doing. Never earlier than it was sent. If it never came so far: when it was sent where it timed
     * out, else its end.
     */
    public long firstWriteNanos() {
        return firstWriteNanos;
    }

    public long endNanos() {
        return endNanos;
    }

    /** 0 until the head has come. */
    public int status() {
        return status;
    }

    /** Whether it was sent again because a reused connection was closed under it. */
    public boolean retried() {
        return retried;
    }

    @Override
    protected void expired(long dueNanos) {
        user.timedOut(this);
    }
}
