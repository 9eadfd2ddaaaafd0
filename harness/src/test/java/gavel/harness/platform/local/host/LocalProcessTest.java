package gavel.harness.platform.local.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process as the process table shows it; no real one is touched. */
class LocalProcessTest {
    private static final long PID = 999_999_999L;

    @TempDir
    Path proc;

    private long nanos;
    private final AtomicInteger forgotten = new AtomicInteger();

    private LocalProcess process(long startTicks) {
        return new LocalProcess(
                new ProcessRecord("app1", "appServers", PID, startTicks),
                Path.of("logs/app1.log"),
                new ProcFiles(proc),
                null,
                () -> nanos += Duration.ofSeconds(1).toNanos(),
                forgotten::incrementAndGet);
    }

    private void running(long pid, long parent, String state, long startTicks) throws IOException {
        Path directory = Files.createDirectories(proc.resolve(Long.toString(pid)));
        Files.writeString(
                directory.resolve("stat"),
                pid + " (java) " + state + " " + parent + " 0 0 0 0 0 0 0 0 0 1 1 0 0 20 0 9 0 " + startTicks
                        + " 1000 10\n");
    }

    @Test
    void whatTheTableShowsWithTheSameStartIsAlive() throws IOException {
        running(PID, 1, "S", 4711);

        assertThat(process(4711).alive()).isTrue();
        assertThat(process(4711).exitCode()).as("nobody knows before it ended").isEmpty();
    }

    @Test
    void anotherProcessUnderThePidIsNotThisOne() throws IOException {
        running(PID, 1, "S", 5000);

        assertThat(process(4711).alive()).isFalse();
        assertThat(process(4711).pids()).isEmpty();
    }

    @Test
    void whatOnlyWaitsForItsExitCodeToBeReadHasEnded() throws IOException {
        running(PID, 1, "Z", 4711);

        assertThat(process(4711).alive()).isFalse();
    }

    @Test
    void whatEndedBeforeItsStartCouldBeReadIsNeverAlive() throws IOException {
        assertThat(process(-1).alive()).isFalse();
        running(PID, 1, "S", 4711);
        assertThat(process(-1).alive()).as("somebody else has the pid now").isFalse();
    }

    @Test
    void itIsStoppedWhereEverythingBelowItIs() throws IOException {
        running(PID, 1, "T", 4711);
        running(PID - 1, PID, "S", 4712);
        assertThat(process(4711).stopped()).isFalse();
        running(PID - 1, PID, "T", 4712);
        assertThat(process(4711).stopped()).isTrue();
        // Of a child that has ended only its exit code is left.
        running(PID - 1, PID, "Z", 4712);
        assertThat(process(4711).stopped()).isTrue();
        running(PID, 1, "S", 4711);
        assertThat(process(4711).stopped()).isFalse();
        assertThat(process(4700).stopped()).as("not alive").isFalse();
    }

    @Test
    void withoutAnEntryInTheTableThereIsNoProcess() {
        assertThat(process(4711).alive()).isFalse();
        assertThat(process(4711).pids()).isEmpty();
    }

    @Test
    void itsChildrenBelongToIt() throws IOException {
        running(PID, 1, "S", 4711);
        running(20, PID, "S", 4712);
        running(21, 20, "R", 4713);
        running(30, 1, "S", 4714);

        assertThat(process(4711).pids()).containsExactly(PID, 20L, 21L);
    }

    @Test
    void stoppingWhatIsGoneOnlyForgetsItAndMayBeRepeated() {
        LocalProcess gone = process(4711);

        assertThat(gone.stop(Duration.ofDays(1))).isTrue();
        assertThat(gone.stop(Duration.ofDays(1))).isTrue();
        assertThat(forgotten).hasValue(2);
    }

    @Test
    void whatOutlivesItsGraceDidNotEndGently() throws IOException {
        running(PID, 1, "D", 4711);

        assertThat(process(4711).stop(Duration.ofSeconds(5))).isFalse();
        assertThat(nanos).as("the grace, and 10 s after it was forced").isGreaterThan(15_000_000_000L);
        assertThat(forgotten).hasValue(1);
    }

    @Test
    void itSaysWhatItsRecordSays() {
        LocalProcess process = process(4711);

        assertThat(process.name()).isEqualTo("app1");
        assertThat(process.tier()).isEqualTo("appServers");
        assertThat(process.pid()).isEqualTo(PID);
        assertThat(process.log()).isEqualTo(Path.of("logs/app1.log"));
    }
}
