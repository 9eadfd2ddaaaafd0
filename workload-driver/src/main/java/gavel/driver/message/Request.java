package gavel.driver.message;

import io.netty.buffer.ByteBuf;

/**
 * One HTTP/1.1 request, ready to be sent but for the {@code Host} header, which the connection knows. Immutable, so that a request
 * without parameters is made once and sent by every user.
 */
public final class Request {
    private final String method;
    private final byte[] bytes;
    private final int hostAt;
    private final byte[] body;
    private final boolean idempotent;

    Request(String method, byte[] bytes, int hostAt, byte[] body) {
        this.method = method;
        this.bytes = bytes;
        this.hostAt = hostAt;
        this.body = body;
        this.idempotent = !method.equals("POST") && !method.equals("PATCH");
    }

    public String method() {
        return method;
    }

    /** Whether a browser may send it again. */
    public boolean idempotent() {
        return idempotent;
    }

    /** Whether the answer has no body whatever its headers say. */
    public boolean headOnly() {
        return method.equals("HEAD");
    }

    /** Bytes it takes on the wire with the given header line. */
    public int length(byte[] hostLine) {
        return bytes.length + hostLine.length + body.length;
    }

    /** @param hostLine the complete {@code Host} header with its line end */
    public void writeTo(ByteBuf out, byte[] hostLine) {
        out.writeBytes(bytes, 0, hostAt);
        out.writeBytes(hostLine);
        out.writeBytes(bytes, hostAt, bytes.length - hostAt);
        out.writeBytes(body);
    }

    /** Method and target, as in {@code GET /api/auctions?page=2}. No header, so no secret. */
    @Override
    public String toString() {
        return new String(bytes, 0, hostAt, java.nio.charset.StandardCharsets.UTF_8).replace(" HTTP/1.1\r\n", "");
    }
}
