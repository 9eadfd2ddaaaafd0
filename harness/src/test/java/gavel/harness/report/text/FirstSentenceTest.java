package gavel.harness.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.LoadReport;
import gavel.driver.api.shape.LoadShape;
import gavel.harness.report.SampleResults;
import gavel.harness.result.RunResult;
import java.util.List;
import org.junit.jupiter.api.Test;

class FirstSentenceTest {
    @Test
    void aMeasurementThatEndedEarlyIsSaidToHaveTakenWhatItTook() {
        RunResult passed = SampleResults.passed();
        RunResult early = measured(passed, 49_998);

        assertThat(FirstSentence.measured(passed)).contains(" for 60 s against ");
        assertThat(FirstSentence.measured(early)).contains(" for 50 s against ");
        assertThat(Tiles.of(passed).getFirst().detail()).isEqualTo("for 60 s");
        assertThat(Tiles.of(early).getFirst().detail()).isEqualTo("for 50 s");
    }

    private static RunResult measured(RunResult r, long millis) {
        LoadReport l = r.load();
        LoadReport load = new LoadReport(
                l.profile(),
                l.seed(),
                l.users(),
                l.startedAtMillis(),
                l.measuredFromMillis(),
                l.measuredFromMillis() + millis,
                l.operations(),
                l.news(),
                l.mix(),
                null,
                null,
                l.lateness(),
                l.counters(),
                l.rules(),
                List.of(),
                List.of(),
                LoadShape.CONSTANT);
        return new RunResult(
                r.schemaVersion(),
                r.run(),
                r.verdict(),
                load,
                r.auditBefore(),
                r.auditAfter(),
                r.tiers(),
                r.bottleneck(),
                r.causes(),
                r.collected(),
                r.intervals(),
                r.phases(),
                r.actions(),
                r.disclosure(),
                List.of());
    }
}
