package gavel.driver.api;

import gavel.driver.api.text.DurationWords;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntConsumer;

/**
 * Reads a pipe as long as something comes. To open one waits for a writer, and nothing can end that: a thread of its own does,
 * and is left alone without one.
 */
final class PipeReading {
    private final Path pipe;
    private final Reader reader;
    private final AtomicLong read = new AtomicLong();
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();

    /** Reads all, and tells of each part. */
    interface Reader {
        byte[] readAll(IntConsumer counted) throws IOException;
    }

    PipeReading(Path pipe, Reader reader) {
        this.pipe = pipe;
        this.reader = reader;
    }

    /** @throws IOException also when nothing comes for so long */
    byte[] within(Duration silence) throws IOException {
        Thread.ofPlatform().daemon().name("pipe").start(this::read);
        long before = -1;
        while (true) {
            try {
                return whole.get(silence.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException silent) {
                if (read.get() == Math.max(0, before)) {
                    throw new IOException(
                            "nothing came from the pipe " + pipe + " for " + DurationWords.of(silence)
                                    + ": does anybody write to it?",
                            silent);
                }
                before = read.get();
            } catch (ExecutionException failed) {
                throw failed.getCause() instanceof IOException io ? io : new IOException(failed.getCause());
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                throw new InterruptedIOException("interrupted while " + pipe + " was read");
            }
        }
    }

    private void read() {
        try {
            whole.complete(reader.readAll(read::addAndGet));
        } catch (IOException | RuntimeException | Error failed) {
            whole.completeExceptionally(failed);
        }
    }
}
