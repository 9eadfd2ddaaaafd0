package gavel.driver.message;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A request with holes: {@code GET /api/auctions/{auction}/live?after={revision}}. The fixed pieces are encoded once; filling the
 * holes writes digits and text into one array.
 */
public final class RequestTemplate {
    private static final byte[] LINE_END = " HTTP/1.1\r\n".getBytes(StandardCharsets.US_ASCII);
    static final byte[] COMMON =
            "accept-encoding: gzip\r\naccept: */*\r\nuser-agent: gavel\r\n".getBytes(StandardCharsets.US_ASCII);

    private final String method;
    private final List<byte[]> pieces;

    private RequestTemplate(String method, List<byte[]> pieces) {
        this.method = method;
        this.pieces = pieces;
    }

    /** @param path begins with a slash; each {@code {name}} is a hole */
    public static RequestTemplate of(String method, String path) {
        requirePath(path);
        List<byte[]> pieces = new ArrayList<>();
        int from = 0;
        for (int open = path.indexOf('{'); open >= 0; open = path.indexOf('{', from)) {
            pieces.add(ascii(path.substring(from, open)));
            from = path.indexOf('}', open) + 1;
            if (from == 0) {
                throw new IllegalArgumentException("a hole of the path is not closed: " + path);
            }
        }
        pieces.add(ascii(path.substring(from)));
        pieces.set(0, concat(ascii(method + " "), pieces.getFirst()));
        return new RequestTemplate(method, List.copyOf(pieces));
    }

    public static RequestTemplate get(String path) {
        return of("GET", path);
    }

    /** A request for a link that has been checked and is taken as it is; no template is made of it, for it is used once. */
    public static Request link(String path) {
        requirePath(path);
        ByteArray bytes =
                new ByteArray(96 + path.length()).append("GET ").append(path).append(LINE_END);
        int hostAt = bytes.length();
        bytes.append(COMMON).append("\r\n");
        return new Request("GET", bytes.array(), bytes.length(), hostAt, Filling.NO_BODY);
    }

    public static RequestTemplate post(String path) {
        return of("POST", path);
    }

    public static RequestTemplate put(String path) {
        return of("PUT", path);
    }

    public static RequestTemplate delete(String path) {
        return of("DELETE", path);
    }

    public int holes() {
        return pieces.size() - 1;
    }

    /** Begins a request; fill the holes from left to right, then the headers, then {@link Filling#build}. */
    public Filling fill() {
        return new Filling(this);
    }

    /** The request of a template without holes, without further headers. */
    public Request request() {
        return fill().build();
    }

    private static void requirePath(String path) {
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("a request's path must begin with '/': " + path);
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private static byte[] concat(byte[] first, byte[] second) {
        byte[] both = java.util.Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    /** A request in the making; used once, by one thread. */
    public static final class Filling {
        private static final byte[] NO_BODY = {};
        private final RequestTemplate template;
        private final ByteArray bytes = new ByteArray(256);
        private int filled;
        private int hostAt;

        private Filling(RequestTemplate template) {
            this.template = template;
            bytes.append(template.pieces.getFirst());
            lineEndAfterLastHole();
        }

        public Filling with(long value) {
            beforeHole();
            bytes.append(value);
            return afterHole();
        }

        /** Text is percent-encoded, but for {@code /}, so that a cursor or a search word cannot break out of its hole. */
        public Filling with(String value) {
            beforeHole();
            bytes.appendEncoded(value);
            return afterHole();
        }

        /** Null leaves the header out. */
        public Filling bearer(String token) {
            return token == null ? this : header("authorization", "Bearer " + token);
        }

        /** Null leaves the header out. */
        public Filling header(String name, String value) {
            complete();
            if (value != null) {
                bytes.append(name).append(": ").append(value).append("\r\n");
            }
            return this;
        }

        public Request build() {
            complete();
            if (template.method.equals("POST") || template.method.equals("PUT")) {
                header("content-length", "0");
            }
            return finish(NO_BODY);
        }

        public Request json(byte[] body) {
            return body("application/json", body);
        }

        public Request body(String contentType, byte[] body) {
            header("content-type", contentType).header("content-length", Integer.toString(body.length));
            return finish(body);
        }

        private Request finish(byte[] body) {
            bytes.append("\r\n");
            return new Request(template.method, bytes.array(), bytes.length(), hostAt, body);
        }

        private void beforeHole() {
            if (filled == template.holes()) {
                throw new IllegalStateException("all " + filled + " holes are filled: " + bytes);
            }
        }

        private Filling afterHole() {
            bytes.append(template.pieces.get(++filled));
            lineEndAfterLastHole();
            return this;
        }

        private void lineEndAfterLastHole() {
            if (filled == template.holes()) {
                bytes.append(LINE_END);
                hostAt = bytes.length();
                bytes.append(COMMON);
            }
        }

        private void complete() {
            if (filled < template.holes()) {
                throw new IllegalStateException(
                        "only " + filled + " of " + template.holes() + " holes are filled: " + bytes);
            }
        }
    }
}
