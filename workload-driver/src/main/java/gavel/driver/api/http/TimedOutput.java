package gavel.driver.api.http;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * What is written to a client that may not read: a write that takes too long is interrupted, which closes the connection. For a thread that
 * serves this connection and nothing else.
 */
public final class TimedOutput extends FilterOutputStream {
    private static final int PIECE = 64 << 10;

    private final ScheduledExecutorService watch;
    private final Duration longest;

    /** @param longest that {@value #PIECE} bytes may take */
    public TimedOutput(OutputStream out, ScheduledExecutorService watch, Duration longest) {
        super(out);
        this.watch = watch;
        this.longest = longest;
    }

    private interface Writing {
        void write() throws IOException;
    }

    @Override
    public void write(int single) throws IOException {
        timed(() -> out.write(single));
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        for (int done = 0; done < length; ) {
            int begin = from + done;
            int piece = Math.min(PIECE, length - done);
            timed(() -> out.write(bytes, begin, piece));
            done += piece;
        }
    }

    @Override
    public void flush() throws IOException {
        timed(out::flush);
    }

    /** Without what is left to write: flush before. */
    @Override
    public void close() throws IOException {
        timed(out::close);
    }

    private void timed(Writing writing) throws IOException {
        Thread writer = Thread.currentThread();
        ScheduledFuture<?> end = watch.schedule(writer::interrupt, longest.toNanos(), TimeUnit.NANOSECONDS);
        try {
            writing.write();
        } finally {
            end.cancel(false);
        }
    }
}
