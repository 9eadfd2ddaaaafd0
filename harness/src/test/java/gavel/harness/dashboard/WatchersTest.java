package gavel.harness.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.IntervalReport.OperationInterval;
import gavel.harness.collect.Sample;
import gavel.harness.dashboard.board.Board;
import gavel.harness.dashboard.board.SampleLoad;
import gavel.harness.kind.RunKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class WatchersTest {
    private final AtomicLong nanos = new AtomicLong();
    private final Board board = new Board(new RunKind(), 2, () -> Instant.EPOCH);
    private final Watchers watchers = new Watchers(board, nanos::get);
    private final Places places = new Places(nanos::get);

    /** Takes one event and then nothing until it is told to. */
    private static final class Slow extends OutputStream {
        final ByteArrayOutputStream taken = new ByteArrayOutputStream();
        final CountDownLatch stands = new CountDownLatch(1);
        final CountDownLatch goesOn = new CountDownLatch(1);

        @Override
        public void write(int b) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            taken.write(bytes, from, length);
            if (taken.toString(StandardCharsets.UTF_8).contains("data: ")) {
                stands.countDown();
                try {
                    goesOn.await();
                } catch (InterruptedException e) {
                    throw new IOException("closed by interrupt", e);
                }
            }
        }

        long events() {
            return taken.toString(StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> line.startsWith("data: "))
                    .count();
        }
    }

    private Thread watch(Slow slow) {
        return Thread.ofVirtual().start(() -> {
            try (Places.Place place = watchers.places().take()) {
                watchers.follow(place, slow);
            } catch (IOException | InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Test
    void aSlowWatcherMissesSecondsAndTheRunDoesNotWaitForIt() throws Exception {
        SampleLoad.begin(board);
        Slow slow = new Slow();
        Thread watching = watch(slow);
        slow.stands.await();

        OperationInterval home = new OperationInterval("Home", 1, 1, 0, 0, 1);
        for (int i = 1; i <= 1_000; i++) {
            board.second(SampleLoad.second(i, "MEASURE", home), Sample.NONE);
        }
        board.close();
        slow.goesOn.countDown();
        watching.join();

        assertThat(slow.events()).as("the one it stood at, and the last").isEqualTo(2);
        assertThat(slow.taken.toString(StandardCharsets.UTF_8)).contains("\"second\":1000", "\"over\":true");
        assertThat(watchers.places().count()).isZero();
    }

    @Test
    void nobodyIsTakenBeyondTheLastPlace() {
        for (int i = 0; i < Places.MOST; i++) {
            assertThat(places.take()).isNotNull();
        }
        assertThat(places.take()).isNull();
    }

    @Test
    @Timeout(30)
    void whoTakesNothingLosesItsPlaceToTheNextAndWhoReadsKeepsIt() throws Exception {
        List<Slow> slow = new ArrayList<>();
        List<Thread> watching = new ArrayList<>();
        for (int i = 0; i < Places.MOST; i++) {
            slow.add(new Slow());
            watching.add(watch(slow.getLast()));
        }
        for (Slow one : slow) {
            one.stands.await();
        }
        slow.getFirst().goesOn.countDown();
        // Until it has taken what there is and waits for more: time must not pass while it takes.
        while (!slow.getFirst().taken.toString(StandardCharsets.UTF_8).contains("data:")
                || watching.getFirst().getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }

        nanos.set(Duration.ofSeconds(10).toNanos());
        assertThat(watchers.places().take()).as("ten seconds may happen").isNull();
        nanos.set(Duration.ofSeconds(11).toNanos());
        assertThat(watchers.places().take()).isNotNull();

        for (Thread thread : watching.subList(1, watching.size())) {
            thread.join();
        }
        board.close();
        watching.getFirst().join();
        assertThat(slow.getFirst().taken.toString(StandardCharsets.UTF_8)).contains("\"over\":true");
        assertThat(slow.getLast().taken.toString(StandardCharsets.UTF_8)).doesNotContain("\"over\":true");
    }

    @Test
    void theEndIsAwaitedOnlySoLong() throws InterruptedException {
        Places.Place place = places.take();
        places.awaitNobody(Duration.ofMillis(1));
        assertThat(places.count()).isEqualTo(1);
        Thread leaving = Thread.ofVirtual().start(place::close);
        places.awaitNobody(Duration.ofSeconds(10));
        assertThat(places.count()).isZero();
        leaving.join();
    }
}
