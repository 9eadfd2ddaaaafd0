package gavel.harness.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.platform.Autoscaler;
import gavel.harness.platform.Platform;
import gavel.harness.platform.RunningInstance;
import gavel.harness.platform.ssh.SimulatedFar;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Application servers that are pods of a StatefulSet, whose number changes. */
class ScaledPodsTest extends KubernetesRig {
    private void withAStatefulSet() {
        configuration = PodPlanTest.configuration(
                "minimal",
                "kubernetes.context=prod",
                "kubernetes.namespace=bench",
                "kubernetes.statefulSet=true",
                "appServers.most=3",
                "webServers.implementation=nginx");
        platform = again();
        platform.prepare(told::add);
        opened.clear();
    }

    @Test
    void podsOfApplicationServersComeWhenTheyAreNeededAndGoAfterwards() throws Exception {
        withAStatefulSet();
        assertThat(kubectl.replicas()).isEqualTo(1);
        assertThat(platform.locations().hosts()).containsKey("app1").doesNotContainKey("app2");
        assertThat(platform.locations().hosts().get("app1").network())
                .as("pods that come later are admitted")
                .isEqualTo("10.0.0.0/8");

        platform.admit(List.of("app2", "app3"));

        assertThat(kubectl.replicas()).isEqualTo(3);
        assertThat(opened).containsExactly(name() + "-app-1 /var/lib/gavel", name() + "-app-2 /var/lib/gavel");
        assertThat(again().locations().hosts()).containsKeys("app2", "app3");

        platform.dismiss(List.of("app2", "app3"));

        assertThat(kubectl.replicas()).isEqualTo(1);
        assertThat(platform.locations().hosts()).doesNotContainKeys("app2", "app3");
        for (int i = 1; i <= 2; i++) {
            String leave = "exec " + name() + "-app-" + i + " --container=host -- touch /tmp/gavel-leave";
            assertThat(kubectl.diary()).anyMatch(asked -> asked.endsWith(leave));
        }
        assertThat(platform.fetch())
                .as("nothing is missed that was brought before")
                .isEmpty();
        assertThat(platform.remove().complete()).isTrue();
        assertThat(kubectl.objects).isEmpty();
    }

    /** Two that change the number would undo each other's work. */
    @Test
    void whileAnAutoscalerDecidesTheHarnessOnlyFollows() throws Exception {
        withAStatefulSet();
        Autoscaler scaler = platform.autoscaler(new Autoscaler.Wish(3, 0.6, null));
        String set = name() + "-app";
        kubectl.say(Duration.ZERO, List.of("kubectl", "scale", "statefulsets.apps", set, "--replicas=3"));
        assertThat(scaler.now()).isEqualTo(new Autoscaler.Word(3, ""));
        kubectl.diary().clear();

        platform.admit(List.of("app2"));
        platform.dismiss(List.of("app2"));

        assertThat(kubectl.diary()).noneMatch(asked -> asked.contains(" scale "));
        scaler.close();
        assertThat(kubectl.replicas()).as("what it asked for and nobody used").isEqualTo(1);
        assertThat(kubectl.objects).doesNotContainKey("hpa " + set);
    }

    @Test
    void aPodIsSaidToBeReadyWhenItsServerIs() throws Exception {
        withAStatefulSet();
        RunningInstance server =
                platform.start(topology(platform).instance("app1").orElseThrow());
        assertThat(far("app1").written()).doesNotContain(PodObjects.SERVING);

        platform.awaitReady(server);

        assertThat(far("app1").written()).contains(PodObjects.SERVING);
        RunningInstance web =
                platform.start(topology(platform).instance("nginx1").orElseThrow());
        platform.awaitReady(web);
        assertThat(far("web1").written()).doesNotContain(PodObjects.SERVING);
    }

    /** The command that started it was killed before it was ready. */
    @Test
    void anAutoscalerCountsAServerThatNobodyWaitedFor() throws Exception {
        withAStatefulSet();
        platform.start(topology(platform).instance("app1").orElseThrow());

        Platform next = again();
        next.autoscaler(new Autoscaler.Wish(3, 0.6, null)).close();

        assertThat(far("app1").written()).contains(PodObjects.SERVING);
    }

    /** It would go on changing the number of pods, and another one of its name could not be made. */
    @Test
    void theNextCommandRemovesTheAutoscalerOfOneThatWasKilled() throws Exception {
        withAStatefulSet();
        String scaler = "hpa " + name() + "-app";
        platform.autoscaler(new Autoscaler.Wish(3, 0.6, null));
        assertThat(kubectl.objects).containsKey(scaler);
        JsonNode left = kubectl.objects.get(scaler);

        again().prepare(told::add);
        assertThat(kubectl.objects).doesNotContainKey(scaler);

        kubectl.objects.put(scaler, left);
        again().admit(List.of("app2"));
        assertThat(kubectl.objects).as("as by scale-to").doesNotContainKey(scaler);
        assertThat(kubectl.replicas()).isEqualTo(2);
    }

    private SimulatedFar far(String host) {
        return fars.get(platform.locations().hosts().get(host).address());
    }

    @Test
    void aServerWhoseDeploymentWasScaledIsFoundByTheNextCommand() throws Exception {
        withAStatefulSet();
        platform.admit(List.of("app2"));

        Platform next = again();
        next.prepare(told::add);

        assertThat(next.locations().hosts()).containsKeys("app1", "app2").doesNotContainKey("app3");
    }

    @Test
    void withoutAStatefulSetPodsStayAndNothingScalesThem() throws Exception {
        platform.prepare(told::add);
        kubectl.diary().clear();

        platform.admit(List.of("app1"));
        platform.dismiss(List.of("app1"));

        assertThat(kubectl.diary()).isEmpty();
        assertThatThrownBy(() -> platform.autoscaler(new Autoscaler.Wish(3, 0.6, null)))
                .hasMessageContaining("kubernetes.statefulSet");
    }
}
