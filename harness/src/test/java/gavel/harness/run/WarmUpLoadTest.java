package gavel.harness.run;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.AgentLostException;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadSpec;
import gavel.harness.failure.ExitCode;
import gavel.harness.platform.HostFacts;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

    /** The load's own ramp warms up what never queues. */
    @ParameterizedTest
    @CsvSource({"100, 1", "200, 2"})
    void aHundredUsersOfAServerNeedNoWarmUp(int users, int servers) {
        rig.run("load.users=" + users, "appServers.count=" + servers);

        assertThat(rig.generator.specs)
                .singleElement()
                .satisfies(load -> assertThat(load.users()).isEqualTo(users))
                .satisfies(load -> assertThat(load.phases()).isEqualTo(LoadSpec.Phases.SMOKE));
        assertThat(rig.lines).noneMatch(line -> line.startsWith("✓ warm up application servers"));
    }

    @Test
    void oneUserMoreNeedsIt() {
        rig.run("load.users=101");

        assertThat(rig.generator.specs).extracting(LoadSpec::users).containsExactly(50, 101);
    }

    @Test
    void noDriverIsWithoutUsersWhileTheServersAreWarmedUp() {
        rig.host.facts(new HostFacts(64, 256L << 30, 240L << 30, 80L << 30, 20_000, 25));
        rig.run("drivers.count=60", "load.users=102");

        assertThat(rig.generator.specs.getFirst().users()).isEqualTo(60);
    }

    @Test
    void aDriverThatIsLostMeanwhileEndsTheRun() {
        rig.generator = new FakeLoadGenerator(rig.host, (LoadReport) null) {
            @Override
            public LoadReport awaitReport(Duration timeout) throws AgentLostException {
                throw new AgentLostException("no word for 3 s", null);
            }
        };

        RunOutcome outcome = rig.run("load.users=101");

        assertThat(outcome.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
        assertThat(outcome.failure())
                .hasMessage("a driver was lost while the application servers were warmed up: no word for 3 s");
        assertThat(rig.host.diary()).contains("stop driver1", "stop app1");
    }
}
