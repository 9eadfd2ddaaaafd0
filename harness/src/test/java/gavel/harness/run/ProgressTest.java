package gavel.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.result.RunResult.PhaseTime;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgressTest {
    @TempDir
    Path home;

    private RunRig rig;
    private Progress progress;

    @BeforeEach
    void begin() {
        rig = new RunRig(home);
        progress = new Progress(rig.environment().console(), rig.time);
    }

    private void passes(Duration duration) throws InterruptedException {
        rig.time.pause(duration);
    }

    @Test
    void aPhaseIsALineWhenItEndsWithItsTimeAndItsRemark() throws Exception {
        progress.begin(Phase.DATA);
        assertThat(rig.lines).as("nothing yet").isEmpty();
        assertThat(rig.statuses).containsExactly("  load or reset data …");
        passes(Duration.ofSeconds(3));
        progress.remark("loaded for 100 users");
        progress.done();

        assertThat(rig.lines).containsExactly("✓ load or reset data                   3.0 s   loaded for 100 users");
    }

    @Test
    void theNextPhaseEndsTheOneBefore() throws Exception {
        progress.begin(Phase.RAMP);
        passes(Duration.ofSeconds(15));
        progress.begin(Phase.WARM_UP);

        assertThat(progress.current()).isEqualTo(Phase.WARM_UP);
        assertThat(progress.times())
                .extracting(PhaseTime::name, PhaseTime::millis)
                .hasSize(1);
        assertThat(progress.times().getFirst().millis()).isEqualTo(15_000);
    }

    @Test
    void aPhaseThatGoesOnIsNotBegunAgain() throws Exception {
        progress.begin(Phase.MEASURE);
        passes(Duration.ofSeconds(30));
        progress.begin(Phase.MEASURE);
        passes(Duration.ofSeconds(30));
        progress.done();

        assertThat(progress.times()).hasSize(1);
        assertThat(progress.times().getFirst().millis()).isEqualTo(60_000);
    }

    @Test
    void aPhaseThatFailedSaysHow() {
        progress.begin(Phase.APP_SERVERS);
        progress.failed("interrupted");

        assertThat(rig.lines.getFirst()).startsWith("✗ start application servers");
        assertThat(progress.times().getFirst().outcome()).isEqualTo("interrupted");
        assertThat(progress.current()).isNull();
    }

    @Test
    void aRemarkBelongsToItsPhaseOnly() {
        progress.begin(Phase.DATA_SERVICES);
        progress.remark("PostgreSQL 18");
        progress.begin(Phase.DATA);
        progress.done();

        assertThat(rig.lines.getFirst()).endsWith("PostgreSQL 18");
        assertThat(rig.lines.getLast()).endsWith(" s");
    }

    @Test
    void endingNothingIsNothing() {
        progress.done();
        progress.failed("failed");

        assertThat(progress.times()).isEmpty();
        assertThat(rig.lines).isEmpty();
    }

    @Test
    void everyPhaseHasATitleOfItsOwnThatFitsItsColumn() {
        assertThat(Phase.values())
                .extracting(Phase::title)
                .doesNotHaveDuplicates()
                .allMatch(t -> t.length() <= 32);
    }
}
