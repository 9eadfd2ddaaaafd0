package gavel.harness.platform.local.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcFilesTest {
    @TempDir
    Path proc;

    @Test
    void theStartOfAProcessIsReadWhateverItIsCalled() throws IOException {
        process(7, "java", "S", 1, 4_711);
        process(8, "a) S 1 (b", "R", 7, 4_712);

        assertThat(files().startTicks(7)).hasValue(4_711);
        assertThat(files().startTicks(8)).hasValue(4_712);
    }

    /** Who cannot be read would be stopped by nobody. */
    @Test
    void aProcessOfTheTreeMayBeCalledByBytesThatAreNoText() throws IOException {
        process(7, "java", "S", 1, 4_711);
        process(9, "name", "S", 7, 4_712);
        Path stat = proc.resolve("9/stat");
        Files.write(
                stat,
                Files.readString(stat).replace("name", "\u00d0\u00bf\u00d1").getBytes(StandardCharsets.ISO_8859_1));

        assertThat(files().startTicks(9)).hasValue(4_712);
        assertThat(files().tree(7)).containsExactly(7L, 9L);
    }

    @Test
    void whatIsGoneOrOnlyWaitsForItsExitCodeToBeReadHasNoStart() throws IOException {
        process(7, "java", "Z", 1, 4_711);

        assertThat(files().startTicks(7)).isEmpty();
        assertThat(files().startTicks(8)).isEmpty();
    }

    @Test
    void theTreeHoldsGrandchildrenAndNobodyElse() throws IOException {
        process(2, "init", "S", 1, 1);
        process(7, "setsid", "S", 2, 2);
        process(9, "java", "S", 7, 3);
        process(4, "postgres", "S", 9, 4);
        process(5, "stranger", "S", 2, 5);
        Files.createDirectories(proc.resolve("self"));

        assertThat(files().tree(7)).containsExactly(7L, 9L, 4L);
        assertThat(files().tree(5)).containsExactly(5L);
        assertThat(new ProcFiles(proc.resolve("nowhere")).tree(5)).isEqualTo(List.of(5L));
    }

    @Test
    void memoryIsGivenInBytesAndNothingWhenUnknown() throws IOException {
        Files.writeString(proc.resolve("meminfo"), "MemTotal:       24000000 kB\nMemAvailable:    600 kB\n");

        assertThat(files().memory("MemTotal")).isEqualTo(24_000_000L * 1_024);
        assertThat(files().memory("MemAvailable")).isEqualTo(600 * 1_024);
        assertThat(files().memory("MemFree")).isZero();
        assertThat(new ProcFiles(proc.resolve("nowhere")).memory("MemTotal")).isZero();
    }

    @Test
    void theLimitOfDescriptorsIsTheHardOneToWhichEveryJvmRaisesItself() throws IOException {
        limits("1024                 20000                files");
        assertThat(files().descriptorLimit()).isEqualTo(20_000);
        limits("unlimited            unlimited            files");
        assertThat(files().descriptorLimit()).isEqualTo(Long.MAX_VALUE);
        assertThat(new ProcFiles(proc.resolve("nowhere")).descriptorLimit()).isEqualTo(-1);
    }

    private ProcFiles files() {
        return new ProcFiles(proc);
    }

    private void limits(String openFiles) throws IOException {
        Files.createDirectories(proc.resolve("self"));
        Files.writeString(
                proc.resolve("self/limits"),
                "Limit  Soft Limit  Hard Limit  Units\nMax open files   " + openFiles + "\n");
    }

    private void process(long pid, String name, String state, long parent, long start) throws IOException {
        Path directory = Files.createDirectories(proc.resolve(Long.toString(pid)));
        Files.writeString(
                directory.resolve("stat"),
                "%s (%s) %s %s 0 0 0 0 0 0 0 0 0 5 0 0 0 20 0 1 0 %s 0 256 0 0 0\n"
                        .formatted(pid, name, state, parent, start));
    }
}
