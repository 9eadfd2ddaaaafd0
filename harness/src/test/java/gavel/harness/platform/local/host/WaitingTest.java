package gavel.harness.platform.local.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.run.FakeHost;
import gavel.harness.run.FakeProcess;
import gavel.harness.run.FakeTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class WaitingTest {
    private final FakeTime time = new FakeTime();
    private final Instant start = time.instant();
    private final FakeHost host = new FakeHost();
    private final FakeProcess process = new FakeProcess(host, "app1", "appServers", 100);

    private Duration passed() {
        return Duration.between(start, time.instant());
    }

    @Test
    void aProcessThatIsReadyIsGoodEnough() throws Exception {
        Waiting.awaitReady(time, host, process, () -> passed().toSeconds() >= 3, Duration.ofSeconds(30));

        assertThat(passed()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void aProcessThatIsNotReadyInTimeIsToldWithItsLog() {
        assertThatThrownBy(() -> Waiting.awaitReady(time, host, process, () -> false, Duration.ofSeconds(30)))
                .isInstanceOfSatisfying(EnvironmentException.class, problem -> assertThat(problem.evidence())
                        .containsExactly("last line of app1.log"))
                .hasMessage("app1 was not ready within 30 s (log: app1.log)");
    }

    @Test
    void aProcessThatEndsIsNotWaitedForUntilTheTimeOut() {
        assertThatThrownBy(() -> Waiting.awaitReady(
                        time,
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

        assertThatThrownBy(() -> Waiting.awaitReady(time, host, process, () -> true, Duration.ofSeconds(5)))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("ended before it was ready");
    }
}
