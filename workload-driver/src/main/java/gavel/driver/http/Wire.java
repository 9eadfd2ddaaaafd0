package gavel.driver.http;

import gavel.driver.message.ProtocolException;
import gavel.driver.record.Outcome;
import io.netty.buffer.ByteBuf;

/**
 * How an open connection carries exchanges: one after the other over HTTP/1.1, side by side over HTTP/2. Tells the session what became
 * of each. Owned by the loop's thread.
 */
interface Wire {
    /** Whether it can carry one more now. */
    boolean ready();

    /** Whether it carries nothing. */
    boolean idle();

    /** Whether it only finishes what it carries and takes nothing new. */
    boolean leaving();

    /** Whether it carries exchanges side by side, so that one can be given up without the others. */
    boolean shared();

    /** Writes the request; it leaves at the end of the turn. */
    void carry(Exchange exchange, long nowNanos);

    /** What was written in this turn leaves now. */
    void flushed(long nowNanos);

    /** @throws ProtocolException when the connection cannot be understood any more */
    void read(ByteBuf in) throws ProtocolException;

    /**
     * The connection is over.
     *
     * @param orderly closed by the other side, not broken: where a message may end with its connection it has
     * @throws ProtocolException when what came so far was no whole message though its end is the connection's
     */
    void ended(String why, boolean orderly) throws ProtocolException;

    /** The connection was closed for what is told: tells the session, and ends what was under way. */
    void failed(Outcome outcome, String detail);

    /** Gives one exchange up. Unless it is shared, the connection is of no use afterwards. */
    void giveUp(Exchange exchange, Outcome outcome, String detail);

    /** The session has closed the connection: ends what was under way. */
    void giveUpAll(Outcome outcome, String detail);
}
