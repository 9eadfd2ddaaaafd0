package gavel.harness.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.config.Configurations;
import gavel.harness.deployment.AbandonedDeployments;
import gavel.harness.deployment.Deployments;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.HostRemains;
import gavel.harness.platform.Platform;
import gavel.harness.platform.Removal;
import gavel.harness.platform.RunningInstance;
import gavel.harness.platform.container.Shell;
import gavel.harness.platform.ssh.SimulatedMachine;
import gavel.harness.topology.Locations;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** What a deployment on a cluster does. */
class KubernetesPlatformTest extends KubernetesRig {
    private RunningInstance started(String instance) throws IOException, InterruptedException {
        platform.prepare(told::add);
        return platform.start(topology(platform).instance(instance).orElseThrow());
    }

    @Test
    void whereARightIsMissingNothingIsMade() {
        kubectl.answers("can-i create pods --subresource=exec", new Shell.Said(1, "no\n", List.of()));
        kubectl.answers("can-i list pods", new Shell.Said(1, "no\n", List.of()));

        assertThatThrownBy(() -> platform.prepare(told::add))
                .isInstanceOfSatisfying(EnvironmentException.class, failure -> assertThat(failure.evidence())
                        .hasSize(2));
        assertThat(kubectl.objects).isEmpty();
        assertThat(kubectl.diary()).noneMatch(asked -> asked.contains(" create --"));
        assertThat(run.path().resolve("kubernetes.json")).doesNotExist();
    }

    @Test
    void theMachineOfAConfigurationTellsWhatIsMissing() {
        kubectl.answers("can-i delete pods", new Shell.Said(1, "no\n", List.of()));

        assertThat(platforms.machines(configuration).machine("").obstacles(List.of()))
                .singleElement()
                .asString()
                .startsWith("you may not delete pods in namespace bench, context prod");
        assertThat(platforms.machines(configuration).portFree(22))
                .as("a pod has all of them")
                .isTrue();
    }

    @Test
    void preparedThereIsAPodForEachHostAndAFarEndInIt() {
        platform.prepare(told::add);

        assertThat(opened)
                .containsExactly(
                        name() + "-app1 /var/lib/gavel",
                        name() + "-driver1 /var/lib/gavel",
                        name() + "-services1 /var/lib/gavel",
                        name() + "-tools1 /var/lib/gavel");
        assertThat(told.getFirst()).isEqualTo("4 pods " + name() + "-…, on node1, node2");
        assertThat(told).anyMatch(line -> line.startsWith("host app1: ready"));
    }

    @Test
    void aNetworkPolicyThatSelectsPodsIsNamed() throws Exception {
        kubectl.answers(" get networkpolicies", FakeKubectl.good("""
                {"items": [{"metadata": {"name": "deny-all"}, "spec": {"podSelector": {}, "policyTypes": ["Ingress"]}}]}"""));

        RunningInstance app = started("app1");
        assertThat(told).anyMatch(line -> line.endsWith("drop what none admits: deny-all"));

        fars.get(platform.locations().hosts().get("app1").address()).late();
        assertThatThrownBy(() -> platform.awaitReady(app))
                .hasMessageContaining("app1 was not ready; ")
                .hasMessageEndingWith("drop what none admits: deny-all");
    }

    @Test
    void theSecondTimeEverythingIsLeftAsItIs() {
        platform.prepare(told::add);
        kubectl.diary().clear();

        again().prepare(told::add);

        assertThat(kubectl.diary()).noneMatch(asked -> asked.contains(" create --"));
        assertThat(kubectl.objects).hasSize(5);
    }

    /** A command of several runs begins with its deployment as often. */
    @Test
    void aPodHasOneConnectionHoweverOftenACommandBegins() {
        platform.prepare(told::add);
        List<SimulatedMachine> former = List.copyOf(connected.values());

        again().prepare(told::add);

        assertThat(former).hasSize(4).noneMatch(SimulatedMachine::alive);
        assertThat(connected.values()).hasSize(4).allMatch(SimulatedMachine::alive);
    }

    @Test
    void addressesAreThoseOfThePods() {
        assertThat(platform.locations().hosts().get("app1").address())
                .as("before it has one")
                .isEqualTo("app1");
        assertThat(platform.locations().descriptors()).isEqualTo(-1);

        platform.prepare(told::add);

        Locations locations = platform.locations();
        assertThat(locations.hosts().get("app1")).isEqualTo(new Locations.Address("10.244.1.1", "10.244.1.0/29"));
        assertThat(locations.hosts().get("").address()).isEqualTo("127.0.0.1");
        assertThat(locations.run()).startsWith("/var/lib/gavel/deployments/minimal-");
        assertThat(locations.appJar()).isEqualTo("/opt/gavel/auction-app.jar");
        assertThat(locations.startCache()).isNull();
        assertThat(locations.descriptors()).isEqualTo(1_048_576);
        assertThat(again().locations()).as("the next command knows them").isEqualTo(locations);
    }

    /** Who is not seen to stand still would not be let go on either. */
    @Test
    void anInstanceThatStandsStillIsSeenToDoSo() throws Exception {
        RunningInstance app = started("app1");
        assertThat(app.frozen()).isFalse();

        app.freeze();
        assertThat(app.frozen()).isTrue();
        app.thaw();
        assertThat(app.frozen()).isFalse();
    }

    @Test
    void anInstanceIsStartedByTheFarEndOfItsPodAndFoundAgain() throws Exception {
        RunningInstance app = started("app1");

        assertThat(app.alive()).isTrue();
        assertThat(app.started().orElseThrow().host()).isEqualTo("app1");
        Platform next = again();
        assertThat(next.attach(topology(next).instances()))
                .extracting(found -> found.spec().name())
                .containsExactly("app1");
        assertThat(next.others(topology(next).instances())).isEmpty();
    }

    @Test
    void nodesAreDisclosedAndNotPods() {
        assertThat(platform.machines().reached()).hasSize(1);
        platform.prepare(told::add);

        assertThat(platform.machines().reached())
                .as("each of these far ends has a kernel of its own")
                .hasSize(4);
    }

    @Test
    void aQuotaThatIsExceededLeavesNothing() {
        kubectl.answers("kubernetes.yaml", FakeKubectl.bad("Error from server (Forbidden): exceeded quota: small"));

        assertThatThrownBy(() -> platform.prepare(told::add)).hasMessageContaining("exceeded quota: small");
        assertThat(kubectl.objects).isEmpty();
        assertThat(opened).isEmpty();
    }

    @Test
    void whatTheClusterSaysIsAmongTheLogs() throws IOException {
        platform.prepare(told::add);
        kubectl.state("app1", "{\"phase\": \"Failed\", \"reason\": \"Evicted\", \"message\": \"low on memory\"}");

        assertThat(platform.fetch()).isEmpty();

        assertThat(run.logs().resolve("kubernetes.yaml")).content().contains(name() + "-app1");
        assertThat(Files.readAllLines(run.logs().resolve("pods.txt")))
                .hasSize(4)
                .anyMatch(line ->
                        line.startsWith(name() + "-app1 on node2") && line.endsWith("it was evicted: low on memory"));
    }

    @Test
    void whereTheClusterDoesNotAnswerTheLogsAreFetchedAllTheSame() {
        platform.prepare(told::add);
        kubectl.answers("get pods", FakeKubectl.bad("refused"));

        assertThat(platform.fetch())
                .singleElement()
                .asString()
                .contains("what the cluster says of the pods is missing");
    }

    @Test
    void removedNothingIsLeftInTheClusterNorHere() {
        platform.prepare(told::add);

        Removal removal = platform.remove();

        assertThat(removal.complete()).isTrue();
        assertThat(kubectl.objects).isEmpty();
        assertThat(run.path()).doesNotExist();
    }

    @Test
    void whatNeverBeganIsRemovedWithoutTheCluster() {
        assertThat(platform.remove().complete()).isTrue();
        assertThat(kubectl.diary()).isEmpty();
        assertThat(platform.remains()).hasSize(1);
    }

    @Test
    void aClusterThatDoesNotAnswerKeepsTheDeploymentInMind() {
        platform.prepare(told::add);
        String name = name();
        kubectl.answers("kubectl", FakeKubectl.bad("The connection to the server was refused"));

        assertThat(platform.remains()).singleElement().satisfies(remains -> {
            assertThat(remains.reachable()).isFalse();
            assertThat(remains.directory()).contains(name);
        });
        Removal removal = platform.remove();
        assertThat(removal.left())
                .singleElement()
                .extracting(HostRemains::unreachable)
                .asString()
                .contains("The connection to the server was refused");
        assertThat(run.path()).exists();

        kubectl.answers("kubectl", null);
        assertThat(again().remove().complete()).isTrue();
        assertThat(kubectl.objects).isEmpty();
    }

    /** Who cleans up by a script must learn that something is left. */
    @Test
    void whatCannotBeReachedIsNotTakenForRemoved() {
        platform.prepare(told::add);
        AbandonedDeployments abandoned = new AbandonedDeployments(
                new Deployments(home.resolve(".gavel"), new SplittableRandom(5)), platforms, told::add);
        kubectl.answers("kubectl", FakeKubectl.bad("The connection to the server was refused"));

        assertThat(abandoned.remove("minimal")).isFalse();
        assertThat(told).last().asString().startsWith("kept ");

        kubectl.answers("kubectl", null);
        assertThat(abandoned.remove("minimal")).isTrue();
        assertThat(kubectl.objects).isEmpty();
    }

    @Test
    void whatALostNodeHoldsIsNamedAndTheDeploymentIsKeptInMind() {
        platform.prepare(told::add);
        String pod = name() + "-app1";
        kubectl.state("app1", """
                {"phase": "Running", "conditions": [{"type": "Ready", "status": "False"}]}""");
        kubectl.answers(" delete ", FakeKubectl.good(""));
        kubectl.objects.keySet().removeIf(name -> !name.equals(pod));

        assertThat(again().remove().left())
                .extracting(HostRemains::line)
                .containsExactly("host app1 cannot be reached (node node2 does not answer): it still holds pod " + pod);
        assertThat(run.path()).exists();

        kubectl.answers(" delete ", null);
        assertThat(again().remove().complete()).isTrue();
        assertThat(run.path()).doesNotExist();
    }

    @Test
    void aKilledHarnessIsCleanedUpByTheMemoryOfItsRunDirectory() {
        platform.prepare(told::add);
        configuration = Configurations.usual();

        Removal removal = platforms.remainder(run.path()).remove();

        assertThat(removal.complete()).isTrue();
        assertThat(kubectl.objects).isEmpty();
        assertThat(kubectl.diary())
                .filteredOn(asked -> asked.contains(" delete "))
                .isNotEmpty()
                .allMatch(asked -> asked.contains("--context=prod --namespace=bench"));
    }

    /** Whoever works on several clusters changes the current context all day. */
    @Test
    void aUserWhoTurnsToAnotherClusterLeavesNothingInTheFirst() {
        configuration = PodPlanTest.configuration("minimal");
        kubectl.answers("config view", FakeKubectl.good("prod\nbench\n"));
        platform = again();
        platform.prepare(told::add);
        kubectl.answers("config view", FakeKubectl.good("elsewhere\nbench\n"));
        kubectl.diary().clear();

        again().prepare(told::add);
        assertThat(platforms.remainder(run.path()).remove().complete()).isTrue();

        assertThat(kubectl.diary()).isNotEmpty().allMatch(asked -> asked.contains("--context=prod --namespace=bench "));
        assertThat(kubectl.objects).isEmpty();
    }

    /** A second kubeconfig may call another cluster by the same name. */
    @Test
    void anotherClusterOfTheSameNameDoesNotPassForEmpty() {
        platform.prepare(told::add);
        kubectl.answers("kube-root-ca.crt", FakeKubectl.good("uid of bench elsewhere"));
        kubectl.diary().clear();

        Removal removal = again().remove();

        assertThat(removal.left())
                .singleElement()
                .extracting(HostRemains::unreachable)
                .asString()
                .startsWith("namespace bench, context prod is another one than that of the deployment")
                .contains("KUBECONFIG", "kubernetes.json");
        assertThat(again().remains()).noneMatch(HostRemains::reachable);
        assertThatThrownBy(() -> again().prepare(told::add)).hasMessageContaining("is another one than");
        assertThat(kubectl.diary())
                .filteredOn(asked -> !asked.contains(" can-i "))
                .noneMatch(asked -> asked.contains(" delete ") || asked.contains(" create "));
        assertThat(run.path().resolve("kubernetes.json")).exists();

        kubectl.answers("kube-root-ca.crt", FakeKubectl.bad("Error from server (Forbidden)"));
        assertThat(again().remove().complete())
                .as("who may not see it removes as before")
                .isTrue();
        assertThat(kubectl.objects).isEmpty();
    }

    @Test
    void withoutPodsOnlyThisMachineHoldsSomething() {
        platform.prepare(told::add);
        kubectl.objects.clear();

        assertThat(again().remains()).allMatch(HostRemains::reachable).hasSize(1);
    }

    @Test
    void aPodThatEndedIsNamedWhenTheDeploymentGoesOn() {
        platform.prepare(told::add);
        kubectl.state("services1", "{\"phase\": \"Failed\", \"reason\": \"Evicted\", \"message\": \"low on memory\"}");

        assertThatThrownBy(() -> again().prepare(told::add))
                .hasMessageContaining("host services1")
                .hasMessageContaining("it was evicted: low on memory");
    }
}
