package gavel.driver.message;

/** Makes a {@link ResponseHead} of fields that come one by one, as HTTP/2 delivers them. One for each loop. */
public final class HeadFields {
    private final ResponseHead head = new ResponseHead();
    private final LineBytes line = new LineBytes();

    public void begin() {
        head.clear();
    }

    /** Reads {@code name: value}, the first {@code length} of the bytes. */
    public void field(byte[] bytes, int length) throws ProtocolException {
        line.hold(bytes, length);
        if (bytes[0] != ':') {
            Headers.read(line, head);
        } else if (line.startsWith(0, ":status: ")) {
            status((int) line.number(9, length));
        } else {
            throw new ProtocolException("not a field of a response: '" + line + "'");
        }
    }

    public void status(int status) throws ProtocolException {
        if (head.status != 0 || status < 100 || status > 999) {
            throw new ProtocolException("not one status of a response: " + status);
        }
        head.status = status;
    }

    /** Valid until the next one begins. */
    public ResponseHead head() {
        return head;
    }
}
