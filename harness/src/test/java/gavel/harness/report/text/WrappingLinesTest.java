package gavel.harness.report.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines of any shape on terminals of any width. */
class WrappingLinesTest {
    /** The terminal of a telephone, or of a window that was drawn together. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 8, 10, 12, 13, 20})
    void aLineThatBeginsRightOfTheTerminalIsStillShown(int columns) {
        String line = " ".repeat(12) + "not looked at: 3 places, named in the report";

        List<String> lines =
                Assertions.assertTimeoutPreemptively(Duration.ofSeconds(5), () -> Wrapping.lines(line, columns));

        assertThat(String.join(" ", lines).strip().split("\\s+"))
                .isEqualTo(line.strip().split("\\s+"));
    }

    @Test
    void whatBeginsFarToTheRightIsMovedToTheLeft() {
        // The widest indent is 0.6 of 20 columns.
        assertThat(Wrapping.lines(" ".repeat(30) + "one two three", 20))
                .containsExactly(" ".repeat(12) + "one two", " ".repeat(12) + "three");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            'ten words '   | 'ten words'
            '   '          | ''
            'end   '       | 'end'
            """)
    void blanksAtTheEndOfALineMakeNoOther(String line, String shown) {
        assertThat(Wrapping.lines(line, 9)).containsExactly(shown);
    }

    @Test
    void aLineAsWideAsTheTerminalIsOneLineAndABlankBehindItNone() {
        String full = "x".repeat(39) + " y";
        assertThat(Wrapping.lines(full, 41)).containsExactly(full);
        assertThat(Wrapping.lines(full, 40)).containsExactly("x".repeat(39), "  y");
        assertThat(Wrapping.lines("x".repeat(40) + "     ", 40)).containsExactly("x".repeat(40));
    }

    @Test
    void aLabelThatIsTooFarToTheRightIsNoColumn() {
        // The value begins in column 30 of 40: further right than 0.6 × 40 = 24.
        String line = "label" + " ".repeat(25) + "one two three four";
        assertThat(Wrapping.lines(line, 40)).containsExactly("label" + " ".repeat(25) + "one two", "  three four");
        // On 60 columns it begins within 36.
        assertThat(Wrapping.lines(line + " five six seven eight", 60))
                .containsExactly(line + " five six", " ".repeat(30) + "seven eight");
    }

    @Test
    void linesEndAsTextsOfAnySystemEnd() {
        assertThat(Wrapping.lines("one\r\ntwo\nthree", 80)).containsExactly("one", "two", "three");
        assertThat(Wrapping.lines("", 80)).containsExactly("");
    }

    /** No word is lost or broken, and nothing but a long word is wider than the terminal. */
    @Test
    void anyLineOnAnyTerminalKeepsItsWords() {
        SplittableRandom random = new SplittableRandom(11);
        for (int i = 0; i < 4_000; i++) {
            StringBuilder line = new StringBuilder(" ".repeat(random.nextInt(50)));
            int longest = 0;
            for (int words = random.nextInt(15); words > 0; words--) {
                int length = 1 + random.nextInt(random.nextInt(8) == 0 ? 60 : 9);
                longest = Math.max(longest, length);
                line.append("w".repeat(length)).append(" ".repeat(1 + random.nextInt(4)));
            }
            int columns = 1 + random.nextInt(130);
            String text = line.toString();

            List<String> lines = Assertions.assertTimeoutPreemptively(
                    Duration.ofSeconds(5), () -> Wrapping.lines(text, columns), text);

            assertThat(String.join(" ", lines).strip().split(" +"))
                    .as("%s in %d columns", text, columns)
                    .isEqualTo(text.strip().split(" +"));
            // A long word stands behind the indent of its line, which is at most 0.6 of the terminal.
            int widest = Math.max(columns, (int) (0.6 * columns) + 1 + longest);
            assertThat(lines).as("%s in %d columns", text, columns).allMatch(each -> each.length() <= widest);
        }
    }

    @Test
    void nothingIsWrittenForNothing() {
        StringWriter out = new StringWriter();
        assertThatCode(() -> Wrapping.wrapped(new PrintWriter(out), 40).println((String) null))
                .doesNotThrowAnyException();
        assertThat(out.toString().strip()).isEqualTo("null");
    }
}
