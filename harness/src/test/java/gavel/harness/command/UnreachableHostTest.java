package gavel.harness.command;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.platform.HostRemains;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One host of a deployment has lost its network. */
class UnreachableHostTest {
    private static final HostRemains LOST = new HostRemains(
            "db1",
            "connection timed out",
            List.of(
                    new HostRemains.Recorded("postgresql1", "relational", 77, true, "/var/tmp/gavel/log"),
                    new HostRemains.Recorded("load", "tools", 78, false, "/var/tmp/gavel/log")),
            "/var/tmp/gavel/runs/minimal");
    private static final String HELD = "host db1 cannot be reached (connection timed out):"
            + " it still holds postgresql1 (pid 77) and /var/tmp/gavel/runs/minimal";

    @TempDir
    Path home;

    private CommandRig rig;

    @BeforeEach
    void lose() throws IOException {
        rig = new CommandRig(home);
        assertThat(rig.type("up")).isZero();
        rig.run.unreachable = List.of(LOST);
    }

    @Test
    void statusSaysWhatItHolds() {
        rig.type("status");

        assertThat(rig.said()).contains("  " + HELD, "  running   app1 ");
    }

    @Test
    void downStopsTheRestSaysWhatIsLeftAndIsRepeatedWhenItIsBack() {
        assertThat(rig.type("down")).isEqualTo(3);
        assertThat(rig.errors())
                .contains(
                        "deployment minimal is down, except on hosts that cannot be reached;"
                                + " `gavel down minimal` removes the rest as soon as they can",
                        HELD);
        assertThat(rig.run.host.diary()).contains("stop app1", "stop embedded-services");
        assertThat(rig.deployment("minimal")).isDirectory();

        rig.run.unreachable = List.of();
        assertThat(rig.type("down")).isZero();
        assertThat(rig.deployment("minimal")).doesNotExist();
    }

    @Test
    void downRemovesWhatAMachineThatStopsAnsweringKeptItFromStoppingInOrder() {
        rig.run.unreachable = List.of();
        rig.run.failing = "dissolve";

        assertThat(rig.type("down")).isZero();

        assertThat(rig.said() + rig.errors())
                .contains("not everything could be stopped in order: host app1: no answer to dissolve within 200 s");
        assertThat(rig.deployment("minimal")).doesNotExist();
    }

    @Test
    void cleanDoesTheSame() {
        assertThat(rig.type("clean --all")).isEqualTo(3);
        assertThat(rig.said())
                .contains("! " + HELD, "until those hosts can be reached: `gavel clean` tries again")
                .endsWith("removed 0, 1 could not be removed");
        assertThat(rig.deployment("minimal")).isDirectory();

        rig.run.unreachable = List.of();
        assertThat(rig.type("clean --all")).isZero();
        assertThat(rig.deployment("minimal")).doesNotExist();
    }

    @Test
    void aDeploymentWhoseHostCannotBeAskedIsNotMadeAnew() {
        rig.everythingDies();

        rig.type("up");

        assertThat(rig.said()).doesNotContain("is made anew");
    }
}
