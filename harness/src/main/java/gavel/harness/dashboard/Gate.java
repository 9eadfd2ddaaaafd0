package gavel.harness.dashboard;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/**
 * Lets through what a browser on this machine asks for itself. All requests only read, except the request to stop. A foreign name that points here (DNS
 * rebinding) is no name of this server, and pages of other sites may lead here but not fetch from here.
 */
final class Gate extends Filter {
    private static final int FORBIDDEN = 403;
    private static final int METHOD_NOT_ALLOWED = 405;
    private static final int MISDIRECTED = 421;
    /** Files of this server and nothing else; it cannot be framed and sends nothing anywhere. */
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none';"
                    + " form-action 'none'; frame-ancestors 'none'";

    private final int port;
    private final Set<String> names;

    Gate(int port) {
        this.port = port;
        names = Set.of("127.0.0.1:" + port, "localhost:" + port);
    }

    @Override
    public String description() {
        return "reading only, by the names of this server";
    }

    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
        Headers answer = exchange.getResponseHeaders();
        answer.set("Content-Security-Policy", POLICY);
        answer.set("X-Content-Type-Options", "nosniff");
        answer.set("Referrer-Policy", "no-referrer");
        answer.set("Cross-Origin-Resource-Policy", "same-origin");
        answer.set("Cross-Origin-Opener-Policy", "same-origin");
        answer.set("Cache-Control", "no-store");
        Headers asked = exchange.getRequestHeaders();
        List<String> hosts = asked.getOrDefault("Host", List.of());
        if (hosts.size() != 1 || !names.contains(hosts.getFirst())) {
            Answers.refuse(
                    exchange,
                    MISDIRECTED,
                    "this page is http://127.0.0.1:" + port + " and nothing else; from another machine,"
                            + " with the same port at both ends: ssh -L " + port + ":127.0.0.1:" + port);
        } else if (!exchange.getRequestMethod().equals(method(exchange))) {
            answer.set("Allow", method(exchange));
            Answers.refuse(exchange, METHOD_NOT_ALLOWED, "only " + method(exchange));
        } else if (elsewhere(asked)) {
            Answers.refuse(exchange, FORBIDDEN, "not for pages of other sites");
        } else {
            chain.doFilter(exchange);
        }
    }

    private static String method(HttpExchange exchange) {
        return exchange.getRequestURI().getRawPath().equals(StopRequest.PATH) ? "POST" : "GET";
    }

    /** Whether another site's page wants to have it, rather than a person who follows a link. */
    private static boolean elsewhere(Headers asked) {
        String site = asked.getFirst("Sec-Fetch-Site");
        boolean own = site == null || site.equals("same-origin") || site.equals("none");
        return !own && !"navigate".equals(asked.getFirst("Sec-Fetch-Mode"));
    }
}
