package gavel.harness.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the JVM at hand does with a cache that is none. */
class StartCacheIT {
    @TempDir
    Path directory;

    @Test
    void aCacheThatIsNoneIsRefusedInWordsThatAreFoundAndTheProgramRuns() throws Exception {
        Path cache = Files.writeString(directory.resolve("auction-app.aot"), "this is no cache".repeat(1_000));
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");

        Process process = new ProcessBuilder(java.toString(), "-XX:AOTCache=" + cache, "-version")
                .redirectErrorStream(true)
                .start();
        List<String> log = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();

        assertThat(process.waitFor()).isZero();
        assertThat(log).anyMatch(line -> line.contains("version"));
        assertThat(StartCache.refusal(log))
                .hasValueSatisfying(why -> assertThat(why).contains("AOT cache"));
    }
}
