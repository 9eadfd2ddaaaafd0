package gavel.driver.http;

import gavel.driver.message.ResponseSink;
import gavel.driver.record.Outcome;

/** Receives a response and learns how its exchange ended. Called on the loop's thread. */
public interface ResponseHandler extends ResponseSink {
    /**
     * Exactly once for each exchange that was sent, as the last call. The exchange may be sent again at once, also from within.
     *
     * @param outcome OK when the response is complete, whatever its status; else what went wrong on the way
     * @param detail what was found, without secrets; null when OK
     */
    void done(Exchange exchange, Outcome outcome, String detail);
}
