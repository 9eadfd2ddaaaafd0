package gavel.driver.stub;

/**
 * What the stub was asked: read once, by hand, because a measurement of the driver must not wait for its stub.
 *
 * @param uri path and query
 * @param token the authorization header, or null
 * @param etag the if-none-match header, or null
 * @param route method and path, with {@code *} for every segment that is an id
 * @param id the first of these segments, or empty
 */
record StubCall(String method, String uri, String token, String etag, String body, String route, String id) {

    static StubCall of(String method, String uri, String token, String etag, String body) {
        int end = uri.indexOf('?') < 0 ? uri.length() : uri.indexOf('?');
        StringBuilder route =
                new StringBuilder(method.length() + end + 1).append(method).append(' ');
        String id = "";
        for (int from = 1; from <= end; ) {
            int slash = uri.indexOf('/', from);
            int to = slash < 0 || slash > end ? end : slash;
            if (isId(uri, from, to)) {
                id = id.isEmpty() ? uri.substring(from, to) : id;
                route.append("/*");
            } else {
                route.append('/').append(uri, from, to);
            }
            from = to + 1;
        }
        return new StubCall(method, uri, token, etag, body, route.toString(), id);
    }

    /** Of a request's head as it came over HTTP/1.1, without the empty line. */
    static StubCall of(String head, String body) {
        int method = head.indexOf(' ');
        int uri = head.indexOf(' ', method + 1);
        return of(
                head.substring(0, method),
                head.substring(method + 1, uri),
                header(head, "authorization"),
                header(head, "if-none-match"),
                body);
    }

    /** Null when it is not there. */
    static String header(String head, String name) {
        for (int line = head.indexOf("\r\n"); line >= 0; line = head.indexOf("\r\n", line + 2)) {
            int colon = line + 2 + name.length();
            if (colon < head.length()
                    && head.charAt(colon) == ':'
                    && head.regionMatches(true, line + 2, name, 0, name.length())) {
                int end = head.indexOf("\r\n", colon);
                return head.substring(colon + 1, end < 0 ? head.length() : end).strip();
            }
        }
        return null;
    }

    private static boolean isId(String uri, int from, int to) {
        boolean bid = to - from > 1 && uri.charAt(from) == 'b';
        int digit = bid ? from + 1 : from;
        return digit < to && uri.charAt(digit) >= '0' && uri.charAt(digit) <= '9';
    }

    long query(String name, long otherwise) {
        int question = uri.indexOf('?');
        int at = question < 0 ? -1 : uri.indexOf(name + "=", question);
        if (at < 0 || uri.charAt(at - 1) != '?' && uri.charAt(at - 1) != '&') {
            return otherwise;
        }
        int from = at + name.length() + 1;
        int to = from;
        while (to < uri.length() && uri.charAt(to) >= '0' && uri.charAt(to) <= '9') {
            to++;
        }
        return to == from ? otherwise : Long.parseLong(uri, from, to, 10);
    }

    /** A member of the body's flat object, without its quotes; empty when it is not there. */
    String field(String name) {
        int at = body.indexOf("\"" + name + "\":");
        if (at < 0) {
            return "";
        }
        int from = at + name.length() + 3;
        from += from < body.length() && body.charAt(from) == '"' ? 1 : 0;
        int to = from;
        while (to < body.length() && "\",}".indexOf(body.charAt(to)) < 0) {
            to++;
        }
        return body.substring(from, to);
    }

    /** Bytes of the body that follows a head; 0 when it does not say. */
    static int bodyLength(String head) {
        String length = head.startsWith("GET ") ? null : header(head, "content-length");
        return length == null ? 0 : Integer.parseInt(length);
    }
}
