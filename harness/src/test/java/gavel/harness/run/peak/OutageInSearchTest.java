package gavel.harness.run.peak;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.LoadReport;
import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.HostUse;
import gavel.harness.collect.Collected.MachineUse;
import gavel.harness.collect.Collected.Silence;
import gavel.harness.evidence.Findings.Kind;
import gavel.harness.kind.PeakKind;
import gavel.harness.kind.ResultKinds;
import gavel.harness.kind.RunKind;
import gavel.harness.peak.Conclusion;
import gavel.harness.peak.PeakResult;
import gavel.harness.peak.Probe.Outcome;
import gavel.harness.peak.ProbeResult;
import gavel.harness.peak.Step.Purpose;
import gavel.harness.report.SampleResults;
import gavel.harness.result.RunResult;
import gavel.harness.run.Disclosures;
import gavel.harness.run.experiment.ExperimentOutcome;
import gavel.harness.verdict.Verdict;
import gavel.harness.verify.Verification;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** A host that does not answer for half a minute of a probe: what broke meanwhile was not broken by the number of users. */
class OutageInSearchTest extends PeakRig {
    private static final LoadReport BROKEN = SampleResults.overloaded().load();
    private static final String REASON =
            "No answer from host app1 (app1) for 30 s, from 12 s of the measurement on: its network was out or the host stood still.";

    /** @param broken which probes, counted from 1, break their limits whatever their users */
    private void silent(IntPredicate which, IntPredicate broken) {
        AtomicInteger probes = new AtomicInteger();
        system.beforeProbe(() -> {
            int number = probes.incrementAndGet();
            system.reports(broken.test(number) ? BROKEN : null);
            rig.collected = which.test(number) ? unreached() : Collected.NOTHING;
        });
    }

    private static Collected unreached() {
        HostUse host =
                new HostUse("app1", MachineUse.UNKNOWN, List.of("app1"), List.of(new Silence(1_012_000, 1_042_000)));
        return new Collected(
                1_000_000, 1_060_000, MachineUse.UNKNOWN, List.of(), List.of(), List.of(), List.of(), List.of(host));
    }

    private static RunResult own(Path search, ProbeResult probe) throws IOException {
        return new RunKind().read(search.resolve("probes").resolve(probe.asked().directory()));
    }

    @Test
    void suchAProbeIsInvalidAndMadeAgain() throws IOException {
        silent(number -> number == 2, number -> number == 2);

        ExperimentOutcome<PeakResult> outcome = search(1_000, 10_000, null);

        PeakResult result = new PeakKind().read(outcome.directory());
        ProbeResult cut = result.probes().get(1);
        assertThat(cut.probe().outcome()).isEqualTo(Outcome.INVALID);
        assertThat(cut.headline()).isEqualTo(REASON);
        assertThat(result.probes().get(2).asked())
                .isEqualTo(new ProbeResult.Asked(3, Purpose.AGAIN, cut.probe().users()));
        assertThat(result.conclusion().peak().middle()).isCloseTo(KNEE, Percentage.withPercentage(3));
        assertThat(own(outcome.directory(), cut).verdict().status()).isEqualTo(Verdict.Status.INVALID);
        assertThat(new Verification(ResultKinds.KNOWN, Disclosures.program(), null)
                        .of(outcome.directory())
                        .findings()
                        .of(Kind.CONTRADICTION))
                .as("it is judged so again")
                .noneMatch(finding -> finding.what().contains("the outcome of the probe"));
    }

    @Test
    void aSearchThatMeetsNothingElseEndsWithTheReason() {
        silent(_ -> true, _ -> true);

        PeakResult result = search(1_000, 10_000, null).result();

        assertThat(result.conclusion())
                .isEqualTo(new Conclusion(
                        Conclusion.Kind.INVALID, null, 0, "3 measurements in a row were invalid: " + REASON));
        assertThat(result.probes()).hasSize(3);
    }

    /** What happens while people come may last into the measurement. */
    @Test
    void aProbeIsWatchedFromItsRestOn() {
        PeakResult result = search(1_000, 10_000, null).result();

        int others = 3; // while servers start, climbing, and while they become warm
        assertThat(rig.watching)
                .hasSize(others + result.probes().size() + result.levels().size());
    }

    /** What was not reached from here may have been there for people. */
    @Test
    void aPassStands() {
        silent(_ -> true, _ -> false);

        PeakResult result = search(1_000, 300, null).result();

        assertThat(result.conclusion().kind()).isEqualTo(Conclusion.Kind.AT_LEAST);
        assertThat(result.probes()).allMatch(probe -> probe.probe().passed());
    }
}
