package gavel.harness.platform.ssh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.HostRemains.Recorded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is remembered of machines that may hold something, whatever becomes of them and of this program. */
class FarMemoryTest {
    @TempDir
    private Path home;

    private Path run;

    @BeforeEach
    void makeRunDirectory() throws IOException {
        run = Files.createDirectories(home.resolve("mine"));
    }

    private FarMemory memory() {
        return new FarMemory(run);
    }

    private static Recorded process(String name, long pid) {
        return new Recorded(name, "appServers", pid, true, "logs/" + name + ".log");
    }

    @Test
    void whatNeverWasOnAnotherMachineLeavesNoFile() {
        assertThat(memory().machines()).isEmpty();
        assertThat(memory().holding("a1")).isEmpty();
        memory().removed("a1");
        assertThat(run).isEmptyDirectory();
    }

    @Test
    void theNameOnOtherMachinesIsUnlikeAnyOtherAndStays() throws IOException {
        String name = memory().deployment();
        assertThat(name).matches("mine-[0-9a-f]{12}");
        assertThat(memory().deployment()).isEqualTo(name);
        run = Files.createDirectories(home.resolve("another").resolve("mine"));
        assertThat(memory().deployment()).startsWith("mine-").isNotEqualTo(name);
    }

    @Test
    void aMachineIsHeldFromBeforeItsFirstProcessUntilItIsRemoved() {
        FarMemory memory = memory();
        memory.prepared("b2");
        memory.prepared("a1");
        assertThat(memory().machines()).containsExactly("a1", "b2");
        memory.runs("a1", process("app1", 10));
        memory.prepared("a1");
        assertThat(memory().holding("a1")).as("prepared again").containsExactly(process("app1", 10));

        memory.removed("a1");
        assertThat(memory().machines()).containsExactly("b2");
        assertThat(memory().holding("a1")).isEmpty();
        memory.removed("a1");
        assertThat(memory().machines()).containsExactly("b2");
    }

    @Test
    void aProcessThatWasStartedAgainTakesThePlaceOfTheFormer() {
        FarMemory memory = memory();
        memory.runs("a1", process("app1", 10));
        memory.runs("a1", process("nginx1", 11));
        memory.runs("a1", process("app1", 12));
        memory.runs("b2", process("app1", 13));
        assertThat(memory().holding("a1")).containsExactly(process("app1", 12), process("nginx1", 11));
        assertThat(memory().holding("b2")).containsExactly(process("app1", 13));
    }

    /** Nobody may take it for a deployment that holds nothing. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "[]",
                "\"mine\"",
                "null",
                "{}",
                "{\"deployment\": \"mine-1\"}",
                "{\"deployment\": null, \"holding\": {}}",
                "{\"deployment\": \"mine-1\", \"holding\": {\"a1\": null}}",
                "{\"deployment\": {}, \"holding\": {}}",
                "{\"deployment\": \"mine-1\", \"holding\": [1]}",
                "{\"deployment\": \"mine-1\", \"holding\": {\"a1\": [{\"pid\": \"many\"}]}}",
            })
    void whatCannotBeReadIsToldWithItsPlace(String text) throws IOException {
        Files.writeString(run.resolve("machines.json"), text);
        assertThatThrownBy(this::memory)
                .isInstanceOf(EnvironmentException.class)
                .hasMessageStartingWith(run.resolve("machines.json")
                        + " cannot be read, so it is not known what other machines hold: ");
    }

    @Test
    void whatCannotBeWrittenIsToldWithItsPlace() throws IOException {
        FarMemory memory = memory();
        memory.prepared("a1");
        Files.delete(run.resolve("machines.json"));
        Files.delete(run);
        Files.writeString(run, "no directory any more");
        assertThatThrownBy(() -> memory.prepared("b2"))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageStartingWith("cannot write " + run.resolve("machines.json"));
    }

    /** Hosts are asked side by side. */
    @Test
    void whatManyThreadsTellIsAllRemembered() throws InterruptedException {
        FarMemory memory = memory();
        List<Thread> threads = IntStream.range(0, 16)
                .mapToObj(i -> Thread.ofVirtual().start(() -> memory.runs("m" + i, process("app" + i, i))))
                .toList();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(memory().machines()).hasSize(16);
        assertThat(memory().holding("m7")).containsExactly(process("app7", 7));
    }
}
