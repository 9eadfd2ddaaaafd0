package gavel.driver.message;

/** What a server sent is not a response of HTTP/1.1; the message says where it goes wrong. */
public final class ProtocolException extends Exception {
    private static final long serialVersionUID = 1L;

    public ProtocolException(String message) {
        super(message, null, false, false);
    }
}
