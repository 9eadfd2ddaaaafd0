package gavel.harness.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.compare.MeanEstimate;
import gavel.harness.failover.FailoverResult;
import gavel.harness.failover.FaultResult;
import gavel.harness.failover.SampleWalks;
import gavel.harness.failover.ServiceLoss;
import gavel.harness.result.RecordCopy;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FailoverSummaryTest {
    private static final FaultResult KILLED = SampleWalks.fault(1, SampleWalks.KILL, 4, 3);
    private static final FaultResult FROZEN = SampleWalks.fault(2, SampleWalks.FREEZE, 0, 0);

    private static FailoverResult walk(FaultResult... faults) {
        return SampleWalks.walk(faults.length, "", false, faults);
    }

    @Test
    void theWholeOutputOfAWalk() {
        assertThat(FailoverSummary.lines(walk(KILLED, FROZEN), Path.of("results/x/report.html")))
                .containsExactly(
                        "The costliest of 2 faults was the kill of app1: service was back after 2.0 s, whole after 4.0 s,"
                                + " 4.0 s of it were lost, and 3 people saw an error. No answered bid was lost.",
                        "",
                        "  tier         fault    instance is     served again, s     whole again, s"
                                + "    service lost, s    quality back, s       redundant, s           people",
                        "  appServers   kill     the only one                2.0                4.0"
                                + "                4.0                  7                3.5                3",
                        "  relational   freeze   the only one                0.0                0.0"
                                + "                0.0                  7                3.5                0",
                        "  documents    kill     not made: documents must not be stopped or killed, as its data are in memory only",
                        "",
                        "Resolution  times are exact to 0.1 s; an outage below 0.3 s cannot be told from chance:"
                                + " more users show shorter ones",
                        "Audit       0 violations of 1 invariant",
                        "Time        2.7 min, predicted: 10.0 min",
                        "Note        a remark <b>",
                        "Report      results/x/report.html");
    }

    @ParameterizedTest
    @ValueSource(ints = {40, 80, 120})
    void noWordIsLostOnATerminal(int columns) {
        String text = String.join("\n", FailoverSummary.lines(walk(KILLED, FROZEN), Path.of("x")));
        List<String> lines = Wrapping.lines(text, columns);
        assertThat(String.join(" ", lines).split("\\s+")).isEqualTo(text.split("\\s+"));
        assertThat(lines).allMatch(line -> line.length() <= columns);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            4 | 1    | The kill of app1: service was back after 2.0 s, whole after 4.0 s, 4.0 s of it were lost, and 1 person saw an error. No answered bid was lost.
            4 | 1200 | The kill of app1: service was back after 2.0 s, whole after 4.0 s, 4.0 s of it were lost, and 1,200 people saw an error. No answered bid was lost.
            0 | 0    | The kill of app1 caused no measurable loss of service. No answered bid was lost.
            """)
    void oneFaultIsNotTheCostliestOfOne(double lost, long people, String sentence) {
        assertThat(FailoverSummary.sentence(walk(SampleWalks.fault(1, SampleWalks.KILL, lost, people))))
                .isEqualTo(sentence);
    }

    @Test
    void withoutAnOutageServiceNeverFellBelowHalf() {
        FaultResult slow = RecordCopy.with(KILLED, "loss", new ServiceLoss(0, 3.0, 0.4));
        assertThat(FailoverSummary.sentence(walk(slow)))
                .startsWith(
                        "The kill of app1: service never fell below half, was whole again after 3.0 s, 0.4 s of it were lost");
        assertThat(FailoverSummary.line(slow))
                .isEqualTo("fault 1   kill of app1              served again after < 0.3 s, whole after 3.0 s,"
                        + " quality after 7 s, lost 0.4 s, redundancy after 3.5 s, 3 saw an error");
    }

    @Test
    void whatIsNotWholeAgainIsNotSaidToBe() {
        FaultResult cold = RecordCopy.with(KILLED, "loss", new ServiceLoss(3, null, 11));
        assertThat(FailoverSummary.sentence(walk(cold)))
                .startsWith(
                        "The kill of app1: service was back after 3.0 s, not whole again while it was watched, at least 11.0 s of it were lost");
        assertThat(FailoverSummary.line(cold))
                .contains("served again after 3.0 s, whole after more than was waited", ", lost ≥ 11.0 s, ");
        assertThat(FailoverSummary.lines(walk(cold), null))
                .anyMatch(line -> line.matches("  appServers .* 3\\.0 +– +≥ 11\\.0 .*"));
    }

    @Test
    void aFaultThatDoesNotCountHasNoFigures() {
        FaultResult uncounted = SampleWalks.uncounted(1, SampleWalks.KILL);
        FailoverResult result = walk(uncounted);

        assertThat(FailoverSummary.line(uncounted))
                .isEqualTo("fault 1   kill of app1              does not count: app1 was not seen to be gone after it");
        assertThat(FailoverSummary.sentence(result))
                .isEqualTo(
                        "This cannot be trusted: kill of app1: app1 was not seen to be gone after it. No fault has figures.");
        assertThat(FailoverSummary.lines(result, null))
                .contains("  appServers   kill     the only one does not count")
                .noneMatch(line -> line.startsWith("Resolution"));
    }

    /**
     * Losses of 2 and 6 s, and of 3 and 5 s: 4 ± 6.3138 × 2 and 4 ± 6.3138 × 1, which is 4.0 (-8.6 to 16.6), shown from 0 on as no service
     * is lost twice, and 4.0 (-2.3 to 10.3). They lie over each other.
     */
    @Test
    void whatCannotBeToldFromTheCostliestIsNamed() {
        FailoverResult result = walk(
                SampleWalks.fault(1, SampleWalks.KILL, 2, 1),
                SampleWalks.fault(2, SampleWalks.FREEZE, 3, 0),
                SampleWalks.fault(3, SampleWalks.KILL, 6, 2),
                SampleWalks.fault(4, SampleWalks.FREEZE, 5, 0));

        // Both lost 4 s; more people saw an error of the kill.
        assertThat(FailoverSummary.sentence(result))
                .startsWith("The costliest of 2 faults was the kill of app1: ")
                .contains(" 4.0 (0.0 to 16.6) s of it were lost, and 2 people saw an error.")
                .contains(" Its cost cannot be told apart from that of freeze of postgresql.");
    }

    @Test
    void eachEndingBeginsWithWhatItMeans() {
        assertThat(FailoverSummary.sentence(SampleWalks.walk(3, "", false, KILLED)))
                .startsWith("Not all faults are made yet: 1 of 3. The kill of app1: ");
        assertThat(FailoverSummary.sentence(SampleWalks.walk(3, "somebody stopped it", false, KILLED)))
                .startsWith(
                        "Not all faults are made yet: 1 of 3. It ended early: somebody stopped it. The kill of app1: ");
        assertThat(FailoverSummary.sentence(SampleWalks.walk(3, "somebody stopped it.", false, KILLED)))
                .contains(" It ended early: somebody stopped it. The ");
        assertThat(FailoverSummary.sentence(SampleWalks.walk(1, "", true, KILLED)))
                .startsWith("Data were lost: the audit after the faults found 2 violations of \"bids\","
                        + " for example: bid 7 of lot 3. The kill of app1: ");
        assertThat(FailoverSummary.sentence(SampleWalks.walk(1, "", false)))
                .isEqualTo("This cannot be trusted: no fault was made. No fault has figures.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"the load ended", "the load ended."})
    void whatCannotBeTrustedEndsWithOneFullStop(String problem) {
        assertThat(FailoverSummary.sentence(SampleWalks.walk(1, problem, false, KILLED)))
                .startsWith("This cannot be trusted: the load ended. The kill of app1: ");
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "null",
            value = {
                "null, null, null, 1, –, –",
                "4, null, null, 1, 4.0, 4.0",
                "4, 2.34, 5.66, 1, 4.0 (2.3 to 5.7), 4.0 (2.3 to 5.7)",
                "1, -0.5, 2.5, 1, 1.0 (0.0 to 2.5), 1.0 (-0.5 to 2.5)",
                "-0.12, -0.63, 0.39, 2, -0.12 (0.00 to 0.39), -0.12 (-0.63 to 0.39)",
                "1234.5, 1000, 1469, 0, '1,235 (1,000 to 1,469)', '1,235 (1,000 to 1,469)'"
            })
    void aFigureHasItsInterval(Double mean, Double lower, Double upper, int digits, String value, String signed) {
        MeanEstimate estimate = mean == null ? null : new MeanEstimate(2, mean, lower, upper);
        assertThat(FailoverSummary.value(estimate, digits)).isEqualTo(value);
        assertThat(FailoverSummary.signed(estimate, digits)).isEqualTo(signed);
    }

    @Test
    void aStampSaysHowManyOrWhyNot() {
        assertThat(FailoverSummary.briefly(walk(KILLED, FROZEN))).isEqualTo("2 faults");
        assertThat(FailoverSummary.briefly(walk(KILLED))).isEqualTo("1 fault");
        assertThat(FailoverSummary.briefly(SampleWalks.walk(2, "", false, KILLED)))
                .isEqualTo("INCOMPLETE");
        assertThat(ExperimentSummary.tone(walk(KILLED))).isEqualTo("pass");
        assertThat(ExperimentSummary.tone(SampleWalks.walk(1, "", true, KILLED)))
                .isEqualTo("fail");
    }
}
