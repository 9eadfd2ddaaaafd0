package gavel.harness.deploy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.action.ActionEvent.Stage;
import gavel.harness.action.ActionSettings;
import gavel.harness.action.ActionSettings.Kind;
import gavel.harness.action.Levers.Condition;
import gavel.harness.collect.Instance;
import gavel.harness.collect.InstanceWatch;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.RunningInstance;
import gavel.harness.tier.TierRig;
import gavel.harness.topology.Ready;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is done to instances, in which order, and who is told of it. */
class DeploymentLeversTest {
    /** Made once by the JDK's own tool: deployments of the rig have the same secrets. */
    @TempDir
    Path home;

    private final List<String> reached = new ArrayList<>();
    private final List<String> watched = new ArrayList<>();
    private int seen;
    private TierRig rig;
    private DeploymentLevers levers;

    @BeforeEach
    void start() throws Exception {
        rig = new TierRig(home, false, "appServers.most=3", "webServers.implementation=nginx");
        rig.host.installed("nginx", Path.of("/usr/sbin/nginx"));
        rig.application.on("GET /configuration", 200, generation(1) + generation(2) + generation(3));
        rig.application.on("POST /actuator/drain", 200, "{}");
        rig.application.on("GET /actuator/node", 200, "{\"draining\":true,\"connections\":0}");
        rig.running.appServers(1);
        rig.running.start(gavel.harness.topology.Stage.DATA);
        rig.running.start(gavel.harness.topology.Stage.APPLICATION);
        rig.running.start(gavel.harness.topology.Stage.FRONT);
        levers = new DeploymentLevers(rig.running, new InstanceWatch() {
            @Override
            public void watch(Instance instance) {
                watched.add("watch " + instance.name());
            }

            @Override
            public void expectEnd(String instance) {
                watched.add("end " + instance);
            }
        });
        seen = rig.host.diary().size();
    }

    /** What has happened since somebody asked. */
    private List<String> happened() {
        List<String> diary = rig.host.diary();
        List<String> news = diary.subList(seen, diary.size());
        seen = diary.size();
        return news;
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private String generation(int servers) {
        rig.running.appServers(servers);
        return ((Ready.Tells) rig.spec("nginx1").reload().inForce()).text();
    }

    private void apply(Kind kind, Integer to, String instance) throws IOException, InterruptedException {
        levers.apply(
                new ActionSettings(Duration.ZERO, kind, to == null ? null : "appServers", to, instance), this::reached);
    }

    private synchronized void reached(String instance, Stage stage) {
        reached.add(instance + " " + stage.words());
    }

    private long serversInFront() throws IOException {
        return Files.readString(rig.deployment.directory().settings("nginx1.conf"))
                        .lines()
                        .filter(line -> line.contains("max_fails"))
                        .count()
                / 2;
    }

    @Test
    void newServersAreReadyBeforePeopleComeToThem() throws Exception {
        Instant before = rig.time.instant();
        apply(Kind.SCALE, 3, null);
        // The web server has said three times that it knows them: a process of before may have gone on for 0.1 s.
        assertThat(rig.time.instant()).isAfterOrEqualTo(before.plusMillis(100));

        assertThat(reached)
                .containsExactly(
                        "app2 created",
                        "app3 created",
                        "app2 ready",
                        "app3 ready",
                        "app2 in service",
                        "app3 in service");
        assertThat(watched).containsExactly("watch app2", "watch app3");
        assertThat(happened()).containsSubsequence("start app2", "start app3", "run nginx1-check", "signal HUP nginx1");
        assertThat(serversInFront()).isEqualTo(3);
    }

    @Test
    void nobodyComesToAServerThatLeaves() throws Exception {
        apply(Kind.SCALE, 3, null);
        reached.clear();
        watched.clear();
        happened();

        apply(Kind.SCALE, 1, null);

        assertThat(reached.subList(0, 2)).containsExactly("app2 out of service", "app3 out of service");
        assertThat(reached.subList(2, 4)).containsExactlyInAnyOrder("app2 ended", "app3 ended");
        assertThat(watched).containsExactly("end app2", "end app3");
        assertThat(happened())
                .containsSubsequence("signal HUP nginx1", "stop app2")
                .contains("stop app3");
        assertThat(serversInFront()).isEqualTo(1);
    }

    @Test
    void aServerGoesWhenThoseWhoUseItHaveLetGoOrTheTimeForItIsOver() throws Exception {
        apply(Kind.SCALE, 3, null);
        Instant before = rig.time.instant();
        apply(Kind.SCALE, 2, null);
        assertThat(rig.time.instant()).isBefore(before.plusSeconds(1));

        rig.application.on("GET /actuator/node", 200, "{\"draining\":true,\"connections\":3}");
        before = rig.time.instant();
        apply(Kind.SCALE, 1, null);
        assertThat(rig.time.instant()).isAfterOrEqualTo(before.plusSeconds(40));
        assertThat(happened()).containsSubsequence("stop app3", "signal HUP nginx1", "stop app2");
        assertThat(reached).endsWith("app2 ended");
    }

    @Test
    void asManyServersAsThereAreChangeNothing() throws Exception {
        apply(Kind.SCALE, 1, null);

        assertThat(reached).isEmpty();
        assertThat(happened()).isEmpty();
    }

    @Test
    void aServerThatDoesNotBecomeReadyLeavesEverythingAsItWas() throws Exception {
        rig.host.when("app2", () -> rig.application.on("GET /actuator/health/readiness", 503, ""));

        assertThatThrownBy(() -> apply(Kind.SCALE, 2, null)).isInstanceOf(EnvironmentException.class);

        assertThat(reached).containsExactly("app2 created", "app2 ended");
        assertThat(watched).containsExactly("watch app2", "end app2");
        assertThat(happened()).contains("stop app2").doesNotContain("signal HUP nginx1");
        assertThat(serversInFront()).isEqualTo(1);

        rig.application.on("GET /actuator/health/readiness", 200, "{}");
        rig.host.when("app2", () -> {});
        apply(Kind.SCALE, 2, null);
        assertThat(serversInFront()).isEqualTo(2);
    }

    @Test
    void singleInstancesAreActedOn() throws Exception {
        apply(Kind.FREEZE, null, "nginx1");
        apply(Kind.THAW, null, "nginx1");
        apply(Kind.KILL, null, "app1");
        apply(Kind.START, null, "app1");
        apply(Kind.STOP, null, "app1");

        assertThat(happened())
                .containsSubsequence(
                        "signal STOP nginx1", "signal CONT nginx1", "kill app1", "start app1", "stop app1");
        assertThat(watched).containsExactly("end app1", "watch app1", "end app1");
        assertThat(reached).containsExactly("app1 created", "app1 ready");
    }

    @Test
    void whatBecameOfAnInstanceIsSeen() throws Exception {
        assertThat(levers.condition("nginx1")).isEqualTo(Condition.RUNNING);
        apply(Kind.FREEZE, null, "nginx1");
        assertThat(levers.condition("nginx1")).isEqualTo(Condition.FROZEN);
        apply(Kind.THAW, null, "nginx1");
        assertThat(levers.condition("nginx1")).isEqualTo(Condition.RUNNING);
        apply(Kind.KILL, null, "app1");
        assertThat(levers.condition("app1")).isEqualTo(Condition.GONE);
        // Somebody else has started it again.
        rig.running.platform().start(rig.spec("app1"));
        assertThat(levers.condition("app1")).isEqualTo(Condition.RUNNING);
        assertThatThrownBy(() -> levers.condition("app2")).hasMessage("app2 is not running");
    }

    @Test
    void whatTookThePlaceOfAnInstanceIsActedOn() throws Exception {
        RunningInstance before = rig.running.of("appServers").getFirst();
        before.kill();
        RunningInstance after = rig.running.platform().start(rig.spec("app1"));
        happened();

        apply(Kind.FREEZE, null, "app1");
        apply(Kind.THAW, null, "app1");
        apply(Kind.KILL, null, "app1");

        assertThat(happened()).containsExactly("signal STOP app1", "signal CONT app1", "kill app1");
        assertThat(after.alive()).isFalse();
        assertThat(levers.condition("app1")).isEqualTo(Condition.GONE);
    }

    /** The harness was killed in the middle of actions: what the deployment remembers holds. */
    @Test
    void theNextCommandMendsWhatTheOneBeforeLeftInFront() throws Exception {
        apply(Kind.SCALE, 3, null);
        happened();

        RunningTopology next = rig.again();
        next.attach();
        next.reload();
        next.stopOthers("appServers");

        assertThat(serversInFront()).isEqualTo(1);
        assertThat(happened())
                .containsSubsequence("signal HUP nginx1", "stop app2")
                .contains("stop app3")
                .doesNotContain("stop app1");

        next.reload();
        next.stopOthers("appServers");
        assertThat(happened()).isEmpty();
    }

    /** What the one before had started and not remembered. */
    @Test
    void theNextCommandStartsNothingTwice() throws Exception {
        apply(Kind.SCALE, 3, null);
        reached.clear();
        happened();

        RunningTopology next = rig.again();
        next.attach();
        new DeploymentLevers(next, InstanceWatch.NOBODY).scale(3, this::reached);

        assertThat(happened()).noneMatch(line -> line.startsWith("start "));
        assertThat(reached).endsWith("app2 in service", "app3 in service");
        assertThat(serversInFront()).isEqualTo(3);
    }

    /** The one before had let it go, and not remembered that. */
    @Test
    void whoHasLeftIsNotMissed() throws Exception {
        apply(Kind.SCALE, 3, null);
        rig.host.process("app3").die();
        reached.clear();

        RunningTopology next = rig.again();
        next.appServers(3);
        next.attach();
        new DeploymentLevers(next, InstanceWatch.NOBODY).scale(1, this::reached);

        assertThat(reached).containsExactly("app2 out of service", "app3 out of service", "app2 ended");
        assertThat(serversInFront()).isEqualTo(1);
    }

    @Test
    void whatIsNotThereIsSaid() {
        assertThatThrownBy(() -> apply(Kind.FREEZE, null, "app2"))
                .isInstanceOf(IOException.class)
                .hasMessage("app2 is not running");
    }
}
