package gavel.harness.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonFileTest {
    @TempDir
    Path directory;

    @Test
    void aFileEndsWithItsLine() throws IOException {
        Path file = directory.resolve("some.json");
        JsonFile.write(file, List.of(1));
        assertThat(file).content().isEqualTo("[ 1 ]\n");
    }

    /** Whoever reads the message has to make room, and does not care in which field it ended. */
    @Test
    void aDiskThatIsFullIsToldInItsOwnWordsAndTheOldFileStays() throws IOException {
        Path file = Files.writeString(directory.resolve("some.json"), "old");
        Files.createSymbolicLink(directory.resolve("some.json.partial"), Path.of("/dev/full"));

        assertThatThrownBy(() -> JsonFile.write(file, Map.of("text", List.of("x".repeat(100_000)))))
                .isInstanceOf(IOException.class)
                .hasMessage("No space left on device");
        assertThat(file).content().isEqualTo("old");
    }
}
