package gavel.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.failure.ExitCode;
import gavel.harness.kind.RunKind;
import gavel.harness.verdict.Verdict.Status;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is done after a measurement, whatever fails then. */
class WindDownTest {
    @TempDir
    Path home;

    @Test
    void aMachineThatStopsAnsweringAfterTheLoadCostsNoResult() throws IOException {
        RunRig rig = new RunRig(home);
        rig.failing = "dissolve";

        RunOutcome outcome = rig.run();

        assertThat(outcome.exitCode()).isEqualTo(ExitCode.PASS);
        assertThat(new RunKind().read(outcome.directory()).verdict().status()).isEqualTo(Status.PASS);
        assertThat(rig.lines)
                .contains("! not everything could be stopped in order: host app1: no answer to dissolve within 200 s");
        assertThat(home.resolve(".gavel")).isEmptyDirectory();
    }
}
