package gavel.harness.file;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What others wrote is read, and what cannot be read of it costs a letter. */
class ForeignTextTest {
    private static final String LOST = "\ufffd";

    @TempDir
    private Path home;

    private Path file(byte[] bytes) throws IOException {
        return Files.write(home.resolve("log"), bytes);
    }

    @Test
    void textThatIsAsItShouldBeIsReadAsItIs() throws IOException {
        Path log = file("größer\n\nals 競\n".getBytes(UTF_8));
        assertThat(ForeignText.read(log)).isEqualTo("größer\n\nals 競\n");
        assertThat(ForeignText.lines(log)).containsExactly("größer", "", "als 競");
    }

    @Test
    void aLetterOfAnotherEncodingIsLostAndNoLine() throws IOException {
        Path log = file("FATAL: größe\nnext\n".getBytes(ISO_8859_1));
        assertThat(ForeignText.lines(log)).containsExactly("FATAL: gr" + LOST + LOST + "e", "next");
    }

    /** The kernel keeps 15 bytes of a command, however many a letter has. */
    @Test
    void aNameMayBeCutWithinALetter() throws IOException {
        byte[] cut = Arrays.copyOf("приложение".getBytes(UTF_8), 15);
        assertThat(ForeignText.read(file(cut))).isEqualTo("приложе" + LOST);
    }

    @Test
    void theTailIsTheLastLines() throws IOException {
        Path log = file("1\n2\n3\n4".getBytes(UTF_8));
        assertThat(ForeignText.tail(log, 2)).containsExactly("3", "4");
        assertThat(ForeignText.tail(log, 9)).containsExactly("1", "2", "3", "4");
        assertThat(ForeignText.tail(log, Integer.MAX_VALUE)).hasSize(4);
        assertThat(ForeignText.tail(log, 0)).isEmpty();
        assertThat(ForeignText.tail(file(new byte[0]), 3)).isEmpty();
    }

    @Test
    void whatIsNotThereHasNoTailAndIsOtherwiseAnError() {
        Path gone = home.resolve("gone");
        assertThat(ForeignText.tail(gone, 3)).isEmpty();
        assertThat(ForeignText.tail(home, 3)).as("a directory").isEmpty();
        assertThatThrownBy(() -> ForeignText.read(gone)).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> ForeignText.lines(gone)).isInstanceOf(NoSuchFileException.class);
    }
}
