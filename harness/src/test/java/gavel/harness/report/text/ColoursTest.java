package gavel.harness.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.report.SampleResults;
import gavel.harness.report.Summary;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ColoursTest {
    private static final String GREEN = "\u001b[1;32m";
    private static final String RED = "\u001b[1;31m";
    private static final String YELLOW = "\u001b[1;33m";
    private static final String END = "\u001b[0m";

    private static String plain(String painted) {
        return painted.replaceAll("\u001b\\[[\\d;]*m", "");
    }

    @ParameterizedTest
    @CsvSource({"PASS, 32", "FAIL, 31", "INVALID, 33", "INTERRUPTED, 33", "VERIFIED, 32", "REFUTED, 31", "GONE, 31"})
    void howItEndedHasAColour(String word, int colour) {
        assertThat(Colours.of(word + "  it says why"))
                .isEqualTo("\u001b[1;" + colour + "m" + word + END + "  it says why");
    }

    @Test
    void aWordWithinAnotherIsNone() {
        assertThat(Colours.of("QOS_FAILED and PASSWORD and pass")).isEqualTo("QOS_FAILED and PASSWORD and pass");
    }

    @Test
    void marksAndLabelsStandOut() {
        assertThat(Colours.of("✓ start data services  4.0 s")).startsWith(GREEN + "✓" + END + " start");
        assertThat(Colours.of("  ✗ of a result")).startsWith("  " + RED + "✗" + END);
        assertThat(Colours.of("! the machine is busy")).startsWith(YELLOW + "!" + END);
        assertThat(Colours.of("Note        something")).isEqualTo("\u001b[1mNote" + END + "        something");
        assertThat(Colours.of("A sentence  of two parts")).isEqualTo("A sentence  of two parts");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Home p99 900 ms of 2 s   | 32
            Home p99 1.60 s of 2 s   | 33
            Home p99 2.00 s of 2 s   | 33
            Home p99 2.01 s of 2 s   | 31
            Home max 12,000 ms of 5 s | 31
            """)
    void aFigureIsColouredByItsDistanceToTheLimit(String text, int colour) {
        String figure = text.replaceFirst(".*(p99|max) ", "").strip();
        assertThat(Colours.of(text)).contains("\u001b[1;" + colour + "m" + figure + END);
    }

    @Test
    void theTableOfOperationsShowsWhichLimitBroke() {
        String row = "  UploadImage          5,400    2.10 s      8.80 s    5 s 176 %  8.1 %    0 %";
        assertThat(Colours.of(row)).contains(RED + "5 s 176 %" + END);
        assertThat(Colours.of(row.replace("176 %", " 12 %"))).contains(GREEN + "5 s  12 %" + END);
        String unknown = "  ListAuctions           162   1.83 ms max 6.96 ms    2 s     –    0 %    0 %";
        assertThat(Colours.of(unknown)).isEqualTo(unknown);
    }

    @Test
    void figuresThatAreNoneAreLeftAlone() {
        assertThat(Colours.of("x ... ms of 2 s")).isEqualTo("x ... ms of 2 s");
        assertThat(Colours.of("x 1 ms of 0 s")).contains(RED);
    }

    @Test
    void nothingOfTheTextIsLostOrAdded() {
        Stream.of(SampleResults.passed(), SampleResults.overloaded(), SampleResults.damaged())
                .flatMap(result -> Summary.of(result, null).lines())
                .forEach(line -> assertThat(plain(Colours.of(line))).isEqualTo(line));
    }
}
