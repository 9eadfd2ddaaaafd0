package gavel.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.AgentLostException;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadSpec;
import gavel.harness.failure.ExitCode;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WarmUpLoadTest {
    @TempDir
    Path home;

    private RunRig rig;

    @BeforeEach
    void makeRig() {
        rig = new RunRig(home);
    }

    /** Near the peak the queues of cold servers would reach far into the measurement. */
    @Test
    void halfTheUsersWarmTheServersUpAndStay() {
        rig.run("load.length=standard", "load.users=301");

        assertThat(rig.generator.specs).hasSize(2);
        LoadSpec warmUp = rig.generator.specs.getFirst();
        assertThat(warmUp.users()).isEqualTo(150);
        assertThat(warmUp.phases()).isEqualTo(new LoadSpec.Phases(30, 30, 0, LoadSpec.Phases.STAY));
        assertThat(rig.lines).anyMatch(line -> line.startsWith("✓ warm up application servers"));
    }

    @Test
    void noDriverIsWithoutUsersWhileTheServersAreWarmedUp() {
        rig.run("drivers.count=3", "load.users=4");

        assertThat(rig.generator.specs.getFirst().users()).isEqualTo(3);
    }

    @Test
    void aDriverThatIsLostMeanwhileEndsTheRun() {
        rig.generator = new FakeLoadGenerator(rig.host, (LoadReport) null) {
            @Override
            public LoadReport awaitReport(Duration timeout) throws AgentLostException {
                throw new AgentLostException("no word for 3 s", null);
            }
        };

        RunOutcome outcome = rig.run();

        assertThat(outcome.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
        assertThat(outcome.failure())
                .hasMessage("a driver was lost while the application servers were warmed up: no word for 3 s");
        assertThat(rig.host.diary()).contains("stop driver1", "stop app1");
    }
}
