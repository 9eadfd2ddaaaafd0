package gavel.auction.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.auction.problem.ApiProblem;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.catalina.connector.ClientAbortException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BodyReaderTest {
    private static final int MOST = 64 * 1024;

    private final List<Long> rooms = new ArrayList<>();
    private long now;

    @ParameterizedTest(name = "{0} bytes, {1} announced: {2}")
    @CsvSource({
        "0,      -1,     0",
        "300,    300,    0",
        "1024,   1024,   0",
        "1025,   1025,   0",
        "65536,  65536,  0",
        "65536,  -1,     0",
        "5000,   -1,     0",
        "65537,  -1,     413",
        "900000, -1,     413",
        "300,    65537,  413",
        "0,      8000200, 413",
        "299,    300,    400"
    })
    void isBoundedAsAnnouncedAndAsItComes(int length, long announced, int refusal) throws IOException {
        if (refusal == 0) {
            assertThat(read(new ByteArrayInputStream(new byte[length]), announced))
                    .hasSize(length);
        } else {
            assertRefused(new ByteArrayInputStream(new byte[length]), announced, refusal);
        }
    }

    @Test
    void whatIsAnnouncedTooLongIsNotRead() {
        InputStream never = new InputStream() {
            @Override
            public int read() {
                throw new AssertionError("a byte was read");
            }
        };
        assertRefused(never, MOST + 1, 413);
    }

    /** One byte each time; a body of 100 bytes has 10 s. */
    @ParameterizedTest(name = "a byte each {0} ms, {1} announced: {2}")
    @CsvSource({"99, 100, 0", "101, 100, 408", "500, -1, 408"})
    void hasToArriveInTime(long millis, long announced, int refusal) throws IOException {
        InputStream slow = new InputStream() {
            @Override
            public int read() {
                now += TimeUnit.MILLISECONDS.toNanos(millis);
                return 'x';
            }

            @Override
            public int read(byte[] into, int offset, int length) {
                into[offset] = (byte) read();
                return 1;
            }
        };
        if (refusal == 0) {
            assertThat(read(slow, announced)).hasSize((int) announced);
        } else {
            assertRefused(slow, announced, refusal);
        }
    }

    @Test
    void whoStopsIsTooSlowAndWhoLeavesIsNot() {
        assertRefused(failing(new ClientAbortException(new SocketTimeoutException())), 100, 408);
        assertRefused(failing(new ClientAbortException(new EOFException())), 100, 400);
    }

    private static InputStream failing(IOException failure) {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                throw failure;
            }
        };
    }

    @Test
    void memoryIsAskedForBeforeItIsTaken() throws IOException {
        read(new ByteArrayInputStream(new byte[1_000]), 1_000);
        assertThat(rooms).isEmpty();
        read(new ByteArrayInputStream(new byte[50_000]), 50_000);
        assertThat(rooms).containsExactly(50_000L);
        rooms.clear();
        read(new ByteArrayInputStream(new byte[5_000]), -1);
        assertThat(rooms).containsExactly(2_048L, 4_096L, 8_192L);
        assertThatThrownBy(() -> new BodyReader(() -> now)
                        .read(new ByteArrayInputStream(new byte[5_000]), 5_000, MOST, _ -> false))
                .isInstanceOfSatisfying(
                        ApiProblem.class,
                        problem -> assertThat(problem.status().value()).isEqualTo(503));
    }

    private byte[] read(InputStream in, long announced) throws IOException {
        return new BodyReader(() -> now).read(in, announced, MOST, rooms::add);
    }

    private void assertRefused(InputStream in, long announced, int status) {
        assertThatThrownBy(() -> read(in, announced)).isInstanceOfSatisfying(ApiProblem.class, problem -> assertThat(
                        problem.status().value())
                .isEqualTo(status));
    }
}
