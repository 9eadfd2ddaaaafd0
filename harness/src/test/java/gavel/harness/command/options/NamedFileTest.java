package gavel.harness.command.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamedFileTest {
    @TempDir
    private Path home;

    @ParameterizedTest
    @ValueSource(strings = {"/dev/null", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "/proc"})
    void whatIsNoFileOrLeadsSomewhereStaysWhatItIs(String name) {
        assertThat(NamedFile.replaceable(Path.of(name))).isFalse();
    }

    /** A green outcome there would outlive a command that is killed. */
    @Test
    void aFileInMemoryIsReplacedAsAnyOther() throws IOException {
        assertThat(NamedFile.replaceable(Path.of("/dev/shm/gavel-" + System.nanoTime() + ".xml")))
                .isTrue();

        Path file = Files.writeString(home.resolve("gavel.xml"), "old");
        Path link = Files.createSymbolicLink(home.resolve("latest.xml"), file);
        assertThat(NamedFile.replaceable(file)).isTrue();
        assertThat(NamedFile.replaceable(link)).isTrue();
    }
}
