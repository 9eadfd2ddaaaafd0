package gavel.harness.config.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.failure.ConfigurationException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PathFileTest {
    private static final String POINTS = "load: {users: 40, path: {points: [0s=5, 1m=9], ";

    @TempDir
    Path directory;

    private Configuration read(String text, String... overrides) throws IOException {
        Files.writeString(directory.resolve("day.csv"), "seconds,users\n0,10\n30,40\n");
        Path file = Files.writeString(directory.resolve("run.yaml"), text);
        return new Configurations(directory)
                .read(
                        file.toString(),
                        Arrays.stream(overrides).map(SettingOverride::parse).toList());
    }

    @Test
    void pointsBesideTheFileOfAPathAreNotDroppedInSilence() {
        assertThat(catchThrowableOfType(
                                ConfigurationException.class, () -> read(POINTS + "shape: csv, file: day.csv}}"))
                        .problems())
                .containsExactly("points are for load.path.shape=steps and ramps, and load.path.file has others:"
                        + " 0s=5, 1m=9 (run.yaml:1: load.path.points)");
    }

    @Test
    void aFileThatAnOptionNamesReplacesThePointsOfAConfiguration() throws IOException {
        assertThat(read(
                                POINTS + "shape: ramps}}",
                                "load.path.shape=csv",
                                "load.path.file=" + directory.resolve("day.csv"))
                        .load()
                        .path()
                        .points())
                .containsExactly("0s=10", "30s=40");
    }
}
