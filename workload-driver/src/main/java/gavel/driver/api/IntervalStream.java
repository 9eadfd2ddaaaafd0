package gavel.driver.api;

import gavel.driver.api.text.DurationWords;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import tools.jackson.core.JacksonException;

/** An agent's interval reports while they come, with an empty line each second as a sign of life. Read by a thread of its own. */
final class IntervalStream {
    private static final String LAST_LINE = "end";

    private final InputStream in;
    private final Consumer<IntervalReport> intervals;
    private final LongSupplier clock;
    private final Semaphore heard = new Semaphore(0);
    private volatile boolean ended;
    private volatile Exception broken;

    private IntervalStream(InputStream in, Consumer<IntervalReport> intervals, LongSupplier clock) {
        this.in = in;
        this.intervals = intervals;
        this.clock = clock;
    }

    /** @param clock monotonic nanoseconds */
    static IntervalStream follow(InputStream in, Consumer<IntervalReport> intervals, LongSupplier clock) {
        IntervalStream stream = new IntervalStream(in, intervals, clock);
        Thread.ofVirtual().name("agent-intervals").start(stream::read);
        return stream;
    }

    /** False when {@code timeout} has passed first. Silence counts as broken. */
    boolean awaitEnd(Duration timeout, Duration silence) throws InterruptedException {
        long began = clock.getAsLong();
        long left = timeout.toNanos();
        while (!ended && left > 0) {
            long patience = Math.min(silence.toNanos(), left);
            boolean spoke = heard.tryAcquire(patience, TimeUnit.NANOSECONDS);
            if (!spoke && !ended && patience == silence.toNanos()) {
                broken = new IOException("not a word for " + DurationWords.of(silence));
                ended = true;
            }
            left = timeout.toNanos() - (clock.getAsLong() - began);
        }
        return ended;
    }

    /** Null when the stream ended as it should. */
    Exception broken() {
        return broken;
    }

    void close() {
        try {
            in.close();
        } catch (IOException ignored) {
            // The other side is gone, which is as closed as it gets.
        }
    }

    private void read() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            String line = lines.readLine();
            while (line != null && !line.equals(LAST_LINE)) {
                heard.release();
                if (!line.isEmpty()) {
                    intervals.accept(AgentJson.MAPPER.readValue(line, IntervalReport.class));
                }
                line = lines.readLine();
            }
            if (line == null) {
                broken = new IOException("the connection ended within the run");
            }
        } catch (IOException | JacksonException gone) {
            broken = gone;
        } finally {
            ended = true;
            heard.release();
        }
    }
}
