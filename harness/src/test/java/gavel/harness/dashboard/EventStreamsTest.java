package gavel.harness.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.IntervalReport.OperationInterval;
import gavel.harness.collect.Sample;
import gavel.harness.dashboard.state.DashboardState;
import gavel.harness.dashboard.state.SampleLoad;
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

class EventStreamsTest {
    private final AtomicLong nanos = new AtomicLong();
    private final DashboardState state = new DashboardState(new RunKind(), 2, () -> Instant.EPOCH);
    private final EventStreams streams = new EventStreams(state, nanos::get);
    private final StreamSlots slots = new StreamSlots(nanos::get);

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
            try (StreamSlots.Slot slot = streams.slots().take()) {
                streams.follow(slot, slow);
            } catch (IOException | InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Test
    void aSlowWatcherMissesSecondsAndTheRunDoesNotWaitForIt() throws Exception {
        SampleLoad.begin(state);
        Slow slow = new Slow();
        Thread watching = watch(slow);
        slow.stands.await();

        OperationInterval home = new OperationInterval("Home", 1, 1, 0, 0, 1);
        for (int i = 1; i <= 1_000; i++) {
            state.second(SampleLoad.second(i, "MEASURE", home), Sample.NONE);
        }
        state.close();
        slow.goesOn.countDown();
        watching.join();

        assertThat(slow.events()).as("the one it stood at, and the last").isEqualTo(2);
        assertThat(slow.taken.toString(StandardCharsets.UTF_8)).contains("\"second\":1000", "\"over\":true");
        assertThat(streams.slots().count()).isZero();
    }

    @Test
    void nobodyIsTakenBeyondTheLastPlace() {
        for (int i = 0; i < StreamSlots.MOST; i++) {
            assertThat(slots.take()).isNotNull();
        }
        assertThat(slots.take()).isNull();
    }

    @Test
    @Timeout(30)
    void whoTakesNothingLosesItsPlaceToTheNextAndWhoReadsKeepsIt() throws Exception {
        List<Slow> slow = new ArrayList<>();
        List<Thread> watching = new ArrayList<>();
        for (int i = 0; i < StreamSlots.MOST; i++) {
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
        assertThat(streams.slots().take()).as("ten seconds may happen").isNull();
        nanos.set(Duration.ofSeconds(11).toNanos());
        assertThat(streams.slots().take()).isNotNull();

        for (Thread thread : watching.subList(1, watching.size())) {
            thread.join();
        }
        state.close();
        watching.getFirst().join();
        assertThat(slow.getFirst().taken.toString(StandardCharsets.UTF_8)).contains("\"over\":true");
        assertThat(slow.getLast().taken.toString(StandardCharsets.UTF_8)).doesNotContain("\"over\":true");
    }

    @Test
    void theEndIsAwaitedOnlySoLong() throws InterruptedException {
        StreamSlots.Slot slot = slots.take();
        slots.awaitNobody(Duration.ofMillis(1));
        assertThat(slots.count()).isEqualTo(1);
        Thread leaving = Thread.ofVirtual().start(slot::close);
        slots.awaitNobody(Duration.ofSeconds(10));
        assertThat(slots.count()).isZero();
        leaving.join();
    }
}
