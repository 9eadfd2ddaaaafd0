package gavel.harness.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.run.FakeTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TimekeeperTest {
    private final FakeTime time = new FakeTime();
    private final Instant start = time.instant();

    private Duration passed() {
        return Duration.between(start, time.instant());
    }

    @Test
    void whatHoldsAlreadyIsNotWaitedFor() throws Exception {
        assertThat(time.await(() -> true, Duration.ofSeconds(5))).isTrue();
        assertThat(passed()).isZero();
    }

    @Test
    void waitingEndsWithTheFirstLookThatSeesIt() throws Exception {
        AtomicInteger looks = new AtomicInteger();

        assertThat(time.await(() -> looks.incrementAndGet() == 4, Duration.ofSeconds(5)))
                .isTrue();
        assertThat(passed()).isEqualTo(Timekeeper.BEAT.multipliedBy(3));
    }

    @Test
    void whatNeverHoldsIsGivenUpAfterTheTimeOutAndNotMuchLater() throws Exception {
        assertThat(time.await(() -> false, Duration.ofSeconds(2))).isFalse();
        assertThat(passed())
                .isBetween(Duration.ofSeconds(2), Duration.ofSeconds(2).plus(Timekeeper.BEAT));
    }

    @Test
    void anInterruptEndsTheWaiting() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> time.await(() -> false, Duration.ofDays(1))).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).as("and is used up").isFalse();
    }

    /** NTP may set a clock that was wrong by minutes, in the middle of a measurement. */
    @Test
    void aClockThatIsSetMovesNoMoment() throws Exception {
        AtomicLong nanos = new AtomicLong(5_000_000_000L);
        FakeTime clock = new FakeTime();
        Timekeeper steady = Timekeeper.steady(clock, nanos::get);
        assertThat(steady.instant()).isEqualTo(clock.instant());

        clock.pause(Duration.ofHours(1));
        nanos.addAndGet(1_500_000_000L);

        assertThat(Duration.between(start, steady.instant())).isEqualTo(Duration.ofMillis(1_500));
    }

    @Test
    void theMachinesTimePassesAndCanBeInterrupted() throws Exception {
        Timekeeper real = Timekeeper.system();
        Instant before = real.instant();
        real.pause(Duration.ofMillis(2));
        assertThat(real.instant()).isAfterOrEqualTo(before);

        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> real.pause(Duration.ofDays(1))).isInstanceOf(InterruptedException.class);
    }
}
