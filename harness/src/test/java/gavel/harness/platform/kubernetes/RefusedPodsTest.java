package gavel.harness.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.collect.InstanceWatch;
import gavel.harness.deploy.DeploymentLevers;
import gavel.harness.deploy.RunningTopology;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Deployments;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The pod of an application server does not come, and its StatefulSet cannot be asked for fewer at once. */
class RefusedPodsTest extends KubernetesRig {
    private static final String FEWER = " --replicas=1";
    private Deployment deployment;
    private RunningTopology running;

    @BeforeEach
    void start() {
        configuration = PodPlanTest.configuration(
                "minimal", "kubernetes.statefulSet=true", "appServers.most=3", "webServers.implementation=nginx");
        deployment = new Deployments(home.resolve(".gavel"), new SplittableRandom(3))
                .create("refused", configuration, false, Instant.EPOCH, _ -> true);
        running = new RunningTopology(deployment, platforms);
        running.platform().prepare(told::add);
        kubectl.state("app2", """
                {"phase": "Pending", "conditions": [{"status": "False", "reason": "Unschedulable", "message": "no room"}]}""");
        kubectl.answers(FEWER, FakeKubectl.bad("The connection to the server was refused"));
    }

    @AfterEach
    void end() {
        deployment.close();
    }

    private void scale() throws IOException, InterruptedException {
        new DeploymentLevers(running, InstanceWatch.NOBODY).scale(2, (_, _) -> {});
    }

    @Test
    void theFirstReasonIsToldAndTheNextCommandAsksForFewer() throws Exception {
        assertThatThrownBy(this::scale)
                .hasMessageContaining("Unschedulable: no room")
                .satisfies(why -> assertThat(List.of(why.getSuppressed()))
                        .singleElement()
                        .asString()
                        .contains("was refused"));
        assertThat(kubectl.replicas()).isEqualTo(2);

        kubectl.answers(FEWER, null);
        RunningTopology next = new RunningTopology(deployment, platforms);
        next.attach();
        next.platform().prepare(told::add);
        next.dismissOthers();

        assertThat(kubectl.replicas()).isEqualTo(1);
    }

    /** As by a quota, or by an admission rule. */
    @Test
    void aPodThatTheClusterRefusesIsToldWithTheNewestReason() {
        String none = "host app2: there is no pod " + name() + "-app-1";
        kubectl.answers(" get pods ", FakeKubectl.good("{\"items\": []}"));
        kubectl.answers(
                " get events --field-selector=involvedObject.name=" + name() + "-app,reason=FailedCreate ",
                FakeKubectl.good("2026-11-28T10:05:00Z create Pod failed: exceeded quota: small\n"
                        + "2026-11-28T10:00:00Z create Pod failed: must specify limits.cpu\n"));
        assertThatThrownBy(this::scale).hasMessageEndingWith(none + ": create Pod failed: exceeded quota: small");

        kubectl.answers(" get events ", FakeKubectl.bad("Error from server (Forbidden): events is forbidden"));
        assertThatThrownBy(this::scale).as("who may not see it").hasMessageEndingWith(none);
    }

    /** As by a registry that wants a login: kubernetes.pullSecrets. */
    @Test
    void anImageThatIsNotHadIsToldWithTheReason() {
        kubectl.state("app2", """
                {"phase": "Pending", "containerStatuses": [{"name": "host", "state": {"waiting": {"reason": "ImagePullBackOff",
                 "message": "Back-off pulling image"}}}]}""");
        kubectl.answers(
                " get events --field-selector=involvedObject.name=" + name() + "-app-1,reason=Failed ",
                FakeKubectl.good("2026-11-28T10:05:00Z Error: ImagePullBackOff\n"
                        + "2026-11-28T10:04:00Z Failed to pull image: 401 Unauthorized\n"));

        assertThatThrownBy(this::scale)
                .hasMessageEndingWith(
                        "ImagePullBackOff: Back-off pulling image: Failed to pull image: 401 Unauthorized");
    }
}
