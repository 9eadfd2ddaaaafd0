package gavel.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.collect.Instance;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.DeploymentState.LoadedSet;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.verdict.Audit;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The steps of a deployment, each by itself and twice. */
class DeployerTest {
    @TempDir
    Path home;

    private RunRig rig;
    private Deployment deployment;
    private Deployer deployer;

    @BeforeEach
    void deploy() {
        rig = new RunRig(home);
        deployment = rig.deployments()
                .create("mine", rig.configuration("appServers.count=2"), false, rig.time.instant(), _ -> true);
        deployer = new Deployer(
                deployment, rig.environment(), new Progress(rig.environment().console(), rig.time));
    }

    @AfterEach
    void close() {
        deployment.close();
    }

    @Test
    void everyStepMayBeRepeated() throws Exception {
        for (int i = 0; i < 2; i++) {
            deployer.startDataServices();
            deployer.prepareData(true);
            deployer.startAppServers();
        }

        assertThat(rig.host.diary()).containsExactly("start embedded-services", "run load", "start app1", "start app2");
        assertThat(rig.lines).filteredOn(line -> line.contains("load or reset")).hasSize(2);
        assertThat(rig.lines).anyMatch(line -> line.endsWith("kept as they are"));
    }

    @Test
    void lotsThatWentOnWithoutBiddersAreSetBackToMidLife() throws Exception {
        deployer.startDataServices();
        deployer.prepareData(false);
        deployer.prepareData(false);
        assertThat(rig.lines).anyMatch(line -> line.endsWith("unused since they were loaded"));
        deployer.startAppServers();
        assertThat(deployer.auctionsFromMillis()).isEqualTo(rig.time.instant().toEpochMilli());

        deployer.prepareData(false);
        assertThat(rig.host.diary()).endsWith("run reset");
        deployer.startAppServers();
        assertThat(deployer.auctionsFromMillis()).isEqualTo(rig.time.instant().toEpochMilli());
    }

    @Test
    void nobodyKnowsTheAgeOfLotsThatAreKept() throws Exception {
        deployer.startDataServices();
        deployment.loaded(new LoadedSet(100, 1, "small", false));
        deployer.prepareData(true);
        deployer.startAppServers();
        assertThat(deployer.auctionsFromMillis()).isZero();
    }

    @Test
    void limitsComeIntoForceLastAndAreLiftedForEveryStart() throws Exception {
        try (Deployment limited = rig.deployments()
                .create("limited", rig.configuration("appServers.cpu=0.1"), false, rig.time.instant(), _ -> true)) {
            Deployer other = new Deployer(
                    limited, rig.environment(), new Progress(rig.environment().console(), rig.time));
            rig.host.when("load", () -> rig.host.note(rig.host.limited() ? "held back" : "free"));

            other.startDataServices();
            other.prepareData(false);
            other.limit();
            assertThat(rig.host.limited()).isTrue();
            assertThat(rig.host.diary()).startsWith("divide app1", "start embedded-services", "run load", "free");

            other.startDataServices();
            assertThat(rig.host.limited()).isFalse();
            other.close();
            assertThat(rig.host.reunited()).isTrue();
        }
    }

    @Test
    void aUsedSetIsResetUnlessItIsToBeKept() throws Exception {
        deployer.startDataServices();
        deployer.prepareData(false);
        deployment.used();

        deployer.prepareData(true);
        assertThat(rig.host.diary()).doesNotContain("run reset");
        assertThat(deployment.loaded().clean()).isFalse();

        deployer.prepareData(false);
        assertThat(rig.host.diary()).endsWith("run reset");
        assertThat(deployment.loaded().clean()).isTrue();
    }

    @Test
    void picturesOfAnotherKindNeedASetOfTheirOwn() {
        deployment.loaded(new LoadedSet(1_000, 1, "photo", true));

        assertThatThrownBy(() -> deployer.prepareData(true))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("it is for 1000 users with photo images, and 100 with small are needed");
    }

    @Test
    void whatIsStartedIsWhatIsWatched() throws Exception {
        assertThat(deployer.instances()).isEmpty();
        deployer.startDataServices();
        deployer.startAppServers();

        assertThat(deployer.instances())
                .extracting(Instance::name)
                .containsExactlyInAnyOrder("app1", "app2", "embedded-services", "postgresql");
        assertThat(deployer.versions()).containsEntry("relational", "PostgreSQL 18");
    }

    @Test
    void stoppingTheServersLeavesTheirDataAlone() throws Exception {
        deployer.startDataServices();
        deployer.startAppServers();
        deployer.stopAppServers();

        assertThat(rig.host.diary()).contains("stop app1", "stop app2").doesNotContain("stop embedded-services");
        assertThat(deployer.appServers()).isEmpty();
    }

    @Test
    void closingTwiceStopsOnce() throws Exception {
        deployer.startDataServices();
        deployer.startAppServers();
        deployer.close();
        deployer.close();

        assertThat(rig.host.diary()).containsOnlyOnce("stop app1", "stop embedded-services", "stop postgresql");
        assertThat(deployer.instances()).isEmpty();
        assertThat(deployer.versions()).isEmpty();
    }

    @Test
    void anInterruptWhileItStopsIsKeptUntilEverythingIsStopped() throws Exception {
        deployer.startDataServices();
        Thread.currentThread().interrupt();
        deployer.close();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(rig.host.diary()).contains("stop embedded-services", "stop postgresql");
    }

    @Test
    void anAuditIsToldInTheLineOfItsPhase() throws Exception {
        deployer.startDataServices();
        rig.host.report("audit", FakeHost.audit(4));
        rig.host.exitCode("audit", 1);

        Audit audit = deployer.audit(Phase.AUDIT_AFTER, List.of(), Duration.ofSeconds(60));
        assertThat(audit.violations()).isEqualTo(4);
        assertThat(rig.lines.getLast())
                .startsWith("✓ audit the data after the load")
                .endsWith("1 invariant, 4 violations");
    }

    @Test
    void everyServerIsAskedAtItsOwnDoor() throws Exception {
        deployer.startDataServices();
        deployer.startAppServers();
        deployer.verify();

        assertThat(rig.lines.getLast()).endsWith("32 answers checked");
    }

    @Test
    void nothingIsTakenForRunningThatIsNot() throws Exception {
        deployer.startDataServices();
        deployer.startAppServers();
        rig.host.process("app1").die();

        Deployer next = new Deployer(
                deployment, rig.environment(), new Progress(rig.environment().console(), rig.time));
        next.attach();
        assertThat(next.appServers()).hasSize(1);
        assertThat(next.versions()).containsEntry("relational", "PostgreSQL 18");
    }

    /** As many as before were asked for, and one of them had ended. */
    @Test
    void aServerThatIsGoneIsNotInService() throws Exception {
        deployer.startDataServices();
        deployer.startAppServers();
        rig.host.process("app1").die();

        Deployer next = new Deployer(
                deployment, rig.environment(), new Progress(rig.environment().console(), rig.time));
        next.attach();
        next.scaleTo(2);
        assertThat(rig.lines.getLast()).endsWith("1 of 2 in service: `gavel up --deployment mine` starts the rest");
    }
}
