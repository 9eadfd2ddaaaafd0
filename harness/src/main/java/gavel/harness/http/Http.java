package gavel.harness.http;

import java.net.URI;

/** The few requests the harness makes itself. Never throws for an answer, whatever its status. */
public interface Http {
    /**
     * @param token bearer token, null for none
     * @param body JSON, null for none
     */
    Answer send(String method, URI uri, String token, String body) throws InterruptedException;

    /**
     * @param status 0 without an answer
     * @param body text; the reason without an answer
     */
    record Answer(int status, String body) {
        public boolean ok() {
            return status >= 200 && status < 300;
        }

        /** For messages: status and the beginning of the body. */
        public String brief() {
            String text = body.length() > 300 ? body.substring(0, 300) + "…" : body;
            return status == 0 ? text : status + " " + text;
        }
    }

    /** The same for servers whose certificates this authority signed; itself for null. */
    default Http trusting(String authority) {
        return this;
    }

    default Answer get(URI uri, String token) throws InterruptedException {
        return send("GET", uri, token, null);
    }
}
