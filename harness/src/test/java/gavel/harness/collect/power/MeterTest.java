package gavel.harness.collect.power;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
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

    /** A program that leaves another one running has said what it had to say. */
    @Test
    @Timeout(10)
    void whatTheMeterLeavesRunningIsNotWaitedFor() throws Exception {
        assertThat(meter("sleep 15 & echo 99").read()).isEqualTo(new Meter.Reading(99, ""));
    }

    @Test
    void noMoreThanItsBeginningIsRead() throws Exception {
        assertThat(meter("head -c 9000 /dev/zero | tr '\\0' x").read().problem())
                .startsWith("its first line is no number: xxxx")
                .hasSizeLessThan(4_200);
        assertThat(meter("echo 12; head -c 60000 /dev/zero").read()).isEqualTo(new Meter.Reading(12, ""));
    }

    @Test
    void aMeterThatIsNotThereIsAProblem() throws Exception {
        assertThat(new Meter("/nowhere/meter").read().problem()).startsWith("it cannot be started");
    }
}
