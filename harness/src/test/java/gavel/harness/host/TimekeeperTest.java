package gavel.harness.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.run.FakeHost;
import gavel.harness.run.FakeProcess;
import gavel.harness.run.FakeTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TimekeeperTest {
    private final FakeTime time = new FakeTime();
    private final Instant start = time.instant();
    private final FakeHost host = new FakeHost();
    private final FakeProcess process = new FakeProcess(host, "app1", "appServers", 100);

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

    @Test
    void aProcessThatIsReadyIsGoodEnough() throws Exception {
        time.awaitReady(host, process, () -> passed().toSeconds() >= 3, Duration.ofSeconds(30));

        assertThat(passed()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void aProcessThatIsNotReadyInTimeIsToldWithItsLog() {
        assertThatThrownBy(() -> time.awaitReady(host, process, () -> false, Duration.ofSeconds(30)))
                .isInstanceOfSatisfying(EnvironmentException.class, problem -> assertThat(problem.evidence())
                        .containsExactly("last line of app1.log"))
                .hasMessage("app1 was not ready within 30 s (log: app1.log)");
    }

    @Test
    void aProcessThatEndsIsNotWaitedForUntilTheTimeOut() {
        assertThatThrownBy(() -> time.awaitReady(
                        host,
                        process,
                        () -> {
                            if (passed().toSeconds() >= 2) {
                                process.die();
                            }
                            return false;
                        },
                        Duration.ofMinutes(10)))
                .hasMessage("app1 ended before it was ready with exit code 1 (log: app1.log)");
        assertThat(passed()).isLessThan(Duration.ofSeconds(3));
    }

    @Test
    void anAnswerOfSomebodyElseDoesNotMakeADeadProcessReady() {
        process.die();

        assertThatThrownBy(() -> time.awaitReady(host, process, () -> true, Duration.ofSeconds(5)))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("ended before it was ready");
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
