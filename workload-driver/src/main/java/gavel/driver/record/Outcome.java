package gavel.driver.record;

import java.util.Locale;

/** How an exchange or an operation ended. Everything but {@link #OK} is a failure class that reports count by name. */
public enum Outcome {
    OK,
    /** The connection was refused or the address could not be reached. */
    CONNECT,
    CONNECT_TIMEOUT,
    /** The handshake failed or the server's certificate was not accepted. */
    TLS,
    /** No connection came free in time. */
    ACQUIRE_TIMEOUT,
    RESPONSE_TIMEOUT,
    /** The connection or the stream was ended before any byte of the response. */
    RESET,
    /** The connection or the stream was ended within the response. */
    HALF_BODY,
    /** The server said that it did not work on the request (HTTP/2: GOAWAY, or REFUSED_STREAM). */
    REFUSED,
    /** What came is not HTTP. */
    PROTOCOL,
    /** A status that was not asked for. */
    STATUS,
    /** The status was right and what came with it was wrong. */
    CONTENT,
    /** No descriptor left: the driver's own limit. */
    DESCRIPTORS,
    /** No local port left: the driver's own limit. */
    PORTS,
    /** The driver gave it up, for example because the session was closed. */
    CANCELLED;

    private final String label;

    Outcome() {
        StringBuilder camel = new StringBuilder();
        for (String word : name().toLowerCase(Locale.ROOT).split("_")) {
            camel.append(camel.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
        }
        label = camel.toString();
    }

    /** The name in reports, such as {@code responseTimeout}. */
    public String label() {
        return label;
    }

    public boolean failed() {
        return this != OK;
    }

    /** The server has no part in it. */
    public boolean ofDriver() {
        return this == DESCRIPTORS || this == PORTS || this == CANCELLED;
    }

    /** A time-out's duration is a lower bound of the true one, so leaving it out of a distribution would flatter it. */
    public boolean timedOut() {
        return this == CONNECT_TIMEOUT || this == ACQUIRE_TIMEOUT || this == RESPONSE_TIMEOUT;
    }
}
