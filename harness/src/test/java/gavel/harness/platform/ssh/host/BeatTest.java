package gavel.harness.platform.ssh.host;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.platform.ssh.far.FarHost;
import java.io.IOException;
import java.lang.reflect.Proxy;
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
        FarHost never = (FarHost) Proxy.newProxyInstance(
                FarHost.class.getClassLoader(), new Class<?>[] {FarHost.class}, (_, method, _) -> {
                    throw new AssertionError(method.getName() + " is not asked in the first seconds");
                });
        return Beat.start("a1", never, process);
    }

    @AfterEach
    void endProcess() {
        process.destroyForcibly();
    }

    private void assertEnded(Beat beat) throws InterruptedException {
        assertThat(process.waitFor(5, TimeUnit.SECONDS)).isTrue();
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
        assertThat(process.waitFor(5, TimeUnit.SECONDS)).isTrue();
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
