package gavel.harness.dashboard;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whole answers of a known length. */
final class Answers {
    static final int OK = 200;
    static final int NOT_FOUND = 404;

    private Answers() {}

    static void send(HttpExchange exchange, String type, byte[] body) throws IOException {
        send(exchange, OK, type, body);
    }

    /** A file as it is on the disk: it may be large, and is never in memory. */
    static void send(HttpExchange exchange, String type, Path file) throws IOException {
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", type);
            exchange.sendResponseHeaders(OK, 0);
            Files.copy(file, exchange.getResponseBody());
        }
    }

    static void refuse(HttpExchange exchange, int status, String reason) throws IOException {
        send(exchange, status, "text/plain; charset=utf-8", (reason + "\n").getBytes(StandardCharsets.UTF_8));
    }

    private static void send(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", type);
            boolean bodiless = body.length == 0 || exchange.getRequestMethod().equals("HEAD");
            exchange.sendResponseHeaders(status, bodiless ? -1 : body.length);
            if (!bodiless) {
                exchange.getResponseBody().write(body);
                // Before the rest of a request is waited for that may never come.
                exchange.getResponseBody().flush();
            }
        }
    }
}
