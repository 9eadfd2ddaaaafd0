package gavel.harness.platform.local.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.failure.EnvironmentException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AdministrationTest {
    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());

    private int run(Duration longest, String script) throws InterruptedException {
        return new Administration(List.of("sh", "-c", script), longest).run(lines::add);
    }

    @Test
    void everyLineIsToldWithItsErrors() throws Exception {
        assertThat(run(Duration.ofSeconds(10), "echo one; echo two >&2; exit 7"))
                .isEqualTo(7);
        assertThat(lines).containsExactly("one", "two");
    }

    @Test
    void nobodyIsAskedAnything() throws Exception {
        assertThat(run(Duration.ofSeconds(10), "read -r answer || echo nobody")).isZero();
        assertThat(lines).containsExactly("nobody");
    }

    @Test
    void oneThatHangsIsStoppedWithItsChildren() {
        assertThatThrownBy(() -> run(Duration.ofMillis(300), "echo $$; sleep 98765 & echo $!; wait"))
                .isInstanceOf(EnvironmentException.class)
                .hasMessage("sh did not end within 0 s, and was stopped");
        assertThat(lines).hasSize(2).allSatisfy(pid -> assertThat(
                        ProcessHandle.of(Long.parseLong(pid)).map(p -> {
                            p.onExit().orTimeout(20, TimeUnit.SECONDS).join();
                            return p.isAlive();
                        }))
                .isNotEqualTo(java.util.Optional.of(true)));
    }

    /** An installation takes away then what it has put in place for its time. */
    @Test
    void oneThatIsNotWaitedForAnyMoreIsAskedToEndAtFirst() throws Exception {
        LinkedBlockingQueue<String> said = new LinkedBlockingQueue<>();
        String script = "trap 'echo asked; exit 1' TERM; echo up; sleep 98765 & wait";
        Thread running = Thread.ofVirtual().start(() -> {
            try {
                new Administration(List.of("sh", "-c", script), Duration.ofMinutes(5)).run(said::add);
            } catch (InterruptedException expected) {
                Thread.currentThread().interrupt();
            }
        });
        assertThat(said.poll(20, TimeUnit.SECONDS)).isEqualTo("up");

        running.interrupt();

        assertThat(said.poll(20, TimeUnit.SECONDS)).isEqualTo("asked");
    }

    @Test
    void aProgramThatIsNotThereIsNamed() {
        assertThatThrownBy(() -> new Administration(List.of("/no/such/program"), Duration.ofSeconds(1)).run(lines::add))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageStartingWith("/no/such/program cannot be started");
    }
}
