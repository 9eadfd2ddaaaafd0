package gavel.harness.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.report.SampleResults;
import gavel.harness.report.Summary;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

class WrappingTest {
    private static final String NOTE =
            "Note        Driver and application shared cores: the figure is for both together,"
                    + " and for nothing else that ran on the machine at that time of the day.";

    @Test
    void whatFollowsALabelGoesOnBelowItself() {
        assertThat(Wrapping.lines(NOTE, 80))
                .containsExactly(
                        "Note        Driver and application shared cores: the figure is for both",
                        "            together, and for nothing else that ran on the machine at that time",
                        "            of the day.");
        assertThat(Wrapping.lines(NOTE, 120)).hasSize(2).allMatch(line -> line.length() <= 120);
    }

    @Test
    void withoutATerminalALineStaysALine() {
        assertThat(Wrapping.lines(NOTE, 0)).containsExactly(NOTE);
        assertThat(Wrapping.lines("one\n\ntwo", 0)).containsExactly("one", "", "two");
    }

    @Test
    void theRemarkOfAPhaseStaysInItsColumn() {
        String phase =
                "✓ audit the data before the load      1.4 s   13 invariants, 0 violations, and much more to say";
        assertThat(Wrapping.lines(phase, 80))
                .containsExactly(
                        "✓ audit the data before the load      1.4 s   13 invariants, 0 violations, and",
                        " ".repeat(46) + "much more to say");
    }

    @Test
    void aWordThatIsLongerThanItsRoomStaysWhole() {
        String path = "/a".repeat(50);
        assertThat(Wrapping.lines("Report      " + path, 80)).containsExactly("Report      " + path);
        assertThat(Wrapping.lines(path + " is there", 80)).containsExactly(path, "  is there");
        assertThat(Wrapping.lines("x".repeat(200), 80)).containsExactly("x".repeat(200));
    }

    @Test
    void aWordThatDoesNotFitBelowItsColumnBeginsFartherToTheLeft() {
        assertThat(Wrapping.lines("      --app-servers=N   servers (appServers.count.of.them) or so", 40))
                .containsExactly(
                        "      --app-servers=N   servers",
                        " ".repeat(14) + "(appServers.count.of.them)",
                        " ".repeat(14) + "or so");
        assertThat(Wrapping.lines(" ".repeat(20) + "[--idle-timeout=SECONDS]", 40))
                .containsExactly(" ".repeat(16) + "[--idle-timeout=SECONDS]");
    }

    @Test
    void aLineThatFitsIsLeftAlone() {
        assertThat(Wrapping.lines("x".repeat(80), 80)).containsExactly("x".repeat(80));
        assertThat(Wrapping.lines("", 80)).containsExactly("");
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 80, 120})
    void nothingOfASummaryIsBrokenWithinAWordOrLost(int columns) {
        Stream.of(SampleResults.passed(), SampleResults.overloaded(), SampleResults.damaged())
                .map(result -> Summary.of(result, Path.of("results/x/report.html")))
                .forEach(summary -> {
                    List<String> lines = summary.lines()
                            .flatMap(line -> Wrapping.lines(line, columns).stream())
                            .toList();
                    assertThat(lines).allMatch(line -> line.length() <= columns);
                    assertThat(String.join(" ", lines).split("\\s+")).isEqualTo(summary.split("\\s+"));
                });
    }

    @Test
    void aRowIsBrokenBetweenItsCells() {
        String row = "  ListAuctions           162   1.83 ms max 6.96 ms    2 s     –    0 %    0 %";
        assertThat(Wrapping.lines(row, 40))
                .containsExactly("  ListAuctions  162  1.83 ms max 6.96 ms", "    2 s  –  0 %  0 %");
        assertThat(Wrapping.lines(row, 80)).containsExactly(row);
    }

    @Test
    void errorsAreWrappedLineByLine() {
        StringWriter out = new StringWriter();
        Wrapping.wrapped(new PrintWriter(out), 40).println("gavel: users must be > 0: -5 (run.yaml: load.users)");
        assertThat(out.toString().lines()).containsExactly("gavel: users must be > 0: -5 (run.yaml:", "  load.users)");
    }

    /** On 40 columns, help was as wide as on 55. */
    @Test
    void helpThatIsPrintedAsAnObjectIsWrappedToo() {
        StringWriter out = new StringWriter();
        CommandLine line = new CommandLine(CommandSpec.create()
                .name("gavel")
                .addOption(OptionSpec.builder("--users")
                        .paramLabel("N")
                        .type(int.class)
                        .description("how many people are simulated at the same time, each with a session of its own")
                        .build()));
        line.setUsageHelpWidth(55);
        line.usage(Wrapping.wrapped(new PrintWriter(out), 40));

        assertThat(out.toString().lines()).isNotEmpty().allMatch(text -> text.length() <= 40);
        assertThat(out.toString()).contains("--users=N", "session");
    }
}
