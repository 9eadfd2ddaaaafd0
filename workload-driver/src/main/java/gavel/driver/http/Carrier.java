package gavel.driver.http;

import gavel.driver.message.Request;

/** Carries the exchanges of one session, and tells their handlers how they went. Owned by the loop's thread. */
public interface Carrier extends AutoCloseable {
    /**
     * Sends a request; the exchange's handler hears of its end exactly once.
     *
     * @param intendedNanos when the user's schedule wanted it; travels with the exchange
     */
    void send(Exchange exchange, Request request, long intendedNanos);

    /** Gives an exchange up; its handler hears CANCELLED. Harmless when it is done. */
    void cancel(Exchange exchange);

    /** Ends the session: whatever is under way is cancelled. Closing twice is harmless. */
    @Override
    void close();
}
