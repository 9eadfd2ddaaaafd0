package gavel.auction.body;

import gavel.auction.problem.ApiProblem;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import org.springframework.http.HttpStatus;

/**
 * Reads a body whole, before anything is made of it. Takes no more bytes than allowed, in no more time than a slow line needs, and only
 * while there is memory for it. So a slow sender holds memory only for what has arrived.
 */
final class BodyReader {
    private static final int FIRST_BYTES = 1024;
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int SLOWEST_BYTES_PER_SECOND = 64 * 1024;
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final LongSupplier nanoClock;

    BodyReader(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /**
     * @param announced -1 when it is not
     * @param room is told the size of the whole before it is allocated, and says whether there is memory for it
     * @throws ApiProblem 400, 408, 413 or 503
     */
    byte[] read(InputStream in, long announced, int most, LongPredicate room) {
        requireLength(announced, most);
        int expected = announced < 0 ? most : (int) announced;
        long deadline = nanoClock.getAsLong()
                + PATIENCE.plusSeconds(expected / SLOWEST_BYTES_PER_SECOND).toNanos();
        byte[] body = new byte[Math.min(expected, FIRST_BYTES)];
        int length = 0;
        while (length < expected) {
            if (length == body.length) {
                // What is announced is taken at once, so that it is not copied time and again.
                body = grown(body, announced < 0 ? Math.min(most, 2 * length) : expected, room);
            }
            int count = read(in, body, length);
            if (count < 0) {
                break;
            }
            length += count;
            if (nanoClock.getAsLong() - deadline > 0) {
                throw tooLong();
            }
        }
        if (length < announced) {
            throw ApiProblem.invalid("body", "must be as long as its Content-Length says: " + announced);
        }
        if (announced < 0 && length == most && read(in, new byte[1], 0) >= 0) {
            throw ApiProblem.tooLarge(String.format(Locale.ROOT, "The body may have at most %,d bytes.", most));
        }
        return length == body.length ? body : Arrays.copyOf(body, length);
    }

    private static ApiProblem tooLong() {
        return ApiProblem.of(HttpStatus.REQUEST_TIMEOUT, "The body took too long to arrive.");
    }

    /** A client that disconnects within its body gets no answer; one that only stops sending may still read one. */
    private static int read(InputStream in, byte[] into, int from) {
        try {
            return in.read(into, from, into.length - from);
        } catch (IOException e) {
            if (e.getCause() instanceof SocketTimeoutException) {
                throw tooLong();
            }
            throw ApiProblem.invalid("body", "ended before it was complete");
        }
    }

    static void requireLength(long announced, int most) {
        if (announced > most) {
            throw ApiProblem.tooLarge(
                    String.format(Locale.ROOT, "The body may have at most %,d bytes: %,d.", most, announced));
        }
    }

    private static byte[] grown(byte[] body, int size, LongPredicate room) {
        if (!room.test(size)) {
            throw ApiProblem.unavailable("Too many large bodies are arriving; nothing was done.", RETRY_AFTER);
        }
        return Arrays.copyOf(body, size);
    }
}
