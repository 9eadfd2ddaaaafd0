package gavel.harness.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.HostFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What can be done with a deployment that is up, and with the machine it is on. */
class StandingCommandsTest {
    @TempDir
    Path home;

    private CommandRig rig;

    @BeforeEach
    void install() throws IOException {
        rig = new CommandRig(home);
    }

    @Test
    void statusShowsDataAddressesAndProcesses() {
        rig.type("up");
        rig.run.application.on(
                "GET /actuator/node",
                200,
                "{\"node\": \"app1\", \"instance\": \"1f0c\", \"partitions\": [0, 1, 2, 3]}");

        assertThat(rig.type("status")).isZero();
        assertThat(rig.run.lines.getFirst()).isEqualTo("minimal");
        assertThat(rig.said())
                .contains("  data      100 users, small images, seed 1, unused")
                .containsPattern("  address   http://127\\.0\\.0\\.1:\\d+   settings .*/settings/app1\\.yaml")
                .containsPattern(
                        "  running   app1 +pid \\d+ +app1\\.log\n +node app1, instance 1f0c, decides partitions 0-3 \\(4\\)")
                .contains("  running   postgresql ", "  running   embedded-services ")
                .doesNotContain("GONE");
    }

    @Test
    void statusGivesNoAddressOfAServerThatIsNotRunning() {
        rig.type("up --app-servers 2 --set appServers.most=4");
        rig.run.host.process("app2").die();

        rig.type("status");

        assertThat(rig.said().lines().filter(line -> line.startsWith("  address ")))
                .singleElement()
                .asString()
                .endsWith("/settings/app1.yaml");
    }

    @Test
    void statusTellsUsedDataAndProcessesThatAreGone() {
        rig.type("up");
        rig.type("run --deployment minimal");
        rig.run.host.process("app1").die();

        rig.type("status");
        assertThat(rig.said())
                .contains("seed 1, used", "  GONE      app1 ", "  running   postgresql ")
                .contains(
                        "            ended without an order;  ",
                        "`gavel up --deployment minimal` starts what is not running");
        rig.run.host.process("embedded-services").die();
        rig.type("status");
        assertThat(rig.said()).contains("what it kept in memory is lost: `gavel down minimal` removes the deployment");
    }

    @Test
    void whatCannotBeDoneToADeploymentIsToldByItsReason() {
        rig.type("up");
        DeploymentCommands commands =
                new DeploymentCommands(new CommandContext(rig.run.environment(), rig.kinds, List.of()));

        assertThatThrownBy(() -> commands.on("minimal", (_, _) -> {
                    throw new IOException("host app2: the connection is lost");
                }))
                .isInstanceOf(EnvironmentException.class)
                .hasMessage("host app2: the connection is lost");
    }

    @Test
    void resetReturnsTheDataWhileNoServerUsesThem() {
        rig.type("up");
        rig.type("run --deployment minimal");

        assertThat(rig.type("reset")).isZero();
        assertThat(rig.run.host.diary()).containsSubsequence("stop app1", "run reset", "start app1");
        rig.type("status");
        assertThat(rig.said()).contains("unused").contains("  running   app1 ");
    }

    @Test
    void aSetThatIsNotWhatWasLoadedIsToldWithEveryCount() {
        rig.type("up");
        rig.run.host.report("reset", """
                {"ok": false, "counts": [{"what": "accounts", "expected": 500, "actual": 499},
                 {"what": "items", "expected": 900, "actual": 900}]}""");

        assertThat(rig.type("reset")).isEqualTo(3);
        assertThat(rig.errors())
                .contains("  | accounts: expected 500, found 499\n", "gavel: the data set is not what was loaded")
                .doesNotContain("items");
    }

    @Test
    void loadMakesTheSetOnceAndKeepsItThen() {
        rig.run
                .deployments()
                .create("mine", rig.run.configuration(), false, rig.run.time.instant(), _ -> true)
                .close();

        assertThat(rig.type("load")).isZero();
        assertThat(rig.run.host.diary()).containsExactly("start embedded-services", "run load");

        assertThat(rig.type("load mine")).isZero();
        assertThat(rig.run.host.diary()).containsOnlyOnce("run load");
        assertThat(rig.said()).contains("kept as they are");
    }

    @Test
    void aLoadThatFailsLeavesTheServicesForTheNextAttempt() {
        rig.run
                .deployments()
                .create("mine", rig.run.configuration(), false, rig.run.time.instant(), _ -> true)
                .close();
        rig.run.host.exitCode("load", 3);
        assertThat(rig.type("load")).isEqualTo(3);
        rig.run.host.exitCode("load", 0);

        assertThat(rig.type("load")).isZero();
        assertThat(rig.run.host.diary())
                .containsOnlyOnce("start embedded-services")
                .doesNotContain("stop embedded-services");
    }

    @Test
    void downStopsClientsBeforeTheServicesTheyNeed() {
        rig.type("up");

        assertThat(rig.type("down")).isZero();
        assertThat(rig.run.host.diary()).endsWith("stop app1", "stop embedded-services", "stop postgresql");
        assertThat(rig.said()).isEqualTo("deployment minimal is down");
        assertThat(home.resolve(".gavel")).isEmptyDirectory();
    }

    @Test
    void aDeploymentIsNamedAsAnOptionOrWithoutOne() {
        rig.type("up --deployment one");
        rig.type("up --deployment two");

        assertThat(rig.type("reset")).isEqualTo(4);
        assertThat(rig.errors()).contains("which deployment? Name one: one, two");
        for (String command : new String[] {"down", "reset", "load", "scale-to 2"}) {
            assertThat(rig.type(command + " one --deployment two")).as(command).isEqualTo(4);
            assertThat(rig.errors()).contains("one deployment is meant: one, two (DEPLOYMENT, --deployment)");
        }
        assertThat(rig.type("down --deployment one")).isZero();
        assertThat(rig.type("down two")).isZero();
        assertThat(home.resolve(".gavel")).isEmptyDirectory();
    }

    @Test
    void cleanLeavesWhatSomebodyPutUpUnlessToldOtherwise() {
        rig.type("up");

        assertThat(rig.type("clean")).isZero();
        assertThat(rig.said()).isEqualTo("nothing to clean");
        assertThat(rig.run.host.diary()).doesNotContain("stop app1");

        assertThat(rig.type("clean --all")).isZero();
        assertThat(rig.said()).containsPattern("stopping app1 \\(pid \\d+\\)").endsWith("removed 1");
        assertThat(rig.run.host.diary()).contains("stop app1", "stop embedded-services", "stop postgresql");
        assertThat(home.resolve(".gavel")).isEmptyDirectory();
    }

    @Test
    void cleanDoesNotPretendToStopWhatIsGone() {
        rig.type("up");
        rig.everythingDies();

        rig.type("clean --all");
        assertThat(rig.said()).doesNotContain("stopping").endsWith("removed 1");
    }

    /** As when a run ends meanwhile: here the other one goes with the first. */
    @Test
    void cleanGoesOnWhereAnotherDeploymentVanishes() throws IOException {
        rig.type("up");
        Path inside = Files.createDirectory(home.resolve(".gavel/minimal/inside"));
        Files.createSymbolicLink(home.resolve(".gavel/vanishes"), inside);

        assertThat(rig.type("clean --all")).isZero();
        assertThat(rig.said()).endsWith("removed 1");
    }

    @Test
    void theDoctorIsContentWithAGoodMachine() throws IOException {
        build();

        assertThat(rig.type("doctor")).isZero();
        assertThat(rig.run.lines).allMatch(line -> line.startsWith("✓ "));
        assertThat(rig.said()).contains("✓ ports: free", "✓ built: auction-app.jar", "✓ built: workload-driver.jar");
    }

    @Test
    void theDoctorWarnsOfWhatMayNotBeEnoughWithoutRefusing() throws IOException {
        build();
        rig.run.host.facts(new HostFacts(1, 32L << 30, 24L << 30, 80L << 30, 900, 25));

        assertThat(rig.type("doctor")).isZero();
        assertThat(rig.said()).contains("! cores: 1; ", "! descriptors: 900 for each process, enough for 128 users");
    }

    @Test
    void theDoctorRefusesWhatCannotBe() throws IOException {
        build();
        rig.run.host.facts(new HostFacts(2, 32L << 30, 24L << 30, 10L << 20, 20_000, 25));
        rig.run.host.taken(8081);

        assertThat(rig.type("doctor --app-servers 2 --set appServers.port=8080"))
                .isEqualTo(3);
        assertThat(rig.said())
                .contains("✗ disk: 10 MiB free; 733 MiB are needed")
                .contains("✗ ports: port 8081 is in use (appServers.port)");
    }

    @Test
    void theDoctorMeasuresWhatTheMachineIsGoodFor() throws IOException {
        build();
        rig.run.host.says("java", "{\"exchanges\": 100000, \"seconds\": 4.0, \"busyShare\": 0.5}\n");

        assertThat(rig.type("doctor --calibrate")).isZero();

        assertThat(rig.said())
                .containsPattern("[✓!] storage: a flushed page of 8 KiB takes ")
                .contains("✓ driver: a loop makes at most 40,000 exchanges/s ")
                .contains("✓ two equal runs: operations/s are 0 % apart");
        assertThat(rig.run.host.diary().stream().filter("start app1"::equals)).hasSize(2);
    }

    @Test
    void theDoctorMeasuresNothingWhereSomethingIsMissing() throws IOException {
        assertThat(rig.type("doctor --calibrate")).isEqualTo(3);
        assertThat(rig.said()).contains("✗ built: no ").doesNotContain("storage");
        assertThat(home.resolve("results")).doesNotExist();
    }

    private void build() throws IOException {
        for (String module : new String[] {"auction-app", "workload-driver", "harness"}) {
            Path target = Files.createDirectories(home.resolve(module).resolve("target"));
            Files.writeString(target.resolve(module + ".jar"), "jar");
        }
    }
}
