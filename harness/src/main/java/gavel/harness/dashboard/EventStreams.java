package gavel.harness.dashboard;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import gavel.harness.dashboard.state.DashboardState;
import gavel.harness.dashboard.state.Frame;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.LongSupplier;
import tools.jackson.databind.json.JsonMapper;

/**
 * Tells each watcher the newest state as a server-sent event whenever it is ready for one. There is no queue: a slow watcher misses
 * frames, and one that takes none at all loses its slot when another needs it. A frame is written down once for all of them, and not at
 * all without a watcher. Each watcher is served by a thread of its own.
 */
final class EventStreams implements HttpHandler {
    private static final int TOO_MANY = 503;
    private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(10);
    private static final byte[] NOTHING_NEW = ":\n\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] RETRY = "retry: 2000\n\n".getBytes(StandardCharsets.US_ASCII);
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final DashboardState state;
    private final StreamSlots slots;
    private final Object writingDown = new Object();
    private Event event = new Event(-1, new byte[0], false);

    EventStreams(DashboardState state, LongSupplier nanos) {
        this.state = state;
        this.slots = new StreamSlots(nanos);
    }

    private record Event(int number, byte[] bytes, boolean last) {}

    StreamSlots slots() {
        return slots;
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        StreamSlots.Slot slot = slots.take();
        if (slot == null) {
            Answers.refuse(exchange, TOO_MANY, StreamSlots.MOST + " pages watch already; close one of them");
            return;
        }
        // The slot last: who waits for it knows that the answer has been ended.
        try (slot;
                exchange) {
            exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(Answers.OK, 0);
            follow(slot, exchange.getResponseBody());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Until the state is closed or the watcher has gone. */
    void follow(StreamSlots.Slot slot, OutputStream out) throws IOException, InterruptedException {
        slot.write(out, RETRY);
        Event told = newest();
        slot.write(out, told.bytes());
        while (!told.last()) {
            if (state.awaitNewer(told.number(), SIGN_OF_LIFE)) {
                told = newest();
                slot.write(out, told.bytes());
            } else {
                slot.write(out, NOTHING_NEW);
            }
        }
    }

    private Event newest() {
        synchronized (writingDown) {
            Frame frame = state.frame();
            if (frame.number() != event.number()) {
                String text = "data: " + JSON.writeValueAsString(frame) + "\n\n";
                event = new Event(frame.number(), text.getBytes(StandardCharsets.UTF_8), frame.over());
            }
            return event;
        }
    }
}
