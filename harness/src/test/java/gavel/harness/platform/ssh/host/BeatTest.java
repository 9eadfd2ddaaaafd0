package gavel.harness.platform.ssh.host;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.failure.InterruptedRunException;
import gavel.harness.platform.ssh.far.FarHost;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** However a far end is left, nothing of it goes on here. */
@Timeout(30)
class BeatTest {
    private Process process;

    private Beat beat(String... command) throws IOException {
        process = new ProcessBuilder(command).start();
        return Beat.start("a1", far(new AssertionError("it is not asked in the first seconds")), process);
    }

    private static FarHost far(Throwable answer) {
        return (FarHost)
                Proxy.newProxyInstance(FarHost.class.getClassLoader(), new Class<?>[] {FarHost.class}, (_, _, _) -> {
                    throw answer;
                });
    }

    @AfterEach
    void endProcess() {
        process.destroyForcibly();
    }

    private void assertEnded(Beat beat) throws InterruptedException {
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        beat.thread().join(5_000);
        assertThat(beat.thread().isAlive()).isFalse();
    }

    @Test
    void aFarEndThatReadsItsInputEndsWithIt() throws Exception {
        Beat beat = beat("cat");
        assertThat(process.isAlive()).isTrue();
        beat.close();
        assertEnded(beat);
    }

    @Test
    void aFarEndThatReadsNothingIsEnded() throws Exception {
        Beat beat = beat("sleep", "60");
        beat.close();
        assertEnded(beat);
    }

    /** A machine that is cut off answers nothing when the command ends. */
    @Test
    void oneThatIsInterruptedAsItAsksEndsTheFarEndAndSaysNothing() throws Exception {
        process = new ProcessBuilder("sleep", "60").start();

        assertEnded(
                Beat.start("a1", far(new InterruptedRunException("work at host a1")), process, Duration.ofMillis(1)));
    }

    @Test
    void closingTwiceIsHarmless() throws Exception {
        Beat beat = beat("cat");
        beat.close();
        beat.close();
        assertEnded(beat);
    }

    @Test
    void aFarEndThatHasEndedByItselfIsLeftInPeace() throws Exception {
        Beat beat = beat("true");
        assertThat(process.waitFor(20, TimeUnit.SECONDS)).isTrue();
        beat.close();
        assertEnded(beat);
        assertThat(process.exitValue()).isZero();
    }

    @Test
    void whoIsInterruptedEndsItAllTheSame() throws Exception {
        Beat beat = beat("sleep", "60");
        Thread.currentThread().interrupt();
        beat.close();
        assertThat(Thread.interrupted()).as("the flag stays").isTrue();
        assertEnded(beat);
    }
}
