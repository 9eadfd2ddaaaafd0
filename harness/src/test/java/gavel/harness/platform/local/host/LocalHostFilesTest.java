package gavel.harness.platform.local.host;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.platform.HostFacts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What this machine does with files; processes are for the integration test. */
class LocalHostFilesTest {
    @TempDir
    Path directory;

    private LocalHost host;

    @BeforeEach
    void open() {
        host = new LocalHost(directory.resolve("run"));
    }

    @Test
    void aFileIsWrittenWithTheDirectoriesAboveItAndReplaced() throws IOException {
        Path file = directory.resolve("a/b/c.txt");
        host.put(file, "first and long", false);
        host.put(file, "second", false);

        assertThat(file).content().isEqualTo("second");
    }

    @Test
    void aSecretIsNeverReadableByOthersNotEvenWhenItIsReplaced() throws IOException {
        Path file = directory.resolve("secret");
        host.put(file, "first", true);
        host.put(file, "second", true);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(file).content().isEqualTo("second");
    }

    @Test
    void theTailIsTheEndOfALogOldestFirst() throws IOException {
        Path log = directory.resolve("x.log");
        Files.writeString(
                log, IntStream.rangeClosed(1, 50).mapToObj(i -> "line " + i).collect(Collectors.joining("\n")));

        assertThat(host.tail(log, 3)).containsExactly("line 48", "line 49", "line 50");
        assertThat(host.tail(log, 500)).hasSize(50);
    }

    @Test
    void aLogThatIsNotThereHasNoTail() {
        assertThat(host.tail(directory.resolve("none.log"), 20)).isEmpty();
        assertThat(host.tail(directory, 20)).isEmpty();
    }

    @Test
    void aLogOfAnotherEncodingLosesLettersAndNoLines() throws IOException {
        Path log = directory.resolve("binary.log");
        Files.write(log, new byte[] {(byte) 0xff, (byte) 0xfe, 'x'});

        assertThat(host.tail(log, 20)).singleElement().asString().endsWith("x");
    }

    @Test
    void nothingIsRememberedWhereNothingWasStarted() {
        assertThat(host.recorded()).isEmpty();
        assertThat(directory.resolve("run")).as("looking makes nothing").doesNotExist();
    }

    @Test
    void processesOfAnEarlierCommandAreFoundByTheirRecords() throws IOException {
        Path processes = Files.createDirectories(directory.resolve("run/processes"));
        for (String name : List.of("app2", "app1")) {
            Files.writeString(
                    processes.resolve(name + ".json"),
                    "{\"name\":\"" + name + "\",\"tier\":\"appServers\",\"pid\":999999999,\"startTicks\":1}",
                    StandardCharsets.UTF_8);
        }

        assertThat(host.recorded()).extracting(HostProcess::name).containsExactly("app1", "app2");
        assertThat(host.recorded()).noneMatch(HostProcess::alive);
        assertThat(host.recorded().getFirst().log()).isEqualTo(directory.resolve("run/logs/app1.log"));
    }

    @Test
    void theDiskIsThatOfTheNearestDirectoryThereIs() {
        HostFacts facts = new LocalHost(directory.resolve("not/yet/made")).facts();

        assertThat(facts.diskBytes()).isPositive();
        assertThat(facts.cores()).isPositive();
    }

    @Test
    void beforeTheMachineIsDividedEveryAddressIsTheLoopbacks() {
        LocalHost host = new LocalHost(directory);

        assertThat(host.virtualAddress(1)).isEqualTo("127.0.0.1");
        assertThat(host.part("app1").address()).isEqualTo("127.0.0.1");
    }
}
