package gavel.harness.dashboard;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import gavel.harness.dashboard.board.Board;
import gavel.harness.dashboard.board.Frame;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.LongSupplier;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tells each watcher the newest state as a server-sent event whenever it is ready for one. There is no queue: a slow watcher misses
 * frames, and one that takes none at all loses its place when another needs it. A frame is written down once for all of them, and not at
 * all when nobody watches. Each watcher is served by a thread of its own.
 */
final class Watchers implements HttpHandler {
    private static final int TOO_MANY = 503;
    private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(10);
    private static final byte[] NOTHING_NEW = ":\n\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] RETRY = "retry: 2000\n\n".getBytes(StandardCharsets.US_ASCII);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Board board;
    private final Places places;
    private final Object writingDown = new Object();
    private Event event = new Event(-1, new byte[0], false);

    Watchers(Board board, LongSupplier nanos) {
        this.board = board;
        this.places = new Places(nanos);
    }

    private record Event(int number, byte[] bytes, boolean last) {}

    Places places() {
        return places;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        Places.Place place = places.take();
        if (place == null) {
            Answers.refuse(exchange, TOO_MANY, Places.MOST + " pages watch already; close one of them");
            return;
        }
        // The place last: who waits for it knows that the answer has been ended.
        try (place;
                exchange) {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(Answers.OK, 0);
            follow(place, exchange.getResponseBody());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Until the board is closed or the watcher has gone. */
    void follow(Places.Place place, OutputStream out) throws IOException, InterruptedException {
        place.write(out, RETRY);
        Event told = newest();
        place.write(out, told.bytes());
        while (!told.last()) {
            if (board.awaitNewer(told.number(), SIGN_OF_LIFE)) {
                told = newest();
                place.write(out, told.bytes());
            } else {
                place.write(out, NOTHING_NEW);
            }
        }
    }

    private Event newest() {
        synchronized (writingDown) {
            Frame frame = board.frame();
            if (frame.number() != event.number()) {
                String text = "data: " + JSON.writeValueAsString(frame) + "\n\n";
                event = new Event(frame.number(), text.getBytes(StandardCharsets.UTF_8), frame.over());
            }
            return event;
        }
    }
}
