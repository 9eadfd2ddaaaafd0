package gavel.harness.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.LoopCapacity;
import gavel.harness.report.SampleResults;
import gavel.harness.result.RunResult;
import java.util.List;
import org.junit.jupiter.api.Test;

class EqualRunsTest {
    private static final LoopCapacity CAPACITY = new LoopCapacity(100_000, 4, 0.5);

    @Test
    void aQuietMachineIsGood() {
        RunResult run = SampleResults.passed();

        List<Finding> findings = new EqualRuns(run, run).findings(CAPACITY);

        assertThat(findings).allMatch(finding -> finding.level() == Finding.Level.GOOD);
        assertThat(findings)
                .extracting(Finding::line)
                .satisfiesExactly(
                        line -> assertThat(line)
                                .isEqualTo(
                                        "driver: a loop makes at most 40,000 exchanges/s within the 80 % of its time that a run may use;"
                                                + " these runs asked each loop for 1,021 exchanges/s and kept it busy for 14 % of the time"),
                        line -> assertThat(line).isEqualTo("CPU stolen: 0.2 %"),
                        line -> assertThat(line)
                                .isEqualTo("two equal runs: operations/s are 0 % apart,"
                                        + " no operation has enough starts to compare its p99"));
    }

    @Test
    void percentilesThatAreKnownAreCompared() {
        RunResult run = SampleResults.overloaded();

        assertThat(new EqualRuns(run, run).findings(CAPACITY).getLast().line())
                .isEqualTo(
                        "two equal runs: operations/s are 0 % apart, the p99 of 20 operations 0 % (median; at most 0 %)");
    }

    @Test
    void runsThatDifferAreWarnedOfWithWhatToDo() {
        List<Finding> findings = new EqualRuns(SampleResults.passed(), SampleResults.overloaded()).findings(CAPACITY);

        assertThat(findings)
                .extracting(Finding::level)
                .containsExactly(Finding.Level.WARNING, Finding.Level.GOOD, Finding.Level.WARNING);
        assertThat(findings.getFirst().line())
                .contains("busy for 62 % of the time; more loops (drivers.loops) or drivers (drivers.count)");
        assertThat(findings.getLast().line()).contains("smaller differences between two results are chance");
    }

    @Test
    void whatCouldNotBeMeasuredIsAProblem() {
        RunResult run = SampleResults.passed();

        assertThat(new EqualRuns(run, run).findings(null).getFirst())
                .satisfies(finding -> assertThat(finding.level()).isEqualTo(Finding.Level.PROBLEM))
                .satisfies(finding -> assertThat(finding.line())
                        .contains(" asked each loop for ", "could not be measured: java -jar"));
        assertThat(new EqualRuns(run, SampleResults.interrupted()).findings(CAPACITY))
                .singleElement()
                .satisfies(finding -> assertThat(finding.level()).isEqualTo(Finding.Level.PROBLEM))
                .satisfies(finding -> assertThat(finding.line()).contains("says nothing; it is INVALID: "));
    }
}
