package gavel.harness.platform.ssh.connection;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** What a login prints before the first line that was asked for: skipped up to a bound. */
final class Banner {
    enum Outcome {
        FOUND,
        ENDED,
        TOO_LONG,
        TIMED_OUT
    }

    private final InputStream stream;
    private final String marker;
    private final int bound;
    private final ByteArrayOutputStream skipped = new ByteArrayOutputStream();

    /** @param marker a line */
    Banner(InputStream stream, String marker, int bound) {
        this.stream = stream;
        this.marker = marker;
        this.bound = bound;
    }

    Outcome await(Duration limit) throws InterruptedException {
        CompletableFuture<Outcome> outcome = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> outcome.complete(read()));
        try {
            return outcome.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return Outcome.TIMED_OUT;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    private Outcome read() {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try {
            for (int next = stream.read(); next >= 0; next = stream.read()) {
                if (next != '\n') {
                    line.write(next);
                } else if (line.toString(StandardCharsets.UTF_8).strip().equals(marker)) {
                    return Outcome.FOUND;
                } else {
                    line.reset();
                }
                synchronized (skipped) {
                    skipped.write(next);
                    if (skipped.size() > bound) {
                        return Outcome.TOO_LONG;
                    }
                }
            }
        } catch (IOException ended) {
            return Outcome.ENDED;
        }
        return Outcome.ENDED;
    }

    List<String> lines() {
        synchronized (skipped) {
            return skipped.toString(StandardCharsets.UTF_8).lines().toList();
        }
    }
}
