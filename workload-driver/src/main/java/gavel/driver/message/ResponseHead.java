package gavel.driver.message;

import java.nio.charset.StandardCharsets;

/**
 * Status and the few headers the workload needs. One object for many responses: keep what you need, not the object. Texts are made
 * only when asked for.
 */
public final class ResponseHead {
    public static final long UNKNOWN = -1;

    /** What the body says it is. */
    public enum Content {
        NONE,
        JSON,
        PROBLEM,
        HTML,
        CSS,
        SCRIPT,
        JPEG,
        PNG,
        OTHER
    }

    int status;
    long contentLength;
    boolean chunked;
    boolean gzip;
    boolean keepAlive;
    long retryAfterSeconds;
    Content content = Content.NONE;
    final HeaderValue etag = new HeaderValue();

    void clear() {
        status = 0;
        contentLength = UNKNOWN;
        chunked = false;
        gzip = false;
        keepAlive = true;
        retryAfterSeconds = UNKNOWN;
        content = Content.NONE;
        etag.clear();
    }

    public int status() {
        return status;
    }

    /** Bytes of the body on the wire, {@link #UNKNOWN} when the server did not say. */
    public long contentLength() {
        return contentLength;
    }

    public Content content() {
        return content;
    }

    public boolean gzip() {
        return gzip;
    }

    /** {@link #UNKNOWN} when absent or a date. */
    public long retryAfterSeconds() {
        return retryAfterSeconds;
    }

    /** With its quotes; null when absent. */
    public String etag() {
        return etag.text();
    }

    @Override
    public String toString() {
        return status + " " + content + " length " + contentLength;
    }

    /** Bytes of one header's value, kept without making a text of them. */
    static final class HeaderValue {
        private byte[] bytes = {};
        private int length = -1;

        void clear() {
            length = -1;
        }

        void set(LineBytes line, int from, int to) {
            length = to - from;
            if (bytes.length < length) {
                bytes = new byte[length + 16];
            }
            for (int i = 0; i < length; i++) {
                bytes[i] = line.at(from + i);
            }
        }

        String text() {
            return length < 0 ? null : new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
        }
    }
}
