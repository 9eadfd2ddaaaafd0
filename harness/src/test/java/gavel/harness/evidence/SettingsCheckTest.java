package gavel.harness.evidence;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.LoadSpec.Phases;
import gavel.driver.api.RuleOutcome.Status;
import gavel.harness.evidence.Findings.Finding;
import gavel.harness.result.RunInfo;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whether a load was made as it was asked for. */
class SettingsCheckTest {
    private final LoadBuilder built = new LoadBuilder();
    private long finishedMillis = LoadBuilder.FROM + 90_000;

    private List<String> found() {
        RunInfo run = new RunInfo(
                "20260102-030405-minimal",
                "minimal",
                "run",
                Instant.ofEpochMilli(LoadBuilder.FROM - 60_000),
                Instant.ofEpochMilli(finishedMillis),
                100,
                "liveauction",
                "smoke",
                "embedded",
                Phases.SMOKE,
                42);
        Findings findings = new Findings();
        new SettingsCheck(new Examined(Path.of("."), false, true), findings).load(run, built.build());
        return findings.all().stream().map(Finding::text).toList();
    }

    @Test
    void aWholeMeasurementWithinItsRunHasNoFinding() {
        assertThat(found()).isEmpty();
    }

    @Test
    void aMeasurementThatIsShorterOrAfterTheRunIsFound() {
        finishedMillis = LoadBuilder.FROM + 50_000;
        assertThat(found()).containsExactly("load.measuredFromMillis: the measurement is not within the run");

        built.measuredMillis = 20_000;
        assertThat(found())
                .containsExactly("load.measuredToMillis: the measurement took 20 s of the 60 that were asked for");
    }

    /** It ends after ten seconds, and its measurement was to begin later than the result was written. */
    @Test
    void aLoadThatServedNobodyNeedNoMeasurement() {
        built.measuredMillis = 0;
        finishedMillis = LoadBuilder.FROM - 10_000;
        assertThat(found()).hasSize(1);

        built.with(LoadBuilder.rule("service", "first operations", Status.INVALID, "0 of 8 sessions", "at least one"));
        assertThat(found()).isEmpty();
    }
}
