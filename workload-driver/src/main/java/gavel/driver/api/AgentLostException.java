package gavel.driver.api;

import java.io.IOException;

/** A driver that was running does not answer any more: its measurement cannot be trusted. */
public final class AgentLostException extends IOException {
    private static final long serialVersionUID = 1L;

    public AgentLostException(String message, Throwable cause) {
        super(message, cause);
    }
}
