package gavel.harness.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.deployment.DeploymentState.LoadedSet;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.run.FakeHost;
import gavel.harness.tier.TierRig;
import gavel.harness.verdict.Audit;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AppCommandsTest {
    private static final Duration WAIT = Duration.ofSeconds(20);

    @TempDir
    Path home;

    private final List<String> lines = new ArrayList<>();
    private TierRig rig;
    private AppCommands commands;

    @BeforeEach
    void deploy() {
        rig = new TierRig(home, false, "load.users=80", "load.seed=9");
        commands = new AppCommands(rig.deployment, rig.running, lines::add);
    }

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void theLoaderIsToldUsersSeedPicturesAndAFileWithThePassword() throws Exception {
        commands.load(80, 9, null);

        assertThat(rig.option("load", "--users")).isEqualTo("80");
        assertThat(rig.option("load", "--seed")).isEqualTo("9");
        assertThat(rig.option("load", "--images")).isEqualTo("small");
        assertThat(Path.of(rig.option("load", "--password-file")))
                .content()
                .isEqualTo(rig.deployment.secrets().accounts());
        assertThat(rig.host.command("load"))
                .contains("load", "--config=" + rig.deployment.directory().settings("app1.yaml"))
                .noneMatch(
                        argument -> argument.contains(rig.deployment.secrets().accounts()));
    }

    @Test
    void whatWasLoadedIsRememberedAcrossCommands() throws Exception {
        commands.load(80, 9, null);

        assertThat(rig.deployment.loaded()).isEqualTo(new LoadedSet(80, 9, "small", true));
        assertThat(rig.deployment.directory().state()).content().contains("\"users\" : 80");
    }

    @Test
    void aLoadThatFailedIsNotRememberedAsLoaded() {
        rig.host.exitCode("load", 1);

        assertThatThrownBy(() -> commands.load(80, 9, null))
                .isInstanceOfSatisfying(EnvironmentException.class, problem -> assertThat(problem.evidence())
                        .containsExactly("last line of load.log"))
                .hasMessage("load failed with exit code 1 (log: "
                        + rig.deployment.directory().log("load") + ")");
        assertThat(rig.deployment.loaded()).isNull();
    }

    @Test
    void aResetMakesAUsedSetCleanAgain() throws Exception {
        commands.load(80, 9, null);
        rig.deployment.used();

        commands.reset(null);
        assertThat(rig.deployment.loaded()).isEqualTo(new LoadedSet(80, 9, "small", true));
    }

    @Test
    void aResetThatFailedLeavesTheSetUsed() throws Exception {
        commands.load(80, 9, null);
        rig.deployment.used();
        rig.host.exitCode("reset", 1);

        assertThatThrownBy(() -> commands.reset(null)).hasMessageStartingWith("reset failed with exit code 1");
        assertThat(rig.deployment.loaded().clean()).isFalse();
    }

    @Test
    void anAuditWaitsForTheHistoryAndReadsEveryFileOfAnswers() throws Exception {
        commands.audit(List.of(Path.of("a.csv"), Path.of("b.csv")), WAIT);

        assertThat(rig.option("audit", "--wait")).isEqualTo("20s");
        assertThat(rig.host.command("audit")).containsSequence("--answered", "a.csv", "--answered", "b.csv");
    }

    @Test
    void eachMayTakeLongerTheMoreThereIsToDo() throws Exception {
        commands.load(80, 9, null);
        assertThat(rig.host.limit("load")).isEqualTo(Duration.ofHours(4).plusSeconds(8));
        commands.reset(null);
        Duration check = AppCommands.longestCheck(
                80, 80 * rig.deployment.configuration().load().phases().totalSeconds() / 60);
        assertThat(rig.host.limit("reset")).isEqualTo(check);
        commands.audit(List.of(), WAIT);
        assertThat(rig.host.limit("audit")).isEqualTo(check);
        commands.reset(WAIT);
        assertThat(rig.host.limit("reset")).isEqualTo(check.multipliedBy(2));
    }

    /** Milliseconds for a user of the set as in docs/evidence/workload.md, and a twenty-fifth of one for what he does in a minute. */
    @ParameterizedTest
    @CsvSource({"1000, 180", "200000, 180", "200000, 720", "1000000, 60"})
    void allHaveThreeTimesTheTimeThatTheyTake(int users, long minutes) {
        assertThat(AppCommands.longestLoad(users)).isGreaterThan(Duration.ofMillis(3 * 26L * users));
        assertThat(AppCommands.longestCheck(users, users * minutes))
                .isGreaterThan(Duration.ofMillis(3 * 8L * users))
                .isGreaterThan(Duration.ofMillis(3 * (4L * users + users * minutes / 25)));
    }

    /** A second process takes longer to start than an audit takes. */
    @Test
    void aLoadIsAuditedInItsOwnProcessAndThatAuditIsToldOnce() throws Exception {
        commands.load(80, 9, WAIT);

        assertThat(rig.host.command("load")).containsSequence("--then", "audit").containsSequence("--wait", "20s");
        assertThat(commands.auditBefore(WAIT).ok()).isTrue();
        assertThat(rig.host.diary()).containsExactly("run load", "run audit");
        assertThat(commands.auditBefore(WAIT).ok()).isTrue();
        assertThat(rig.host.diary()).containsExactly("run load", "run audit", "run audit");
    }

    /** Whoever examines the result looks for it there. */
    @Test
    void whatSuchAnAuditSaidIsKeptAsItsLog() throws Exception {
        Path log = rig.deployment.directory().log("load");
        Files.createDirectories(log.getParent());
        rig.host.when("load", () -> assertThatCode(() -> Files.writeString(log, "prices  10 checked\n"))
                .doesNotThrowAnyException());

        commands.load(80, 9, WAIT);

        assertThat(rig.deployment.directory().log("audit")).hasContent("prices  10 checked");
    }

    @Test
    void whatAnAuditAfterAResetFindsIsAResult() throws Exception {
        rig.host.report("audit", FakeHost.audit(3));
        rig.host.exitCode("audit", 1);

        assertThat(commands.reset(WAIT)).isEmpty();
        assertThat(commands.auditBefore(WAIT).violations()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 137})
    void anAuditThatCannotBeMadeAfterALoadIsToldAsThat(int code) {
        rig.host.exitCode("audit", code);

        assertThatThrownBy(() -> commands.load(80, 9, WAIT))
                .isInstanceOf(EnvironmentException.class)
                .hasMessage("audit failed with exit code " + code + " (log: "
                        + rig.deployment.directory().log("load") + ")");
    }

    @Test
    void whatIsDamagedIsNotAudited() throws Exception {
        rig.host.report("reset", "{\"counts\": [{\"what\": \"image\", \"expected\": 2, \"actual\": 0}]}");
        rig.host.exitCode("reset", 1);

        assertThat(commands.reset(WAIT)).hasSize(1);
        assertThat(rig.host.diary()).containsExactly("run reset");
    }

    @Test
    void aLoadThatFailsIsToldThoughAnAuditWasToFollow() {
        rig.host.exitCode("load", 3);

        assertThatThrownBy(() -> commands.load(80, 9, WAIT)).hasMessageStartingWith("load failed with exit code 3");
    }

    @Test
    void violationsAreAResultOfTheAuditAndNoFailure() throws Exception {
        rig.host.report("audit", FakeHost.audit(3));
        rig.host.exitCode("audit", 1);

        Audit audit = commands.audit(List.of(), WAIT);
        assertThat(audit.ok()).isFalse();
        assertThat(audit.violations()).isEqualTo(3);
        assertThat(audit.invariants().getFirst().checked()).isEqualTo(10);
    }

    @Test
    void fieldsOfANewerAuditAreNoProblem() throws Exception {
        rig.host.report("audit", "{\"ok\": true, \"historyLagMillis\": 7, \"mood\": \"good\", \"invariants\": []}");

        assertThat(commands.audit(List.of(), WAIT)).isEqualTo(new Audit(true, 7, List.of(), List.of()));
    }

    @Test
    void noDecisionIsMadeAfterTheAuditWhateverTheClocksSay() throws Exception {
        rig.host.report("audit", "{\"ok\": true, \"historyLagMillis\": -80, \"invariants\": []}");

        assertThat(commands.audit(List.of(), WAIT).historyLagMillis()).isZero();
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 137})
    void anAuditThatCouldNotBeMadeIsNoCleanAudit(int code) {
        rig.host.exitCode("audit", code);

        assertThatThrownBy(() -> commands.audit(List.of(), WAIT))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageStartingWith("audit failed with exit code " + code);
    }

    @Test
    void theReportOfAnEarlierAuditIsNeverTakenForThisOne() throws Exception {
        commands.audit(List.of(), WAIT);
        Path report = Path.of(rig.option("audit", "--report"));
        assertThat(report).exists();
        List<Boolean> seen = new ArrayList<>();
        rig.host.when("audit", () -> seen.add(Files.exists(report)));

        commands.audit(List.of(), WAIT);
        assertThat(seen).as("it was removed before the command began").containsExactly(false);
    }

    @Test
    void aLoadReportsWhatDoesNotCount() throws Exception {
        rig.host.report(
                "load",
                "{\"users\": 80, \"counts\": [{\"what\": \"items\", \"expected\": 20, \"actual\": 23},"
                        + " {\"what\": \"lots\", \"expected\": 7, \"actual\": 7}]}");
        rig.host.exitCode("load", 1);

        assertThat(commands.load(80, 9, null))
                .singleElement()
                .satisfies(wrong -> assertThat(wrong.examples()).containsExactly("items: expected 20, found 23"))
                .satisfies(wrong -> assertThat(wrong.violations()).isEqualTo(3));
        assertThat(rig.deployment.loaded())
                .as("the next command loads again, and is told the same")
                .isNull();
    }

    /** Else the next run would take it for unused, and look no more. */
    @Test
    void aSetThatAResetDoesNotMendStaysUsed() throws Exception {
        rig.deployment.loaded(new LoadedSet(80, 9, "small", false));
        rig.host.report(
                "reset", "{\"ok\": false, \"counts\": [{\"what\": \"image\", \"expected\": 2, \"actual\": 0}]}");
        rig.host.exitCode("reset", 1);

        assertThat(commands.reset(null)).hasSize(1);
        assertThat(rig.deployment.loaded().clean()).isFalse();
    }

    @Test
    void aResetThatFailsWithoutSayingWhatIsDamagedIsAFailure() {
        rig.host.exitCode("reset", 1);

        assertThatThrownBy(() -> commands.reset(null))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageStartingWith("reset failed with exit code 1");
    }

    @Test
    void whatTheToolsPrintIsHandedOn() throws Exception {
        rig.host.says("reset", "10 %", "done");

        commands.reset(null);
        assertThat(lines).containsExactly("10 %", "done");
    }

    /** What is over after some seconds is over sooner without the second compiler. */
    @Test
    void onlyALongLoadIsCompiledThoroughly() throws Exception {
        commands.load(80, 9, null);
        commands.reset(null);

        assertThat(rig.host.command("load")).contains("-XX:TieredStopAtLevel=1", "-Xmx522m");
        assertThat(rig.host.command("reset")).contains("-XX:TieredStopAtLevel=1");
        assertThat(rig.host.command("load")).as("photos are drawn in it").containsSubsequence("-Xms64m", "-Xms522m");
        rig.close();
        rig = new TierRig(home.resolve("large"), false, "load.users=80", "data.users=1001");
        new AppCommands(rig.deployment, rig.running, lines::add).load(1_001, 9, null);
        assertThat(rig.host.command("load")).contains("-XX:TieredStopAtLevel=4");
    }

    /** They start a little sooner with it. */
    @Test
    void whatAnEarlierStartHasTaughtIsUsed() throws Exception {
        commands.reset(null);
        assertThat(rig.host.command("reset")).noneMatch(flag -> flag.contains("AOT"));

        Path cache = rig.installation.appCache();
        Files.createDirectories(cache.getParent());
        Files.createFile(cache);
        new AppCommands(rig.deployment, rig.again(), lines::add).reset(null);
        assertThat(rig.host.command("reset")).contains("-XX:AOTCache=" + cache);
    }
}
