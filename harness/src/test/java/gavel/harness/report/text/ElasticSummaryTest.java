package gavel.harness.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.compare.MeanEstimate;
import gavel.harness.elastic.ElasticPass;
import gavel.harness.elastic.ElasticResult;
import gavel.harness.elastic.ElasticResult.CapacityProbe;
import gavel.harness.elastic.SamplePasses;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Of passes of 100 s: a second server is needed from second 20 on, and comes later. */
class ElasticSummaryTest {
    private static ElasticResult one() {
        return SamplePasses.result(1, true, false, SamplePasses.pass(1, 60));
    }

    /**
     * The second server comes at 60: one is missing for 40 s of 100, which is 0.4 of a server on average, and half of the demand for that
     * time, 0.2. The distance is (0.2^4 + 0.4^4)^(1/4) = 0.0272^(1/4) = 0.406. Where N(k) is high, one server was enough and one is too
     * many for 40 s: (0.4^4 + 0.4^4)^(1/4) = 0.476. Where it is low, two were needed from the beginning and one is missing for 60 s, 0.3 of
     * the demand: (0.3^4 + 0.6^4)^(1/4) = 0.1377^(1/4) = 0.609; and either way supply moves once more than demand, 1 / 100 s.
     */
    @Test
    void theWholeOutputOfAPass() {
        assertThat(ElasticSummary.lines(one(), Path.of("results/x/report.html")))
                .containsExactly(
                        "People were served well for 60.0 % of their time, with 0.97 × the server time that the load demanded."
                                + " Servers enough for the peak all the time would be 1.11 ×.",
                        "",
                        "  servers missing, average                            0.400   by N(k) 0.000 to 0.600",
                        "  servers too many, average                           0.000   by N(k) 0.000 to 0.400",
                        "  missing for each one demanded                       0.200   by N(k) 0.000 to 0.300",
                        "  too many for each one demanded                      0.000   by N(k) 0.000 to 0.400",
                        "  share of time with too few                          0.400   by N(k) 0.000 to 0.600",
                        "  share of time with too many                         0.000   by N(k) 0.000 to 0.400",
                        "  jitter, servers a second                           0.0000   by N(k) 0.0000 to 0.0100",
                        "  deviation                                           0.406   by N(k) 0.406 to 0.609",
                        "  instability                                         0.200   share of steps of 10 s in different directions",
                        "",
                        "  seconds from … to …   need→order   →created   →ready   →first request   →fair share   →quality",
                        "  pass 1, app2                 4.5        0.5     35.0              1.0             –          –",
                        "",
                        "  probe   90 users on 1 server before the path: pass",
                        "  probe   90 users on 1 server after the path: pass",
                        "Time        2.7 min, predicted: 10.0 min",
                        "Note        a remark",
                        "Report      results/x/report.html");
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 80, 120})
    void noWordIsLostOnATerminal(int columns) {
        String text = String.join("\n", ElasticSummary.lines(one(), Path.of("x")));
        List<String> lines = Wrapping.lines(text, columns);
        assertThat(String.join(" ", lines).split("\\s+")).isEqualTo(text.split("\\s+"));
        assertThat(lines).allMatch(line -> line.length() <= columns);
    }

    /** 60 % and 80 % are 70 % on average; with one degree of freedom the interval is 6.3138 × 10 % to either side, and a share ends at 100 %. */
    @Test
    void twoPassesHaveAnInterval() {
        ElasticResult two = SamplePasses.result(2, true, false, SamplePasses.pass(1, 60), SamplePasses.pass(2, 40));

        assertThat(ElasticSummary.briefly(two)).isEqualTo("70.0 % (6.9 to 100.0) well served");
        // 40 and 20 s of 100: 0.3 ± 6.3138 × 0.1; nothing is missing less than nothing.
        assertThat(ElasticSummary.metrics(two).getFirst().value()).isEqualTo("0.300 (0.000 to 0.931)");
    }

    /** Demand goes from 1 to 2 at 20 and supply not at all: it moves one server less, -1 / 100 s in each pass. */
    @Test
    void aFigureBelowZeroKeepsItsSign() {
        ElasticPass late = SamplePasses.pass(1, 100);
        ElasticPass soon = SamplePasses.pass(2, 60);
        ElasticResult result = SamplePasses.result(2, true, false, late, soon);

        // -0.01 and 0: -0.005 ± 6.3138 × 0.005.
        assertThat(ElasticSummary.metrics(result))
                .filteredOn(row -> row.name().startsWith("jitter"))
                .singleElement()
                .extracting(ElasticSummary.Row::value)
                .isEqualTo("-0.0050 (-0.0366 to 0.0266)");
    }

    @Test
    void aPassIsALine() {
        assertThat(ElasticSummary.line(SamplePasses.pass(3, 60)))
                .isEqualTo("pass 3  60.0 % of user time served well, 0.97 × the server time demanded,"
                        + " too few servers for 40.0 % of the time, too many for 0.0 %");
        assertThat(ElasticSummary.line(SamplePasses.pass(3, 60).without("the driver was late")))
                .isEqualTo("pass 3  does not count: the driver was late");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            true  | 1 | 1234 | true  | probe   1,234 users on 1 server before the path: pass
            false | 3 | 90   | false | probe   90 users on 3 servers after the path: too slow
            """)
    void aProbeIsALine(boolean before, int servers, int users, boolean passed, String line) {
        assertThat(ElasticSummary.line(new CapacityProbe(before, servers, users, passed, passed ? "" : "too slow")))
                .isEqualTo(line);
    }

    @Test
    void eachEndingBeginsWithWhatItMeans() {
        ElasticPass pass = SamplePasses.pass(1, 60);
        assertThat(ElasticSummary.sentence(SamplePasses.result(3, true, false, pass)))
                .startsWith("Not all passes are made yet: 1 of 3. People were served well for 60.0 % ");
        assertThat(ElasticSummary.sentence(SamplePasses.result(1, true, true, pass)))
                .startsWith("Data were lost: the audit afterwards found 2 violations. People were served well ");
        assertThat(ElasticSummary.sentence(SamplePasses.result(1, true, false)))
                .isEqualTo("This cannot be trusted: no pass was made.");
        assertThat(ExperimentSummary.tone(SamplePasses.result(1, true, false, pass)))
                .isEqualTo("pass");
        assertThat(ExperimentSummary.tone(SamplePasses.result(1, true, true, pass)))
                .isEqualTo("fail");
        assertThat(ExperimentSummary.tone(SamplePasses.result(3, true, false, pass)))
                .isEqualTo("invalid");
        assertThat(ElasticSummary.briefly(SamplePasses.result(3, true, false, pass)))
                .isEqualTo("INCOMPLETE");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a driver was late", "a driver was late."})
    void whatCannotBeTrustedEndsWithOneFullStop(String why) {
        ElasticResult result =
                SamplePasses.result(1, true, false, SamplePasses.pass(1, 60).without(why));

        assertThat(ElasticSummary.sentence(result)).isEqualTo("This cannot be trusted: a driver was late.");
        assertThat(ElasticSummary.lines(result, null))
                .doesNotContain("Report")
                .noneMatch(line -> line.contains("NaN"))
                .noneMatch(line -> line.contains("servers missing"));
    }

    @Test
    void ofPassesThatDoNotCountNoMetricIsAFigure() {
        ElasticResult result =
                SamplePasses.result(1, true, false, SamplePasses.pass(1, 60).without("late"));
        assertThat(ElasticSummary.metrics(result)).allSatisfy(row -> {
            assertThat(row.value()).isEqualTo("–");
            assertThat(row.band()).isIn("–", "");
        });
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "null",
            value = {
                "null, null, null, –",
                "0.5, null, null, 50.0 %",
                "0.5, 0.4, 0.6, 50.0 % (40.0 to 60.0)",
                "0.9, 0.7, 1.1, 90.0 % (70.0 to 100.0)",
                "0.1, -0.1, 0.3, 10.0 % (0.0 to 30.0)"
            })
    void aShareIsBetweenNothingAndAll(Double mean, Double lower, Double upper, String shown) {
        assertThat(ElasticSummary.percent(mean == null ? null : new MeanEstimate(2, mean, lower, upper)))
                .isEqualTo(shown);
    }

    @Test
    void aMomentThatWasNotSeenIsADash() {
        assertThat(ElasticSummary.seconds(null)).isEqualTo("–");
        assertThat(ElasticSummary.seconds(0.04)).isEqualTo("0.0");
        assertThat(ElasticSummary.seconds(12.35)).isEqualTo("12.4");
    }
}
