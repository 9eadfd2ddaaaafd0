package gavel.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.driver.api.LoadSpec.Phases;
import gavel.harness.deployment.Deployment;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.ExitCode;
import gavel.harness.result.RunResult;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs on a deployment that was up before and stays up. */
class StandingDeploymentTest {
    @TempDir
    Path home;

    private RunRig rig;

    @BeforeEach
    void up() throws Exception {
        rig = new RunRig(home);
        try (Deployment deployment = rig.deployments()
                .create("mine", rig.configuration("load.users=200"), false, rig.time.instant(), _ -> true)) {
            Progress progress = new Progress(rig.environment().console(), rig.time);
            Deployer deployer = new Deployer(deployment, rig.environment(), progress);
            deployer.startDataServices();
            deployer.prepareData(true);
            deployer.startAppServers();
            deployer.verify();
        }
    }

    @Test
    void aRunSetsBackWhatWentOnWithoutBiddersAndLeavesEverythingUp() {
        assertThat(rig.run("mine", false).exitCode()).isEqualTo(ExitCode.PASS);

        assertThat(rig.host.diary()).containsSubsequence("stop app1", "run reset", "start app1", "stop driver1");
        assertThat(rig.host.diary()).containsOnlyOnce("run load", "stop app1").doesNotContain("stop embedded-services");
        assertThat(rig.generator.spec().auctionsFromMillis()).isPositive();
        assertThat(home.resolve(".gavel/mine/deployment.json")).exists();
    }

    /** Nobody had used the set but idle servers, which are gone by then. */
    @Test
    void aResetThatWasCutShortIsMadeAgain() {
        rig.host.exitCode("reset", 3);
        assertThat(rig.run("mine", false).exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
        rig.host.exitCode("reset", 0);

        assertThat(rig.run("mine", false).exitCode()).isEqualTo(ExitCode.PASS);
        assertThat(rig.host.diary()).containsSubsequence("stop app1", "run reset", "run reset", "start app1");
    }

    @Test
    void theSecondRunResetsWhileNoServerIsRunning() {
        rig.run("mine", false);
        rig.run("mine", false);

        assertThat(rig.host.diary()).containsSubsequence("stop app1", "run reset", "start app1");
    }

    /** What only the load makes, such as pictures, no reset gives back. */
    @Test
    void damageThatNoResetMendsIsInvalidWithItsCauseAndStaysKnown() {
        rig.run("mine", false);
        rig.host.report(
                "reset",
                "{\"ok\": false, \"counts\": [{\"what\": \"image_bytes\", \"expected\": 144, \"actual\": 72}]}");
        rig.host.exitCode("reset", 1);

        for (int i = 0; i < 2; i++) {
            RunOutcome outcome = rig.run("mine", false);

            assertThat(outcome.exitCode()).isEqualTo(ExitCode.INVALID);
            assertThat(outcome.result().verdict().headline())
                    .isEqualTo(
                            "The audit before the load found 72 violations of \"image_bytes as loaded\" in 144 checked,"
                                    + " for example: image_bytes: expected 144, found 72");
        }
        assertThat(rig.generator.specs).as("no load is put on them").hasSize(2);
    }

    @Test
    void keptDataAreNotResetSoThatTheirDamageIsFound() {
        rig.run("mine", false);
        rig.host.report("audit", FakeHost.audit(1));
        rig.host.exitCode("audit", 1);

        assertThat(rig.run("mine", true).exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(rig.host.diary()).as("that of the first run").containsOnlyOnce("run reset");
    }

    @Test
    void aResultSaysThatItsDataWereKept() {
        assertThat(rig.run("mine", false).result().disclosure().dataSet()).doesNotContainKey("keptWithoutReset");
        assertThat(rig.run("mine", true).result().disclosure().dataSet())
                .containsEntry("keptWithoutReset", "yes (--keep-data)")
                .containsEntry("users", "200");
    }

    /** A reset restarts the servers; where used data are kept the servers have been used as well. */
    @Test
    void eachRunWarmsTheServersUpUnlessItGoesOnWithUsedData() {
        rig.run("mine", false);
        rig.run("mine", false);
        assertThat(rig.generator.specs).hasSize(4);

        rig.run("mine", true);
        assertThat(rig.generator.specs).hasSize(5);
        assertThat(rig.generator.specs.getLast().auctionsFromMillis())
                .as("nobody knows how old the lots are")
                .isZero();
        assertThat(rig.generator.specs.getLast().users())
                .isEqualTo(rig.generator.specs.get(1).users());
    }

    @Test
    void fewerUsersThanLoadedFitMoreDoNot() {
        assertThat(rig.run("mine", false, "load.users=50").exitCode()).isEqualTo(ExitCode.PASS);
        assertThat(rig.generator.spec().users()).isEqualTo(50);

        assertThatThrownBy(() -> rig.run("mine", false, "load.users=500"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("users must be <= 200, for which deployment mine has data: 500");
    }

    /** A path, a length or a seed that went on to drive every later run would be another load than asked for. */
    @Test
    void whatOneRunAsksForDrivesNoOther() throws Exception {
        Path made = home.resolve(".gavel/mine/configuration.yaml");
        Path server = home.resolve(".gavel/mine/settings/app1.yaml");
        String before = Files.readString(made);
        String serverBefore = Files.readString(server);
        Path first = rig.run(
                        "mine",
                        false,
                        "load.users=50",
                        "load.seed=7",
                        "load.measure=20s",
                        "load.path.shape=steps",
                        "load.path.points=0s=20,10s=50,20s=50",
                        "name=shaped")
                .directory();
        RunResult second = rig.run("mine", false).result();

        assertThat(Files.readString(made)).isEqualTo(before);
        assertThat(Files.readString(server)).as("servers are sized as before").isEqualTo(serverBefore);
        assertThat(Files.readString(first.resolve("configuration.yaml")))
                .as("the configuration as run")
                .contains("users: 50", "seed: 7", "shape: steps", "name: \"shaped\"");
        assertThat(rig.generator.spec().users()).isEqualTo(200);
        assertThat(rig.generator.spec().seed()).isEqualTo(1);
        assertThat(rig.generator.spec().phases()).isEqualTo(Phases.SMOKE);
        assertThat(rig.generator.spec().shape().constant()).isTrue();
        assertThat(second.run().users()).isEqualTo(200);
        assertThat(second.disclosure().configuration()).isEqualTo(before);
    }

    @Test
    void aServerThatIsRestartedForASmallRunKeepsTheHeapItWasMadeWith() {
        String heap = rig.host.command("app1").toString();
        rig.run("mine", false, "load.users=20");
        rig.run("mine", false, "load.users=20");

        assertThat(rig.host.diary().stream().filter("start app1"::equals))
                .as("restarted for the reset")
                .hasSizeGreaterThan(1);
        assertThat(rig.host.command("app1")).hasToString(heap);
    }

    /** Its data are those of 200 users, whoever comes. */
    @Test
    void resetAndAuditOfASmallRunHaveMemoryForTheDataThereAre() {
        rig.run("mine", false, "load.users=20");

        assertThat(rig.host.command("reset")).contains("-Xmx" + (512 + 200 / 8) + "m");
        assertThat(rig.host.command("audit")).contains("-Xmx" + (384 + 200 / 10) + "m");
    }

    @Test
    void onlyTheLoadCanDifferFromWhatIsUp() {
        assertThatThrownBy(() -> rig.run("mine", false, "appServers.count=2"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("only load.* and actions can change while deployment mine is up");
    }

    @Test
    void anUnknownDeploymentIsAnsweredWithTheNearestName() {
        assertThatThrownBy(() -> rig.run("mime", false)).hasMessageContaining("did you mean 'mine'?");
    }

    @Test
    void anInterruptedRunLeavesTheDeploymentUp() {
        rig.generator.endless();
        rig.generator.meanwhile(rig.interruption::request);

        assertThat(rig.run("mine", false).exitCode()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(rig.host.diary())
                .containsSubsequence("start app1", "stop driver1")
                .containsOnlyOnce("stop app1");
    }

    @Test
    void aServerThatIsGoneIsStartedAgainBesideTheOthers() throws Exception {
        rig.host.process("app1").die();

        attached().startAppServers();

        assertThat(rig.host.diary()).containsSubsequence("start app1", "start app1");
        assertThat(rig.host.diary()).containsOnlyOnce("start embedded-services");
    }

    @Test
    void whatEmbeddedServicesHeldIsGoneWithThemAndNoRunPretendsOtherwise() {
        rig.host.process("embedded-services").die();

        RunOutcome outcome = rig.run("mine", true);

        assertThat(outcome.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
        assertThat(outcome.failure()).hasMessageContaining("`gavel down mine` removes it");
        assertThat(rig.host.diary()).containsOnlyOnce("start embedded-services").doesNotContain("start driver1");
    }

    @Test
    void theVersionOfADatabaseThatWasUpBeforeIsStated() {
        assertThat(rig.run("mine", false).result().disclosure().versions())
                .containsEntry("relational", "PostgreSQL 18");
    }

    private Deployer attached() {
        Deployment deployment = rig.deployments().open("mine");
        Deployer deployer = new Deployer(
                deployment, rig.environment(), new Progress(rig.environment().console(), rig.time));
        deployer.attach();
        return deployer;
    }
}
