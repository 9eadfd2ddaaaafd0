package gavel.harness.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.collect.Collected;
import gavel.harness.collect.Collected.ProcessEvent;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.failure.ExitCode;
import gavel.harness.kind.RunKind;
import gavel.harness.platform.HostFacts;
import gavel.harness.report.SampleResults;
import gavel.harness.result.RunResult;
import gavel.harness.verdict.Verdict.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunExecutorTest {
    @TempDir
    Path home;

    private RunRig rig;

    @BeforeEach
    void makeRig() {
        rig = new RunRig(home);
    }

    @AfterEach
    void forgetInterrupt() {
        assertThat(Thread.interrupted()).as("an interrupt is never left behind").isFalse();
    }

    @Test
    void aGoodRunPassesEveryPhaseInOrderAndLeavesNothingBehind() throws IOException {
        RunOutcome outcome = rig.run();

        assertThat(outcome.exitCode()).isEqualTo(ExitCode.PASS);
        assertThat(rig.host.diary())
                .containsExactly(
                        "start embedded-services",
                        "run load",
                        "run audit",
                        "start app1",
                        "watch app1",
                        "start driver1",
                        "watch driver1",
                        "nobody watches",
                        "prepare load",
                        "start load",
                        "begin measurement",
                        "end measurement",
                        "nobody watches",
                        "close load",
                        "stop driver1",
                        "run audit",
                        "stop app1",
                        "stop embedded-services",
                        "stop postgresql");
        assertThat(home.resolve(".gavel")).isEmptyDirectory();
        assertThat(outcome.directory()).isDirectoryContaining("glob:**/result.json");
        assertThat(new RunKind().read(outcome.directory()).verdict().status()).isEqualTo(Status.PASS);
    }

    @Test
    void whoFollowsARunIsToldWhoWatchesBeforeTheLoadAndDuringIt() {
        rig.run();

        assertThat(rig.watching).hasSize(2).doesNotHaveDuplicates();
    }

    @Test
    void theDriverIsToldEveryServerAndTheAccountsOfTheSet() {
        rig.run("appServers.count=3", "load.users=200");

        assertThat(rig.generator.spec().targets()).hasSize(3).doesNotHaveDuplicates();
        assertThat(rig.generator.spec().users()).isEqualTo(200);
        assertThat(rig.generator.spec().accounts().last()).isEqualTo(5 * 200);
        assertThat(rig.generator.spec().accounts().password()).hasSize(32);
    }

    @Test
    void severalDriversAreStartedTogetherAndAskedAsOne() {
        RunOutcome outcome = rig.run("drivers.count=3");

        assertThat(outcome.exitCode()).isEqualTo(ExitCode.PASS);
        assertThat(rig.contacts).hasSize(3).doesNotHaveDuplicates();
        assertThat(rig.host.diary())
                .containsSubsequence(
                        "start driver1", "start driver2", "start driver3", "prepare load", "close load", "run audit");
        int closed = rig.host.diary().indexOf("close load");
        assertThat(rig.host.diary().subList(closed + 1, closed + 4))
                .containsExactlyInAnyOrder("stop driver1", "stop driver2", "stop driver3");
        assertThat(outcome.result().disclosure().driver()).contains(" each of 3");
    }

    @Test
    void moreDriversThanUsersAreRefused() {
        assertThatThrownBy(() -> rig.run("drivers.count=3", "load.users=2"))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("drivers.count must be at most load.users, 2: 3");
    }

    @Test
    void theResultTellsPhasesWithTheirTimes() {
        RunResult result = rig.run().result();

        assertThat(result.phases()).extracting(RunResult.PhaseTime::name).contains("measure", "stop", "report");
        assertThat(result.phases()).allMatch(phase -> phase.outcome().equals("done"));
        assertThat(result.intervals()).hasSize(15 + 15 + 60 + 10);
    }

    @Test
    void aBrokenRuleIsAFail() {
        rig.driverReports(SampleResults.overloaded().load());

        assertThat(rig.run().exitCode()).isEqualTo(ExitCode.QOS_FAIL);
    }

    @Test
    void damageBeforeTheLoadMakesTheRunInvalidAndNoLoadIsPutOnIt() {
        rig.host.report("audit", FakeHost.audit(1));
        rig.host.exitCode("audit", 1);

        RunOutcome outcome = rig.run();

        assertThat(outcome.exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(rig.host.diary()).doesNotContain("start app1", "start driver1");
        assertThat(outcome.result().auditBefore().violations()).isEqualTo(1);
        assertThat(outcome.result().auditAfter()).isNull();
    }

    @Test
    void dataThatCannotBeAuditedBeforeTheLoadGetNoServers() {
        rig.host.exitCode("audit", 3);

        RunOutcome outcome = rig.run();

        assertThat(outcome.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
        assertThat(outcome.failure()).hasMessageContaining("audit failed with exit code 3");
        assertThat(rig.host.diary()).doesNotContain("start app1", "start driver1");
        assertStopped();
    }

    @Test
    void damageThatAroseUnderLoadIsAFail() {
        rig.generator.meanwhile(() -> {
            rig.host.report("audit", FakeHost.audit(2));
            rig.host.exitCode("audit", 1);
        });

        RunOutcome outcome = rig.run();

        assertThat(outcome.exitCode()).isEqualTo(ExitCode.QOS_FAIL);
        assertThat(outcome.result().auditAfter().violations()).isEqualTo(2);
    }

    /** As on a machine whose disk is full. */
    @Test
    void withoutAnAuditAfterTheLoadWhatWasMeasuredIsKeptAndDoesNotCount() {
        rig.generator.meanwhile(() -> rig.host.exitCode("audit", 3));

        RunOutcome outcome = rig.run();

        assertThat(outcome.exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(outcome.failure()).isNull();
        assertThat(outcome.result().load()).isNotNull();
        assertThat(outcome.result().verdict().word()).isEqualTo("INVALID");
        assertThat(outcome.result().verdict().headline())
                .contains("could not be audited after the load: audit failed with exit code 3");
    }

    @Test
    void aLostDriverMakesTheRunInvalid() {
        rig.driverReports(null);

        RunOutcome outcome = rig.run();

        assertThat(outcome.exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(outcome.result().verdict().reasons())
                .anyMatch(reason -> reason.message().contains("no word for 3 s"));
    }

    @Test
    void aTierThatVanishedUnderLoadMakesTheRunInvalid() {
        rig.collected = new Collected(
                0,
                60_000,
                Collected.MachineUse.UNKNOWN,
                List.of(),
                List.of(),
                List.of(new ProcessEvent(30_000, "appServers", "app1", ProcessEvent.Kind.VANISHED, "pid 7")),
                List.of());

        assertThat(rig.run().exitCode()).isEqualTo(ExitCode.INVALID);
    }

    @Test
    void aServerThatDiesWhileItStartsEndsTheRunWithTheTailOfItsLog() {
        rig.host.when("app1", () -> rig.host.process("app1").die());

        RunOutcome outcome = rig.run();

        assertThat(outcome.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
        assertThat(outcome.failure()).hasMessageContaining("app1 ended before it was ready");
        assertThat(outcome.failure().evidence()).containsExactly("last line of app1.log");
        assertThat(rig.host.diary()).endsWith("stop embedded-services", "stop postgresql");
        assertThat(home.resolve(".gavel")).isEmptyDirectory();
    }

    @Test
    void aServerThatNeverGetsReadyIsGivenUp() {
        rig.application.on("GET /actuator/health/readiness", 503, "{}");

        assertThat(rig.run().failure()).hasMessageContaining("app1 was not ready within 180 s");
    }

    @Test
    void aWrongAnswerAtTheFrontDoorEndsTheRunBeforeAnyLoad() {
        rig.application.on("GET /api/auctions/3/live", 200, "{\"lot\": null}");

        RunOutcome outcome = rig.run();

        assertThat(outcome.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
        assertThat(outcome.failure().evidence()).singleElement().asString().contains("/api/auctions/3/live");
        assertThat(rig.host.diary()).doesNotContain("start load");
    }

    @Test
    void aLoaderThatFailsIsTheEndWithItsExitCode() {
        rig.host.exitCode("load", 3);

        assertThat(rig.run().failure()).hasMessageContaining("load failed with exit code 3");
    }

    @Test
    void aSetThatDoesNotCountAsLoadedIsRefused() {
        rig.host.report(
                "load", "{\"users\": 100, \"counts\": [{\"what\": \"lots\", \"expected\": 20, \"actual\": 19}]}");
        rig.host.exitCode("load", 1);

        assertThat(rig.run().failure().evidence()).containsExactly("lots: expected 20, found 19");
    }

    @Test
    void aMachineWithoutRoomIsToldBeforeAnythingIsMade() {
        rig.host.facts(new HostFacts(2, 32L << 30, 24L << 30, 1 << 20, 20_000, 25));

        assertThatThrownBy(() -> rig.run())
                .isInstanceOf(EnvironmentException.class)
                .satisfies(e -> assertThat(((EnvironmentException) e).evidence())
                        .singleElement()
                        .asString()
                        .startsWith("disk: 1 MiB free"));
        assertThat(rig.host.diary()).isEmpty();
    }

    @Test
    void aPlaceForResultsThatCannotBeWrittenIsToldBeforeAnythingIsMade() throws IOException {
        Files.writeString(home.resolve("results"), "in the way");

        assertThatThrownBy(() -> rig.run())
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("results cannot be written to " + home.resolve("results"));
        assertThat(rig.host.diary()).isEmpty();
        assertThat(home.resolve(".gavel")).doesNotExist();
    }

    @Test
    void aProfileOfOnesOwnIsHandedOnAsAPathThatHoldsEverywhere() throws IOException {
        Path profile = Files.writeString(home.resolve("mine.yaml"), "name: mine");

        rig.run("load.profile=" + profile);

        assertThat(rig.generator.spec().profile()).isEqualTo(profile.toString());
    }

    @Test
    void underLoadTheStatusTellsTheOperationNearestToItsLimit() {
        rig.run();

        assertThat(rig.statuses)
                .filteredOn(status -> status.contains(" ops/s"))
                .hasSize(15 + 15 + 60 + 10)
                .allMatch(status -> status.contains("Home p99 500 ms of 2 s"))
                .first()
                .asString()
                .startsWith("   1/103 s");
    }

    @Test
    void theSecretsOfADeploymentStandNowhereInItsResult() throws IOException {
        List<String> secrets = new java.util.ArrayList<>();
        rig.host.when("driver1", () -> secrets.addAll(secretsOfTheOnlyDeployment()));

        RunOutcome outcome = rig.run();

        assertThat(secrets).hasSize(9).allMatch(secret -> secret.length() >= 32);
        try (var files = Files.walk(outcome.directory())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file)).as(file.toString()).doesNotContain(secrets);
            }
        }
    }

    private List<String> secretsOfTheOnlyDeployment() {
        Path root = rig.deployments().root();
        try (var deployments = Files.list(root)) {
            var secrets = new tools.jackson.databind.json.JsonMapper()
                    .readTree(deployments
                            .findFirst()
                            .orElseThrow()
                            .resolve("secrets.json")
                            .toFile());
            return secrets.valueStream().map(secret -> secret.asString()).toList();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void anInterruptBeforeAnythingStandsIsNoFailureOfTheMachine() {
        rig.interruption.request();

        RunOutcome outcome = rig.run();

        assertThat(outcome.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(rig.host.diary()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"embedded-services", "load", "audit", "app1", "driver1"})
    void anInterruptInAnyPhaseStopsWhatWasStartedAndMarksTheResult(String during) {
        rig.host.when(during, rig.interruption::request);

        RunOutcome outcome = rig.run();

        assertThat(outcome.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(outcome.result().verdict().interrupted()).isTrue();
        assertStopped();
        assertThat(home.resolve(".gavel")).isEmptyDirectory();
    }

    @Test
    void anInterruptUnderLoadStopsTheDriverFirst() {
        rig.generator.endless();
        rig.generator.meanwhile(rig.interruption::request);

        RunOutcome outcome = rig.run();

        assertThat(outcome.exitCode()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(rig.host.diary()).containsSubsequence("start load", "stop load", "stop driver1", "stop app1");
        assertStopped();
    }

    @Test
    void whatWasInterruptedStillHasItsLogs() throws IOException {
        rig.host.when("app1", () -> {
            write(rig.deployments().root(), "logs/app1.log");
            rig.interruption.request();
        });

        assertThat(rig.run().directory().resolve("logs/app1.log")).hasContent("said");
    }

    private static void write(Path root, String log) {
        try (var deployments = Files.list(root)) {
            Files.writeString(deployments.findFirst().orElseThrow().resolve(log), "said");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private void assertStopped() {
        assertThat(rig.host.recorded()).noneMatch(gavel.harness.platform.local.host.HostProcess::alive);
    }
}
