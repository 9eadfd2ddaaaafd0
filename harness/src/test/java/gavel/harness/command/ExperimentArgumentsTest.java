package gavel.harness.command;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.kind.ScaleKind;
import gavel.harness.peak.Conclusion;
import gavel.harness.scale.SampleSweeps;
import gavel.harness.scale.ScaleResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong with a wish for an experiment is told all together, and nothing is started. */
class ExperimentArgumentsTest {
    @TempDir
    Path home;

    private CommandRig rig;

    @BeforeEach
    void install() throws IOException {
        rig = new CommandRig(home);
    }

    @Test
    void faultsThatCannotBeMadeAreRefusedTogether() {
        assertThat(rig.type("failover --tiers apServers --faults meltdown --lasting 1h --quiet x --repeat 0"
                        + " --set load.path.shape=steps --set load.path.points=[0s=100,10s=50]"))
                .isEqualTo(4);
        assertThat(rig.errors())
                .contains("there is no such tier in this deployment (--tiers): apServers; did you mean 'appServers'?")
                .contains("there is no such fault (--faults): meltdown; known: kill, freeze, restart, cut")
                .contains("--lasting must be 1s to 300s: 1h")
                .contains("--quiet must be ")
                .contains("--repeat must be 1 to 1000: 0")
                .contains("faults need a steady load");
        assertThat(rig.type("failover --faults kill --tiers services,relational"))
                .isEqualTo(4);
        assertThat(rig.errors())
                .contains(
                        "cannot be made: embedded-services must not be stopped or killed, as its data are in memory only");
        assertThat(home.resolve("results")).doesNotExist();
    }

    @Test
    void anElasticLoadNeedsAPathASupplyAndPeaks() {
        assertThat(rig.type("elastic --shape circle --duration 1s --supply guess --most 99 --users 3 --app-servers 2"))
                .isEqualTo(4);
        assertThat(rig.errors())
                .contains("there is no such shape (--shape): circle")
                .contains("--duration must be 60s to 6000s: 1s")
                .contains("--supply must be fixed:N, schedule:0s=N,60s=M,…, rule or rule:PERCENT")
                .contains("--most must be 1 to 64: 99")
                .contains("leave out --users")
                .contains("leave out --app-servers")
                .doesNotContain("how many servers may there be");
        assertThat(rig.type("elastic --capacity nowhere")).isEqualTo(4);
        assertThat(rig.errors()).contains("the peaks cannot be read: no scale.json in ");
        assertThat(home.resolve("results")).doesNotExist();
    }

    /** Without any of their peaks it is not even known how many servers to search. */
    @Test
    void peaksAreSearchedForAKnownNumberOfServersOnly() {
        assertThat(rig.type("elastic --supply rule:60")).isEqualTo(4);
        assertThat(rig.errors())
                .contains("how many servers may there be, whose peaks are searched first? Say --most N");
        assertThat(rig.type("elastic --supply rule:60 --most 2 --resume earlier"))
                .isEqualTo(4);
        assertThat(rig.errors()).contains("--resume needs the peaks it was begun with");
        assertThat(rig.type("elastic --supply rule:60 --most 2 --hint 0 --shape own --duration 60s"))
                .isEqualTo(4);
        assertThat(rig.errors())
                .contains("--hint must be >= 1: 0")
                .contains("--shape own needs a path of users (load.path)")
                .contains("the path says how long it takes: leave out --duration");
        assertThat(rig.type("elastic --supply hpa --most 2")).isEqualTo(4);
        assertThat(rig.errors())
                .contains("--supply hpa needs a cluster with an autoscaler: take --platform kubernetes");
        assertThat(rig.type("elastic --most 2"))
                .as("an embedded deployment has no server before it")
                .isEqualTo(4);
        assertThat(rig.errors()).contains("application servers cannot be scaled");
        assertThat(rig.type("elastic --most 2 --set load.ramp=1200s --set load.warmUp=60s --set load.rampDown=10s"))
                .as("its seconds would not be kept one by one")
                .isEqualTo(4);
        assertThat(rig.errors())
                .contains("before and after the path a load must take at most 1000s: 1270s"
                        + " (load.ramp, load.warmUp, load.rampDown)");
        assertThat(home.resolve("results")).doesNotExist();
    }

    @Test
    void aTableThatIsOfAnotherDeploymentFallsOrHasGapsIsRefused() throws IOException {
        new ScaleKind()
                .write(
                        SampleSweeps.sweep(List.of(
                                SampleSweeps.point(1, SampleSweeps.found(200), 0.5),
                                SampleSweeps.point(2, SampleSweeps.found(100), 0.5),
                                SampleSweeps.point(
                                        3,
                                        new Conclusion(Conclusion.Kind.INVALID, null, 0, "nothing was valid"),
                                        0.5))),
                        home.resolve("results/sweep"));
        assertThat(rig.type("elastic --capacity sweep --supply fixed:4 --hint 5"))
                .isEqualTo(4);
        assertThat(rig.errors())
                .contains("N(k) must rise with k: N(2) = 100 after N(1) = 200 (--capacity)")
                .contains("N(3) of sweep does not count: no number: nothing was valid (--capacity)")
                .contains("sweep is of another configuration: ")
                .contains("the peaks are known from --capacity: leave out --hint");
        assertThat(home.resolve(".gavel")).doesNotExist();
    }

    @Test
    void aPathAboveThePeakOfAllServersIsRefused() throws IOException {
        String scaled = "elastic --capacity sweep --supply fixed:2 --set webServers.implementation=nginx"
                + " --set appServers.cpu=0.1 --set load.path.shape=ramps";
        ScaleResult sweep = SampleSweeps.of(
                rig.run.configuration("webServers.implementation=nginx", "appServers.cpu=0.1"), SampleSweeps.line(2));
        new ScaleKind().write(sweep, home.resolve("results/sweep"));
        assertThat(rig.type(scaled + " --set load.users=201 --set load.path.points=[0s=100,60s=201] --shape own"))
                .isEqualTo(4);
        assertThat(rig.errors())
                .contains(
                        "the path must stay at or below N(2) = 200 users, which all servers support: 201 (load.path, --capacity)");
        assertThat(rig.type(scaled + " --set load.users=200 --set load.path.points=[0s=100,60s=200]"))
                .isEqualTo(4);
        assertThat(rig.errors()).contains("there are two paths: use --shape own");
        assertThat(rig.type(scaled.replace("fixed:2", "fixed:3") + " --set load.users=200 --shape own"
                        + " --set load.path.points=[0s=100,60s=200]"))
                .isEqualTo(4);
        assertThat(rig.errors())
                .contains("the supply wants up to 3 servers, and N(k) is known to 2 (--supply, --capacity)");
        assertThat(home.resolve(".gavel")).doesNotExist();
    }

    @Test
    void servicesThatCannotBeSharedAndCurvesThatCannotBeMeasuredAreRefusedTogether() {
        assertThat(rig.type("isolate --shared relational,mail --capacity --tenants 3 --factors 2,2"))
                .isEqualTo(4);
        assertThat(rig.errors())
                .contains("no such tier can be shared (--shared): mail")
                .contains("relational can be shared where it is a server with accounts")
                .contains("--factors must be named once each: 2");
        assertThat(rig.type("isolate --capacity --tenants 3 --factors 2,2.5")).isEqualTo(4);
        assertThat(rig.errors()).contains("a factor of 3 or more is needed (--factors): 2,2.5");
        assertThat(home.resolve("results")).doesNotExist();
    }

    @Test
    void aWalkThroughADeploymentThatIsNotThereIsRefused() {
        assertThat(rig.type("failover --deployment nowhere --faults kill --repeat 0"))
                .isEqualTo(4);
        assertThat(rig.errors()).contains("unknown deployment: nowhere").contains("--repeat must be 1 to 1000: 0");
        assertThat(rig.type("failover --faults cut --tiers services")).isEqualTo(4);
        assertThat(rig.errors()).contains("cannot be made: embedded-services needs a host of its own");
        assertThat(home.resolve("results")).doesNotExist();
    }

    /** Its deployment, and what it calls itself, have the name of the result below the directory of results. */
    @Test
    void aResultGoesOnWhereResultsAre() throws IOException {
        Path elsewhere = Files.createDirectories(home.resolve("elsewhere/old"));
        for (String command : new String[] {"peak", "scale --app-servers 1,2", "failover --faults kill"}) {
            assertThat(rig.type(command + " --resume " + elsewhere)).as(command).isEqualTo(4);
            assertThat(rig.errors())
                    .as(command)
                    .contains("a result goes on below the directory of results, which is " + home.resolve("results")
                            + ": " + elsewhere + "; name its own with --output (--resume)");
        }
        assertThat(home.resolve("results")).doesNotExist();
    }

    @Test
    void oneTenantDisturbsNobody() {
        assertThat(rig.type("isolate --tenants 1 --factors 0.5 --repeat 0 --set load.users=0"))
                .isEqualTo(4);
        assertThat(rig.errors())
                .contains("--tenants must be 2 to 16, as one alone has no other to disturb: 1")
                .contains("--factors must be > 1 and <= 100: 0.5")
                .contains("--repeat must be 1 to 100: 0")
                .contains("users must be > 0: 0");
        assertThat(home.resolve("results")).doesNotExist();
    }
}
