package gavel.driver.message;

import io.netty.buffer.ByteBuf;

/**
 * One request, ready to be sent over HTTP/1.1 but for the {@code Host} header, which the connection knows, and taken apart for
 * HTTP/2. Immutable, so that a request without parameters is made once and sent by every user.
 */
public final class Request {
    private static final int VERSION_LENGTH = " HTTP/1.1\r\n".length();

    private final String method;
    private final byte[] bytes;
    private final int length;
    private final int hostAt;
    private final byte[] body;

    /** @param bytes the request line and headers in its first {@code length} bytes; it is the request's own from now on */
    Request(String method, byte[] bytes, int length, int hostAt, byte[] body) {
        this.method = method;
        this.bytes = bytes;
        this.length = length;
        this.hostAt = hostAt;
        this.body = body;
    }

    public String method() {
        return method;
    }

    /** Whether the answer has no body whatever its headers say. */
    public boolean headOnly() {
        return method.equals("HEAD");
    }

    /** Bytes it takes on the wire with the given header line. */
    public int length(byte[] hostLine) {
        return length + hostLine.length + body.length;
    }

    /** @param hostLine the complete {@code Host} header with its line end */
    public void writeTo(ByteBuf out, byte[] hostLine) {
        out.writeBytes(bytes, 0, hostAt);
        out.writeBytes(hostLine);
        out.writeBytes(bytes, hostAt, length - hostAt);
        out.writeBytes(body);
    }

    /** Shows path and headers; not those that every request has. */
    public void show(Parts parts) {
        int from = method.length() + 1;
        parts.path(bytes, from, hostAt - VERSION_LENGTH - from);
        showFields(bytes, hostAt + RequestTemplate.COMMON.length, length - 2, parts);
    }

    /** Shows the headers that every request has. */
    public static void showCommon(Parts parts) {
        showFields(RequestTemplate.COMMON, 0, RequestTemplate.COMMON.length, parts);
    }

    private static void showFields(byte[] lines, int from, int to, Parts parts) {
        int start = from;
        while (start < to) {
            int colon = start;
            while (lines[colon] != ':') {
                colon++;
            }
            int end = colon;
            while (lines[end] != '\r') {
                end++;
            }
            parts.field(lines, start, colon - start, end - colon - 2);
            start = end + 2;
        }
    }

    public byte[] body() {
        return body;
    }

    /** Method and target, as in {@code GET /api/auctions?page=2}. No header, so no secret. */
    @Override
    public String toString() {
        return new String(bytes, 0, hostAt, java.nio.charset.StandardCharsets.UTF_8).replace(" HTTP/1.1\r\n", "");
    }

    /** Takes a request apart. The arrays are the request's own: read them, and do not keep them. */
    public interface Parts {
        void path(byte[] bytes, int from, int length);

        /** A name in small letters, {@code ": "}, and a value. */
        void field(byte[] bytes, int from, int nameLength, int valueLength);
    }
}
