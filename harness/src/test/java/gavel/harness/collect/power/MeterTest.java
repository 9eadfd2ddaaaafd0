package gavel.harness.collect.power;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeterTest {
    @TempDir
    private Path directory;

    private Meter meter(String script) throws IOException {
        Path file = directory.resolve("meter");
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
        return new Meter(file.toString());
    }

    @Test
    void theFirstLineIsThePower() throws Exception {
        assertThat(meter("echo 142.5; echo and more").read()).isEqualTo(new Meter.Reading(142.5, ""));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            echo much    | its first line is no number: much
            echo -3      | its first line is no power in watts: -3
            true         | its first line is no number:
            """)
    void whatIsNoPowerIsAProblem(String script, String problem) throws Exception {
        assertThat(meter(script).read().problem()).isEqualTo(problem.endsWith(":") ? problem + " " : problem);
    }

    @Test
    void aMeterThatIsNotThereIsAProblem() throws Exception {
        assertThat(new Meter("/nowhere/meter").read().problem()).startsWith("it cannot be started");
    }
}
