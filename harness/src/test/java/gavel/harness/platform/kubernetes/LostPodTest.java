package gavel.harness.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import gavel.harness.action.ActionSettings;
import gavel.harness.action.ActionSettings.Kind;
import gavel.harness.action.Levers.Condition;
import gavel.harness.collect.Collected.ProcessEvent;
import gavel.harness.collect.Collector;
import gavel.harness.collect.Instance;
import gavel.harness.collect.InstanceWatch;
import gavel.harness.deploy.DeploymentLevers;
import gavel.harness.deploy.RunningTopology;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Deployments;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.topology.Stage;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The pod of an application server that is deleted while people use it. */
class LostPodTest extends KubernetesRig implements InstanceWatch {
    private final List<String> watched = new ArrayList<>();
    private Deployment deployment;
    private RunningTopology running;
    private DeploymentLevers levers;

    @BeforeEach
    void start() throws IOException, InterruptedException {
        configuration = PodPlanTest.configuration(
                "minimal", "kubernetes.statefulSet=true", "appServers.count=2", "webServers.implementation=nginx");
        deployment = new Deployments(home.resolve(".gavel"), new SplittableRandom(3))
                .create("lost", configuration, false, Instant.EPOCH, _ -> true);
        running = new RunningTopology(deployment, platforms);
        running.platform().prepare(told::add);
        for (Stage stage : List.of(Stage.DATA, Stage.APPLICATION, Stage.FRONT)) {
            running.start(stage);
        }
        levers = new DeploymentLevers(running, this);
    }

    @AfterEach
    void end() {
        deployment.close();
    }

    @Override
    public void watch(Instance instance) {
        watched.add("watch " + instance.name());
    }

    @Override
    public void expectEnd(String instance) {
        watched.add("end " + instance);
    }

    private void apply(Kind kind, String instance) throws IOException, InterruptedException {
        levers.apply(
                new ActionSettings(Duration.ZERO, kind, null, null, instance),
                (name, stage) -> watched.add(name + " " + stage.words()));
    }

    /** Address of its pod. */
    private static String address(RunningTopology of, String host) {
        return of.platform().locations().hosts().get(host).address();
    }

    /** Whether the web server sends people there: by the files that it was given. */
    private static boolean known(RunningTopology of, String address) {
        return of.of("webServers").getFirst().started().orElseThrow().files().values().stream()
                .anyMatch(content -> content.contains(address + ":"));
    }

    @Test
    void itIsSeenGoneAndComesBackWithAnotherAddressThatThoseInFrontLearn() throws Exception {
        String before = address(running, "app2");
        String other = address(running, "app1");
        assertThat(known(running, before)).isTrue();

        apply(Kind.AWAY, "app2");

        assertThat(levers.condition("app2")).isEqualTo(Condition.GONE);
        assertThat(levers.condition("app1")).isEqualTo(Condition.RUNNING);
        assertThat(kubectl.diary())
                .anyMatch(asked -> asked.endsWith("-app-1 --ignore-not-found --wait=false --grace-period=1"));

        apply(Kind.BACK, "app2");

        assertThat(levers.condition("app2")).isEqualTo(Condition.RUNNING);
        String after = address(running, "app2");
        assertThat(after).isNotEqualTo(before);
        assertThat(known(running, after)).isTrue();
        assertThat(known(running, before)).isFalse();
        assertThat(known(running, other)).isTrue();
        assertThat(watched).containsExactly("end app2", "app2 created", "watch app2", "app2 ready", "app2 in service");
        assertThat(running.platform().fetch())
                .containsExactly("host app2: what was logged there before its pod was deleted is missing");
    }

    /** Whoever heals twice, as after an interruption, starts nothing twice. */
    @Test
    void oneThatIsBackIsLeftAlone() throws Exception {
        apply(Kind.AWAY, "app1");
        apply(Kind.BACK, "app1");
        var process = running.of("appServers").stream()
                .filter(server -> server.spec().name().equals("app1"))
                .findFirst();

        apply(Kind.BACK, "app1");

        assertThat(running.of("appServers")).contains(process.orElseThrow());
    }

    /** The harness was killed meanwhile: what `gavel up` and a resumed walk do. */
    @Test
    void theNextCommandStartsWhatIsMissingAndTellsThoseInFront() throws Exception {
        String before = address(running, "app1");
        apply(Kind.AWAY, "app1");

        RunningTopology next = new RunningTopology(deployment, platforms);
        next.attach();
        assertThat(next.of("appServers"))
                .extracting(server -> server.spec().name())
                .containsExactly("app2");
        next.platform().prepare(told::add);
        next.start(Stage.APPLICATION);
        next.reload();

        assertThat(next.of("appServers")).hasSize(2);
        assertThat(known(next, before)).isFalse();
        assertThat(known(next, address(next, "app1"))).isTrue();
    }

    /** The harness was killed when it had remembered the new address, and before those in front were told. */
    @Test
    void theNextCommandTellsThoseInFrontWhatWasRememberedOnly() throws Exception {
        String before = address(running, "app1");
        apply(Kind.AWAY, "app1");
        running.platform().bringBack("app1");
        String after = address(running, "app1");
        assertThat(after).isNotEqualTo(before);

        RunningTopology next = new RunningTopology(deployment, platforms);
        next.attach();
        next.platform().prepare(told::add);
        next.start(Stage.APPLICATION);
        assertThat(known(next, before)).as("still").isTrue();
        next.reload();

        assertThat(known(next, before)).isFalse();
        assertThat(known(next, after)).isTrue();
    }

    /** Exactly for that pod, and that time. */
    @Test
    void onlyAPodThatIsDeletedWithoutAnOrderIsAnIncident() throws Exception {
        try (Collector collector = running.platform().collector(running.watched())) {
            levers = new DeploymentLevers(running, collector);
            apply(Kind.AWAY, "app2");
            assertThat(collector.collected().events()).isEmpty();
            apply(Kind.BACK, "app2");
            assertThat(collector.collected().events()).isEmpty();
            assertThat(collector.collected().problems()).isEmpty();

            kubectl.say(Duration.ZERO, List.of("kubectl", "delete", "pods", pod("app2")));
            assertThat(collector.collected().events())
                    .extracting(ProcessEvent::instance, ProcessEvent::detail)
                    .containsExactly(tuple("app2", "its pod: it was deleted, and another one came in its place"));

            kubectl.answers(
                    " get events --field-selector=involvedObject.name=" + pod("app2") + ",reason=Preempted ",
                    FakeKubectl.good("2026-11-28T10:05:00Z Preempted by pod 7f2 on node n1\n"));
            assertThat(collector.collected().events())
                    .extracting(ProcessEvent::detail)
                    .containsExactly("its pod: it was deleted, and another one came in its place:"
                            + " Preempted by pod 7f2 on node n1");
        }
    }

    private String pod(String host) {
        return connected.keySet().stream()
                .filter(name -> name.endsWith("-app-" + (host.charAt(host.length() - 1) - '1')))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aPodThatDoesNotGoIsNotTakenForLost() {
        kubectl.answers(" delete pods ", FakeKubectl.good(""));
        assertThatThrownBy(() -> apply(Kind.AWAY, "app1"))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("-app-0 is still there 90 s after it was deleted");
    }

    /** Its object is gone, and its container goes on. */
    @Test
    void aPodThatStillAnswersIsNotTakenForLostEither() {
        kubectl.deleted = _ -> {};
        assertThatThrownBy(() -> apply(Kind.AWAY, "app1")).hasMessageContaining("is still there");
    }

    @Test
    void nothingMakesAPodAgainThatStandsAlone() {
        assertThatThrownBy(() -> apply(Kind.AWAY, "nginx1")).hasMessageContaining("kubernetes.statefulSet");
        assertThat(kubectl.diary()).noneMatch(asked -> asked.contains(" delete pods "));
    }
}
