package gavel.harness.platform.ssh.push;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.failure.EnvironmentException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Java for machines that have none, from one that cannot make a smaller one. */
class RuntimeImageTest {
    @TempDir
    private Path directory;

    private RuntimeImage small() throws IOException {
        Path java = Files.createDirectories(directory.resolve("runtime/bin")).resolve("java");
        Files.writeString(java, "#!/bin/sh\n");
        Files.writeString(
                Files.createDirectories(directory.resolve("runtime/lib")).resolve("modules"), "classes");
        return new RuntimeImage(java, directory.resolve("cache"));
    }

    private static boolean has(Path archive, String name) throws IOException {
        try (TarArchiveInputStream tar =
                new TarArchiveInputStream(new GZIPInputStream(Files.newInputStream(archive)))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                if (entry.getName().equals(name)) {
                    return true;
                }
            }
            return false;
        }
    }

    @Test
    void aSmallRuntimeIsTakenAsItIs() throws Exception {
        Blob blob = small().archive();

        assertThat(has(blob.file(), "./bin/java")).isTrue();
        assertThat(has(blob.file(), "./lib/modules")).isTrue();
        assertThat(directory.resolve("runtime/bin/java"))
                .as("it is still there")
                .exists();
        assertThat(small().archive().sha256()).as("made once").isEqualTo(blob.sha256());
    }

    @Test
    void itIsReadOnceForAllMachines() throws Exception {
        RuntimeImage image = small();
        Blob first = image.archive();
        Files.delete(first.file());
        assertThat(image.archive()).isSameAs(first);
    }

    @Test
    void whereNeitherIsThereItSaysWhatIsNeeded() throws IOException {
        RuntimeImage none = new RuntimeImage(directory.resolve("nowhere/bin/java"), directory.resolve("cache"));

        assertThatThrownBy(none::archive)
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("no Java for other machines can be made");
        assertThat(directory.resolve("cache")).as("nothing is left").isEmptyDirectory();
    }
}
