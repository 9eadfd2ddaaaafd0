package gavel.harness.platform.ssh.far;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.platform.local.proc.SeenCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OldBuildsTest {
    private static final Instant LATER = Instant.now().plus(Duration.ofHours(2));

    @TempDir
    private Path directory;

    @TempDir
    private Path proc;

    /** Three builds that share a library; each has a jar of its own. */
    @BeforeEach
    void push() throws IOException {
        for (String place : new String[] {"store", "runtimes/java25", "runtimes/java26"}) {
            Files.createDirectories(directory.resolve(place));
        }
        Files.write(directory.resolve("runtimes/java25/modules"), new byte[5_000]);
        Files.write(directory.resolve("runtimes/java26/modules"), new byte[7_000]);
        Files.write(directory.resolve("store/library"), new byte[100]);
        for (String build : new String[] {"old", "used", "new"}) {
            Path jars = Files.createDirectories(directory.resolve("builds").resolve(build));
            Files.write(directory.resolve("store/jar-of-" + build), new byte[1_000]);
            Files.createLink(jars.resolve("harness.jar"), directory.resolve("store/jar-of-" + build));
            Files.createLink(jars.resolve("library.jar"), directory.resolve("store/library"));
            Files.createSymbolicLink(
                    jars.resolve("java"),
                    directory.resolve(build.equals("old") ? "runtimes/java25" : "runtimes/java26"));
        }
        Files.createDirectories(proc.resolve("12"));
        Files.writeString(proc.resolve("12/cmdline"), "java\0-jar\0" + directory + "/builds/used/harness.jar\0gone\0");
    }

    private long forget(Instant now) {
        return new OldBuilds(directory, "new", new SeenCommands(proc), now).forget();
    }

    @Test
    void whatNothingUsesGoesWithItsRuntimeAndWhatOthersShareStays() {
        // Its jar and its runtime: 1,000 + 5,000 bytes.
        assertThat(forget(LATER)).isEqualTo(6_000);

        assertThat(directory.resolve("builds")).isDirectoryNotContaining("glob:**/old");
        assertThat(directory.resolve("builds/used/harness.jar")).hasSize(1_000);
        assertThat(directory.resolve("builds/new/library.jar")).hasSize(100);
        assertThat(directory.resolve("runtimes/java25")).doesNotExist();
        assertThat(directory.resolve("runtimes/java26/modules")).exists();
        assertThat(directory.resolve("store"))
                .isDirectoryContaining("glob:**/library")
                .isDirectoryNotContaining("glob:**/jar-of-old");
        assertThat(forget(LATER)).as("a second time").isZero();
    }

    @Test
    void whatABuildAloneHasCountsToo() throws IOException {
        Files.write(directory.resolve("builds/old/auction-app.aot"), new byte[40_000]);

        assertThat(forget(LATER)).isEqualTo(46_000);
    }

    @Test
    void whatSomebodyConnectedWithInTheLastHourStays() {
        assertThat(forget(Instant.now().plus(Duration.ofMinutes(59)))).isZero();
        assertThat(directory.resolve("builds/old/harness.jar")).exists();
    }

    @Test
    void aPushThatWasCutOffGoes() throws IOException {
        Files.write(directory.resolve("store/half.4711"), new byte[300]);
        Files.createDirectories(directory.resolve("builds/next.4711/harness"));

        assertThat(forget(LATER)).isEqualTo(6_300);
        assertThat(directory.resolve("builds/next.4711")).doesNotExist();
    }

    @Test
    void aBuildWhoseNameBeginsLikeThatOfAProcessIsNotTakenForUsed() throws IOException {
        Files.createDirectories(directory.resolve("builds/us"));

        forget(LATER);

        assertThat(directory.resolve("builds/us")).doesNotExist();
        assertThat(directory.resolve("builds/used")).exists();
    }

    @Test
    void aDirectoryWithoutProgramsHasNothingToForget(@TempDir Path empty) {
        assertThat(new OldBuilds(empty, "new", new SeenCommands(proc), LATER).forget())
                .isZero();
    }
}
