package gavel.harness.command;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.kind.RunKind;
import gavel.harness.platform.HostFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A deployment that stays: made, made again, and what is left when it cannot be. */
class UpCommandTest {
    @TempDir
    Path home;

    private CommandRig rig;

    @BeforeEach
    void install() throws IOException {
        rig = new CommandRig(home);
    }

    @AfterEach
    void forgetInterrupt() {
        assertThat(Thread.interrupted()).as("an interrupt is never left behind").isFalse();
    }

    @Test
    void everythingIsStartedInOrderLoadedAndLeftRunning() {
        assertThat(rig.type("up --app-servers 2")).isZero();

        assertThat(rig.run.host.diary())
                .containsExactly("start embedded-services", "run load", "start app1", "start app2");
        assertThat(rig.deployment("minimal").resolve("deployment.json")).exists();
    }

    @Test
    void whereItCanBeUsedIsSaid() throws IOException {
        rig.type("up");

        Path password = rig.deployment("minimal").resolve("settings/account-password");
        assertThat(rig.said())
                .containsPattern("\n  http://127\\.0\\.0\\.1:\\d+\n")
                .contains("deployment minimal is up; all its accounts (u1@gavel.example …) have the password in "
                        + password);
        assertThat(Files.readString(password)).hasSize(32);
    }

    @Test
    void whatItsPasswordsAreWorthIsSaid() {
        rig.type("up");
        assertThat(rig.said().replaceAll("\\s+", " "))
                .contains("hashed with bcrypt at cost 5", "the usual cost is 10 or more (appServers.bcryptCost)");
        rig.type("status");
        assertThat(rig.said()).containsPattern("\n  passwords hashed with bcrypt at cost 5");

        rig.type("up --deployment ours --set appServers.bcryptCost=10");
        assertThat(rig.said())
                .contains("passwords are hashed with bcrypt at cost 10")
                .doesNotContain("usual");
        assertThat(rig.type("up --deployment theirs --set appServers.bcryptCost=13"))
                .isEqualTo(4);
        assertThat(rig.errors()).contains("bcryptCost must be <= 12: 13");
    }

    @Test
    void theDeploymentIsCalledAsTheConfigurationOrAsSomebodyWishes() {
        rig.type("up --name first");
        assertThat(rig.deployment("first")).exists();

        rig.type("up --deployment second");
        assertThat(rig.deployment("second")).exists();
        assertThat(rig.deployment("minimal")).doesNotExist();
    }

    @Test
    void repeatedItStartsOnlyWhatIsNotRunning() {
        rig.type("up --app-servers 2");
        rig.run.host.process("app2").die();

        assertThat(rig.type("up")).isZero();

        assertThat(rig.run.host.diary().stream().filter("start app2"::equals)).hasSize(2);
        assertThat(rig.run.host.diary()).containsOnlyOnce("start app1", "start embedded-services", "run load");
        assertThat(rig.said()).contains("kept as they are", "2 ready").doesNotContain("made anew");
    }

    @Test
    void aDeploymentOfWhichNothingRunsAnyMoreIsMadeAnew() {
        rig.type("up --users 50");
        rig.everythingDies();

        assertThat(rig.type("up --users 200")).isZero();

        assertThat(rig.said())
                .startsWith("deployment minimal is not running any more and is made anew")
                .contains("loaded for 200 users", "deployment minimal is up");
        assertThat(rig.run.host.diary().stream().filter("run load"::equals)).hasSize(2);
        assertThat(rig.run.host.diary().stream().filter("start embedded-services"::equals))
                .hasSize(2);
    }

    @Test
    void whatIsMadeAnewIsMadeAsItIsAskedForNow() {
        rig.type("up");
        rig.everythingDies();

        assertThat(rig.type("up --app-servers 3"))
                .as("nothing of the old one forbids it")
                .isZero();
        assertThat(rig.said()).contains("3 ready");
        assertThat(rig.deployment("minimal").resolve("configuration.yaml"))
                .content()
                .contains("count: 3");
    }

    @Test
    void nothingOfTheOldDirectoryStaysInOneThatIsMadeAnew() throws IOException {
        rig.type("up");
        Path old = Files.writeString(rig.deployment("minimal").resolve("logs/old.log"), "of before");
        rig.everythingDies();

        rig.type("up");

        assertThat(old).doesNotExist();
    }

    @Test
    void asLongAsSomethingRunsItIsNotThrownAway() {
        rig.type("up");
        rig.run.host.process("embedded-services").die();
        rig.run.host.process("postgresql").die();

        assertThat(rig.type("up")).isEqualTo(3);

        assertThat(rig.errors())
                .contains("the data services in memory of deployment minimal are not running any more")
                .contains("`gavel down minimal` removes it");
        assertThat(rig.run.host.diary()).doesNotContain("stop app1").containsOnlyOnce("run load");
        assertThat(rig.deployment("minimal")).exists();
    }

    @Test
    void aLoaderThatFailsTakesEverythingDownAndLeavesItsLog() {
        rig.run.host.exitCode("load", 3);

        assertThat(rig.type("up")).isEqualTo(3);

        assertThat(rig.errors())
                .contains("  | last line of load.log")
                .contains("gavel: load failed with exit code 3 (log: ");
        assertThat(rig.run.host.diary())
                .containsSubsequence("run load", "stop embedded-services", "stop postgresql")
                .doesNotContain("start app1");
        assertThat(rig.deployment("minimal").resolve("logs")).exists();
    }

    @Test
    void afterAFailureItCanSimplyBeRepeated() {
        rig.run.host.exitCode("load", 3);
        rig.type("up");
        rig.run.host.exitCode("load", 0);

        assertThat(rig.type("up")).isZero();
        assertThat(rig.said()).contains("made anew", "deployment minimal is up");
    }

    @Test
    void anInterruptedOneIsTakenDownAndRemoved() {
        rig.run.host.when("load", rig.run.interruption::request);

        assertThat(rig.type("up")).isEqualTo(130);

        assertThat(rig.errors()).isEqualTo("gavel: interrupted during: load or reset data\n");
        assertThat(rig.run.host.diary()).endsWith("stop embedded-services", "stop postgresql");
        assertThat(home.resolve(".gavel")).isEmptyDirectory();
    }

    @Test
    void aRepetitionThatFailsStopsNothingThatRan() {
        rig.type("up --app-servers 2");
        rig.run.host.process("app2").die();
        rig.run.host.when("app2", () -> rig.run.host.process("app2").die());

        assertThat(rig.type("up")).isEqualTo(3);

        assertThat(rig.errors()).contains("app2 ended before it was ready with exit code 1");
        assertThat(rig.run.host.diary()).doesNotContain("stop app1", "stop embedded-services");
    }

    @Test
    void aServerThatAnswersWronglyIsNoDeployment() {
        rig.run.application.on("GET /api/auctions", 200, "{\"items\": []}");

        assertThat(rig.type("up")).isEqualTo(3);

        assertThat(rig.errors())
                .contains("  | GET /api/auctions?state=RUNNING&size=1: expected 200 that finds a running auction");
        assertThat(rig.run.host.diary()).contains("stop app1", "stop embedded-services");
    }

    @Test
    void aMachineWithoutRoomIsToldBeforeAnythingIsMade() {
        rig.run.host.facts(new HostFacts(2, 1L << 30, 100L << 20, 80L << 30, 20_000, 25));

        assertThat(rig.type("up")).isEqualTo(3);

        assertThat(rig.errors()).contains("  | memory: 100 MiB available", "this machine is not ready for the run");
        assertThat(home.resolve(".gavel")).doesNotExist();
    }

    @Test
    void theMachineIsNotAskedForRoomTwice() {
        rig.type("up");
        rig.run.host.facts(new HostFacts(2, 1L << 30, 100L << 20, 80L << 30, 20_000, 25));

        assertThat(rig.type("up")).as("what is up has its memory already").isZero();
    }

    @Test
    void nothingCanBeAskedForOtherwiseWhileItIsUp() {
        rig.type("up");

        assertThat(rig.type("up --app-servers 2")).isEqualTo(4);
        assertThat(rig.errors())
                .contains(
                        "deployment minimal was made with 1: 2 (--app-servers: appServers.count); `gavel down minimal`");
    }

    @Test
    void moreUsersThanAreLoadedNeedADeploymentOfTheirOwn() {
        rig.type("up");

        assertThat(rig.type("up --users 500")).isEqualTo(4);
        assertThat(rig.errors())
                .contains("deployment minimal was made with 100: 500 (--users: load.users); "
                        + "`gavel run --deployment minimal` takes another load");
        assertThat(rig.run.host.diary()).doesNotContain("stop app1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "up --app-servers 2 --set relational.memory=1g --users 50",
                "up",
                "up --deployment minimal --name other",
                "up -c minimal --app-servers 2 --users 50 --set relational.memory=1024m",
            })
    void askedForOnceMoreAsItIsNothingIsRefused(String again) {
        rig.type("up --app-servers 2 --set relational.memory=1g --users 50");

        assertThat(rig.type(again)).as(rig.errors()).isZero();
    }

    @Test
    void aConfigurationThatIsAnotherOneByNowIsNotPassedOver() throws IOException {
        Path mine = Files.writeString(home.resolve("mine.yaml"), "name: mine");
        rig.type("up -c " + mine);
        Files.writeString(mine, "name: mine\nappServers: {count: 3}\nload: {seed: 5}");

        assertThat(rig.type("up -c " + mine)).isEqualTo(4);
        assertThat(rig.errors())
                .contains("deployment mine was made with 1: 3 (--config: appServers.count)")
                .contains("deployment mine was made with 1: 5 (--config: load.seed)");
    }

    @Test
    void aRunOnItMayHaveANameOfItsOwn() throws IOException {
        rig.type("up");

        assertThat(rig.type("run --deployment minimal --name first --set appServers.count=1"))
                .as(rig.errors())
                .isZero();
        assertThat(rig.result().getFileName().toString()).endsWith("-first");
    }

    @Test
    void moreUsersThanItHasDataForAreRefusedBeforeAnythingIsWritten() {
        rig.type("up --users 100");

        assertThat(rig.type("run --deployment minimal --users 500 --app-servers 2"))
                .isEqualTo(4);
        assertThat(rig.errors())
                .contains("users must be <= 100, for which deployment minimal has data: 500 (--users: load.users)")
                .contains("made with 1: 2 (--app-servers: appServers.count)");
        assertThat(home.resolve("results")).doesNotExist();
    }

    @Test
    void aRunOnItIsNamedAfterItAndNeedsNoRoomOfItsOwn() throws IOException {
        rig.type("up --name mine --app-servers 2");
        rig.run.host.facts(new HostFacts(2, 1L << 30, 100L << 20, 80L << 30, 20_000, 25));

        assertThat(rig.type("run --deployment mine")).isZero();

        assertThat(rig.result().getFileName().toString()).endsWith("-mine");
        assertThat(new RunKind().read(rig.result()).disclosure().configuration())
                .contains("count: 2");
    }

    @Test
    void aRunOnItTakesNoConfigurationBesides() {
        rig.type("up");

        assertThat(rig.type("run --deployment minimal -c small")).isEqualTo(4);
        assertThat(rig.errors())
                .contains("deployment minimal keeps the configuration it was made with; leave out -c (small)");
    }
}
