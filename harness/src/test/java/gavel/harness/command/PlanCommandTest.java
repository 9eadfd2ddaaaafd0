package gavel.harness.command;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.platform.HostFacts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A plan as somebody types it, on a machine with 24 GiB. */
class PlanCommandTest {
    @TempDir
    Path home;

    private CommandRig rig;

    @BeforeEach
    void install() throws IOException {
        rig = new CommandRig(home);
        rig.run.host.facts(new HostFacts(2, 24L << 30, 23L << 30, 500L << 30, 2_000_000, 25));
    }

    @Test
    void whatFitsIsShownWithAllItsMemory() {
        assertThat(rig.type("plan --users 10000")).isZero();

        assertThat(rig.said()).containsPattern("memory in all, with the kernel's for connections: \\d{4,5} MiB");
    }

    @Test
    void whatDoesNotFitIsShownAndEndsAsItsRunWould() {
        assertThat(rig.type("plan --users 100000")).isEqualTo(3);

        Matcher fitting = Pattern.compile("! this machine is too small for it: memory: .* at most (\\d+) users fit")
                .matcher(rig.said());
        assertThat(fitting.find()).as(rig.said()).isTrue();
        assertThat(rig.type("plan --users " + fitting.group(1))).isZero();
        assertThat(rig.type("run --users 100000")).isEqualTo(3);
        assertThat(rig.errors()).contains("at most " + fitting.group(1) + " users fit");
    }

    @Test
    void planDoctorAndRunSayTheSameOfDescriptors() {
        rig.run.host.facts(new HostFacts(2, 64L << 30, 60L << 30, 500L << 30, 20_000, 25));
        String bears = "descriptors: 20000 for each process, enough for 3,948 users";

        assertThat(rig.type("plan --users 100")).isZero();
        assertThat(rig.said()).contains(bears).doesNotContain("! descriptors");
        assertThat(rig.type("plan --users 5000")).isEqualTo(3);
        assertThat(rig.said()).contains("! this machine is too small for it: " + bears);
        assertThat(rig.type("doctor --users 5000")).isEqualTo(3);
        assertThat(rig.said()).contains("✗ " + bears);
        assertThat(rig.type("run --users 5000")).isEqualTo(3);
        assertThat(rig.errors()).contains(bears);
        assertThat(rig.type("up --users 5000"))
                .as("nobody puts a load on it yet")
                .isZero();
        assertThat(rig.said()).contains("! " + bears);
    }

    @Test
    void theLargestDeploymentOfASweepHasToFitToo() {
        String sweep = "plan --app-servers 1..3 --set appServers.cpu=0.1 --set appServers.memory=";

        assertThat(rig.type(sweep + "1g")).isZero();
        assertThat(rig.type(sweep + "8g")).isEqualTo(3);
    }

    @Test
    void theSettingsOfTheLargestDeploymentOfASweepAreShown() {
        assertThat(rig.type("plan --app-servers 1..3 --set appServers.cpu=0.1 --set appServers.memory=1g --settings"))
                .isZero();

        assertThat(rig.said()).containsPattern("appServers:\n(  .*\n)*?  count: 3\n");
    }
}
