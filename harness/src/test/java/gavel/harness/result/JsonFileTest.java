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

        assertThatThrownBy(() -> JsonFile.write(file, Map.of("text", new Full())))
                .isInstanceOf(IOException.class)
                .hasMessage("No space left on device");
        assertThat(file).content().isEqualTo("old");
    }

    /** What is written ends as on a disk without room. */
    public static final class Full {
        public String getRest() throws IOException {
            throw new IOException("No space left on device");
        }
    }

    /** As in a result of somebody else, whose page is made again. */
    @Test
    void aLinkInThePlaceOfTheUnfinishedFileIsNotFollowed() throws IOException {
        Path other = Files.writeString(directory.resolve("other"), "untouched");
        Path file = directory.resolve("report.html");
        Files.createSymbolicLink(directory.resolve("report.html.partial"), other);

        JsonFile.replace(file, "page");

        assertThat(file).content().isEqualTo("page");
        assertThat(Files.isSymbolicLink(file)).isFalse();
        assertThat(other).content().isEqualTo("untouched");
    }
}
