package gavel.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.config.Configuration;
import gavel.harness.config.Sizing;
import gavel.harness.doctor.Finding;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.HostFacts;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine that is too small is none for a deployment of its own, and good enough to order one in a cluster. */
class MachineCheckTest {
    private static final long MEBIBYTE = 1 << 20;

    @TempDir
    Path home;

    private RunRig rig;

    @BeforeEach
    void aSmallMachine() {
        rig = new RunRig(home);
        rig.host.facts(new HostFacts(1, 1_024 * MEBIBYTE, 300 * MEBIBYTE, 50_000 * MEBIBYTE, 64, 25));
    }

    private Configuration clustered() {
        return rig.configuration("platform=kubernetes", "load.users=5000");
    }

    @Test
    void itsMemoryAndDescriptorsBoundWhatRunsHereAndNotWhatRunsInACluster() {
        Configuration here = rig.configuration("load.users=5000");

        assertThatThrownBy(() -> MachineCheck.pass(here, rig.environment()))
                .isInstanceOf(EnvironmentException.class)
                .hasMessage("this machine is not ready for the run");
        assertThat(MachineCheck.usersConnected(here, rig.environment())).isLessThan(100);
        assertThat(MachineCheck.everFits(here, rig.environment(), 0.9)).isFalse();

        assertThatCode(() -> MachineCheck.pass(clustered(), rig.environment())).doesNotThrowAnyException();
        assertThat(MachineCheck.usersConnected(clustered(), rig.environment())).isEqualTo(Integer.MAX_VALUE);
        assertThat(MachineCheck.everFits(clustered(), rig.environment(), 0.9)).isTrue();
        assertThat(MachineCheck.hasMemory(clustered(), rig.environment())).isTrue();
    }

    @Test
    void whatIsAskedOfTheNodesIsTold() {
        assertThat(MachineCheck.bounds(clustered(), rig.environment()))
                .extracting(Finding::line)
                .satisfiesExactly(
                        line -> assertThat(line).matches(".*memory.* \\d+ MiB are requested from the nodes.*"),
                        line -> assertThat(line).contains("traffic between machines is plain"));
    }

    /** Four pods with a helper process each, one of them for the tools. */
    @Test
    void whatIsAskedOfTheNodesIsWhatAllPodsAskFor() {
        String line = MachineCheck.memory(clustered(), rig.environment()).line();

        assertThat(Long.parseLong(line.replaceAll("\\D*(\\d+) MiB.*", "$1")))
                .isGreaterThan(Sizing.of(clustered()).total(clustered()) + 4 * 256);
    }

    @Test
    void whatTheUserMayNotDoThereIsRefused() {
        rig.host.obstacle("you may not create pods in namespace bench");

        assertThatThrownBy(() -> MachineCheck.pass(clustered(), rig.environment()))
                .isInstanceOfSatisfying(EnvironmentException.class, failure -> {
                    assertThat(failure).hasMessage("the cluster is not ready for the run");
                    assertThat(failure.evidence())
                            .singleElement()
                            .asString()
                            .contains("you may not create pods in namespace bench");
                });
    }
}
