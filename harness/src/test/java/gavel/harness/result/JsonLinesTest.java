package gavel.harness.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonLinesTest {
    @TempDir
    Path directory;

    private JsonLines<Line> lines;

    /** Anything. */
    record Line(int number, String text) {}

    @BeforeEach
    void twoLines() throws IOException {
        lines = new JsonLines<>(directory.resolve("new/file.jsonl"), Line.class);
        assertThat(lines.empty()).isTrue();
        lines.append(new Line(1, "one"));
        lines.append(new Line(2, "two\nlines"));
    }

    @Test
    void whatWasAppendedIsRead() throws IOException {
        assertThat(lines.read()).containsExactly(new Line(1, "one"), new Line(2, "two\nlines"));
        assertThat(lines.empty()).isFalse();
    }

    /** The second is a complete record whose writer was killed before the end of the line: the next would have been glued to it. */
    @ParameterizedTest
    @ValueSource(strings = {"{\"number\":3,\"te", "{\"number\":3,\"text\":\"three\"}", "\0\0\0"})
    void whatWasNotWrittenToItsEndIsCutOffAndDoesNotSpoilWhatFollows(String half) throws IOException {
        Files.writeString(lines.file(), half, StandardOpenOption.APPEND);

        assertThat(lines.read()).hasSize(2);
        lines.append(new Line(3, "again"));

        assertThat(lines.read()).containsExactly(new Line(1, "one"), new Line(2, "two\nlines"), new Line(3, "again"));
    }

    @Test
    void whatIsOnlyLookedAtIsRead() throws IOException {
        assertThat(lines.readOnly()).containsExactly(new Line(1, "one"), new Line(2, "two\nlines"));
    }

    /** Whoever examines a file wants to see what is wrong with it, and the next one too. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"number":3,"te                | its last line has no end
            {"number":3,"text":"three"}    | its last line has no end
            null;{"number":4,"text":"four"}; | its line 3 is null
            {"number";{"number":4,"text":"four"}; | its line 3 cannot be read:
            ;{"number":4,"text":"four"};   | its line 3 cannot be read:
            ;                              | its line 3 cannot be read:
            """)
    void whatIsOnlyLookedAtIsNeverCut(String damage, String problem) throws IOException {
        Files.writeString(lines.file(), damage.replace(';', '\n'), StandardOpenOption.APPEND);
        String before = Files.readString(lines.file());

        assertThatThrownBy(lines::readOnly).isInstanceOf(IOException.class).hasMessageStartingWith(problem);
        assertThat(Files.readString(lines.file())).isEqualTo(before);
    }

    @Test
    void anInterruptTakesNoLineAndStaysPending() throws IOException {
        Thread.currentThread().interrupt();

        lines.append(new Line(3, "three"));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(lines.read()).hasSize(3);
    }

    @Test
    void aDiskWithoutRoomIsToldAndTheFileStaysWhole() {
        JsonLines<Line> full = new JsonLines<>(Path.of("/dev/full"), Line.class);

        assertThatThrownBy(() -> full.append(new Line(1, "one"))).isInstanceOf(IOException.class);
    }

    @Test
    void whatThereWasNoRoomForIsWrittenBeforeTheNext() throws IOException {
        Path place = Files.createFile(directory.resolve("place"));
        JsonLines<Line> later = new JsonLines<>(place.resolve("file.jsonl"), Line.class);
        assertThatThrownBy(() -> later.append(new Line(1, "one"))).isInstanceOf(IOException.class);
        assertThatThrownBy(later::flush).isInstanceOf(IOException.class);

        Files.delete(place);
        later.append(new Line(2, "two"));
        later.flush();

        assertThat(later.read()).containsExactly(new Line(1, "one"), new Line(2, "two"));
    }
}
