package gavel.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.run.Terminal.Loudness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TerminalTest {
    private static final String LINE =
            "Note        " + "some words of a longer sentence ".repeat(12).strip();

    @ParameterizedTest
    @ValueSource(ints = {40, 80, 120})
    void linesAreAsWideAsTheTerminal(int columns) {
        assertThat(Terminal.of(columns, false, Loudness.USUAL).lines(LINE))
                .hasSizeGreaterThan(1)
                .allMatch(line -> line.length() <= columns)
                .anyMatch(line -> line.length() > columns - 15);
    }

    @Test
    void withoutATerminalALineStaysALine() {
        Terminal piped = Terminal.of(0, false, Loudness.USUAL);

        assertThat(piped.columns()).isZero();
        assertThat(piped.lines(LINE)).containsExactly(LINE);
        assertThat(piped.status("x".repeat(300))).hasSize(300);
    }

    @Test
    void aTextDoesNotMoveTheCursor() {
        assertThat(Terminal.NONE.lines("one\u001b[2J\rtwo")).containsExactly("one\ufffd[2J\ufffdtwo");
        assertThat(Terminal.NONE.status("one\u001b[2J\rtwo")).isEqualTo("one\ufffd[2J\ufffdtwo");
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "100, 100", "7, 40", "many, 0", "-1, 0", "99999, 0", "'', 0"})
    void whoPipesSaysHowWideLinesAre(String wished, int wrap) {
        assertThat(Terminal.of(0, false, Loudness.USUAL).piped(wished).wrap()).isEqualTo(wrap);
        assertThat(Terminal.of(120, false, Loudness.USUAL).piped(wished).wrap())
                .as("a terminal is as wide as it is")
                .isEqualTo(120);
    }

    @Test
    void coloursTakeNoRoom() {
        String line = "PASS  " + "word ".repeat(40);
        int plain = Terminal.of(80, false, Loudness.USUAL).lines(line).size();

        assertThat(Terminal.of(80, true, Loudness.USUAL).lines(line))
                .hasSize(plain)
                .first()
                .asString()
                .startsWith("\u001b[1;32mPASS\u001b[0m");
    }

    @Test
    void aTerminalThatIsTooNarrowForAnythingIsTakenAsForty() {
        assertThat(Terminal.of(7, false, Loudness.USUAL).columns()).isEqualTo(40);
        assertThat(Terminal.of(-1, false, Loudness.USUAL).columns()).isZero();
    }

    @Test
    void loudnessIsALadder() {
        assertThat(Terminal.of(80, false, Loudness.QUIET).shows(Loudness.USUAL)).isFalse();
        assertThat(Terminal.of(80, false, Loudness.USUAL).shows(Loudness.USUAL)).isTrue();
        assertThat(Terminal.of(80, false, Loudness.USUAL).shows(Loudness.VERBOSE))
                .isFalse();
        assertThat(Terminal.of(80, false, Loudness.VERBOSE).shows(Loudness.VERBOSE))
                .isTrue();
    }
}
