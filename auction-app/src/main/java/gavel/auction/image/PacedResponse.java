package gavel.auction.image;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * A picture on its way to a client, which has as much time for it as a slow line needs. A client that takes a little now and then would
 * otherwise hold the memory of the picture that others need.
 */
final class PacedResponse extends HttpServletResponseWrapper {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int SLOWEST_BYTES_PER_SECOND = 64 * 1024;
    private static final int PIECE = 16 * 1024;

    private final LongSupplier nanoClock;

    PacedResponse(HttpServletResponse response, LongSupplier nanoClock) {
        super(response);
        this.nanoClock = nanoClock;
    }

    @Override
    public ServletOutputStream getOutputStream() throws IOException {
        return new Paced(super.getOutputStream(), nanoClock);
    }

    /** When so many bytes must be gone, since the first. */
    static Duration allowed(long bytes) {
        return PATIENCE.plusSeconds(bytes / SLOWEST_BYTES_PER_SECOND);
    }

    private static final class Paced extends ServletOutputStream {
        private final ServletOutputStream out;
        private final LongSupplier nanoClock;
        private final long start;
        private long sent;

        Paced(ServletOutputStream out, LongSupplier nanoClock) {
            this.out = out;
            this.nanoClock = nanoClock;
            this.start = nanoClock.getAsLong();
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            for (int done = 0; done < length; done += PIECE) {
                if (nanoClock.getAsLong() - start > allowed(sent).toNanos()) {
                    // As if the client had left: no error, and nothing is wrong here.
                    throw new EOFException("The client takes its picture too slowly.");
                }
                int piece = Math.min(PIECE, length - done);
                out.write(bytes, from + done, piece);
                sent += piece;
            }
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }

        @Override
        public void close() throws IOException {
            out.close();
        }

        @Override
        public boolean isReady() {
            return out.isReady();
        }

        @Override
        public void setWriteListener(WriteListener listener) {
            out.setWriteListener(listener);
        }
    }
}
