package gavel.harness.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlushTrialTest {
    @TempDir
    Path home;

    @Test
    void timesEachFlushAndLeavesNothing() throws IOException {
        AtomicLong nanos = new AtomicLong();
        Path directory = home.resolve("run");

        FlushTrial trial = FlushTrial.run(directory, 100, () -> nanos.addAndGet(250_000));

        assertThat(trial.nanos()).hasSize(100).containsOnly(250_000);
        assertThat(directory).isEmptyDirectory();
        assertThat(trial.finding(directory).line())
                .isEqualTo("storage: a flushed page of 8 KiB takes 0.25 ms (p50) and 0.25 ms (p99) below " + directory);
    }

    @Test
    void storageThatKeepsCommitsWaitingIsWarnedOf() {
        long[] nanos = new long[200];
        Arrays.fill(nanos, 400_000);
        Arrays.fill(nanos, 0, 2, 90_000_000);
        assertThat(new FlushTrial(nanos).finding(home).level())
                .as("two of 200 are within 1 %")
                .isEqualTo(Finding.Level.GOOD);

        nanos[2] = 12_000_000;
        Finding finding = new FlushTrial(nanos).finding(home);
        assertThat(finding.level()).isEqualTo(Finding.Level.WARNING);
        assertThat(finding.line()).contains("0.40 ms (p50) and 12.0 ms (p99)", "; each commit waits so long");
    }
}
