package gavel.harness.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.config.Configuration;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.images.ImageNames;
import gavel.harness.platform.Autoscaler;
import gavel.harness.platform.container.Shell;
import gavel.harness.run.FakeTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterTest {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String PENDING = """
            {"phase": "Pending", "conditions": [{"status": "False", "reason": "Unschedulable", "message": "no room"}]}""";

    @TempDir
    Path run;

    private final FakeKubectl kubectl = new FakeKubectl();
    private final FakeTime time = new FakeTime();
    private Configuration configuration = PodPlanTest.configuration("minimal");
    private List<PodPlan> plans = PodPlanTest.plans(configuration);

    private Cluster cluster() {
        return cluster(kubectl);
    }

    private Cluster cluster(Shell shell) {
        return new Cluster(
                new Kubectl(shell, "prod", "bench"),
                new PodObjects("gavel-ab12", "minimal", configuration.kubernetes(), new ImageNames("", "1.0")),
                run.resolve("kubernetes.yaml"),
                time,
                configuration.kubernetes().statefulSet());
    }

    private List<String> hosts() {
        return plans.stream().map(PodPlan::host).toList();
    }

    private void withAStatefulSet() {
        configuration = PodPlanTest.configuration(
                "minimal", "kubernetes.statefulSet=true", "appServers.most=3", "webServers.implementation=nginx");
        plans = PodPlanTest.plans(configuration);
    }

    @Test
    void theOwnerIsMadeFirstAndThePodsBelongToIt() throws IOException {
        cluster().make(plans, 1);

        assertThat(kubectl.objects.keySet())
                .containsExactly(
                        "gavel-ab12",
                        "gavel-ab12-app1",
                        "gavel-ab12-services1",
                        "gavel-ab12-driver1",
                        "gavel-ab12-tools1");
        assertThat(kubectl.objects
                        .get("gavel-ab12-app1")
                        .at("/metadata/ownerReferences/0/uid")
                        .asString())
                .isEqualTo("uid-1");
        assertThat(run.resolve("kubernetes.yaml")).content().contains("gavel-ab12-app1", "gavel/app:1.0");
    }

    @Test
    void whatIsThereIsLeftAloneAndWhatIsMissingIsMade() throws IOException {
        cluster().make(plans, 1);
        kubectl.objects.remove("gavel-ab12-app1");
        kubectl.diary().clear();

        cluster().make(plans, 1);

        assertThat(kubectl.diary())
                .filteredOn(asked -> asked.contains(" create "))
                .hasSize(1);
        assertThat(kubectl.objects).containsKey("gavel-ab12-app1");
        assertThat(run.resolve("kubernetes.yaml"))
                .as("still tells of all of them")
                .content()
                .contains("gavel-ab12-app1", "gavel-ab12-driver1");

        kubectl.diary().clear();
        cluster().make(plans, 1);
        assertThat(kubectl.diary()).noneMatch(asked -> asked.contains(" create "));
    }

    @Test
    void whereOnePodIsRefusedNothingIsLeft() {
        kubectl.answers(
                "kubernetes.yaml",
                FakeKubectl.bad(
                        "Error from server (Forbidden): pods \"gavel-ab12-app1\" is forbidden: exceeded quota: small"));

        assertThatThrownBy(() -> cluster().make(plans, 1))
                .isInstanceOf(EnvironmentException.class)
                .hasMessage(
                        "`kubectl create` failed: Error from server (Forbidden): pods \"gavel-ab12-app1\" is forbidden:"
                                + " exceeded quota: small (namespace bench, context prod)");
        assertThat(kubectl.objects).isEmpty();
    }

    @Test
    void theDirectoryOfARunMayHaveCommasAndQuotesInItsName() throws IOException {
        run = run.resolve("mine, \"the second\"");

        cluster().make(plans, 1);

        assertThat(kubectl.objects).hasSize(5);
    }

    @Test
    void allOfThemAreWaitedFor() throws Exception {
        cluster().make(plans, 1);

        List<Pod> running = cluster().awaitRunning(hosts(), PATIENCE);

        assertThat(running).hasSize(plans.size()).allMatch(Pod::running);
        assertThat(running).extracting(Pod::address).doesNotHaveDuplicates();
    }

    @Test
    void oneThatFindsNoRoomIsNamedWhenPatienceEnds() throws IOException {
        cluster().make(plans, 1);
        kubectl.state("app1", PENDING);
        Instant begun = time.instant();

        assertThatThrownBy(() -> cluster().awaitRunning(hosts(), PATIENCE))
                .isInstanceOfSatisfying(EnvironmentException.class, failure -> {
                    assertThat(failure)
                            .hasMessageContaining("after 60 s (namespace bench, context prod; hosts.startWithin, ")
                            .hasMessageContaining("host app1 (pod gavel-ab12-app1): Unschedulable: no room");
                    assertThat(failure.evidence()).hasSize(1);
                });
        assertThat(Duration.between(begun, time.instant())).isGreaterThanOrEqualTo(PATIENCE);
    }

    @Test
    void anImageThatIsMissingIsNotWaitedFor() throws IOException {
        cluster().make(plans, 1);
        kubectl.state("app1", """
                {"phase": "Pending", "initContainerStatuses": [{"state": {"waiting": {"reason": "ImagePullBackOff",
                 "message": "no such image"}}}]}""");
        kubectl.state("driver1", PENDING);
        Instant begun = time.instant();

        assertThatThrownBy(() -> cluster().awaitRunning(hosts(), PATIENCE))
                .isInstanceOfSatisfying(EnvironmentException.class, failure -> {
                    assertThat(failure).hasMessageStartingWith("pods cannot run");
                    assertThat(failure.evidence())
                            .containsExactly(
                                    "host app1 (pod gavel-ab12-app1): ImagePullBackOff: no such image",
                                    "host driver1 (pod gavel-ab12-driver1): Unschedulable: no room");
                });
        assertThat(Duration.between(begun, time.instant())).isLessThan(Duration.ofSeconds(2));
    }

    private Shell awayUntil(Instant back) {
        return (longest, command) -> time.instant().isBefore(back)
                ? FakeKubectl.bad("The connection to the server 10.88.0.11:6443 was refused")
                : kubectl.say(longest, command);
    }

    @Test
    void anApiServerThatIsAwayForAWhileIsWaitedFor() throws Exception {
        cluster().make(plans, 1);
        Instant back = time.instant().plusSeconds(30);

        assertThat(cluster(awayUntil(back)).awaitRunning(hosts(), PATIENCE)).hasSize(plans.size());
        kubectl.answers("get pods", FakeKubectl.bad("etcdserver: request timed out"));
        assertThatThrownBy(() -> cluster().awaitRunning(hosts(), PATIENCE))
                .hasMessageContaining("etcdserver: request timed out");
    }

    @Test
    void aPodThatSomebodyDeletedIsMissed() throws IOException {
        cluster().make(plans, 1);
        kubectl.objects.remove("gavel-ab12-app1");

        assertThatThrownBy(() -> cluster().awaitRunning(hosts(), PATIENCE))
                .hasMessageContaining("pods do not run after 60 s")
                .hasMessageContaining("host app1: there is no pod gavel-ab12-app1");
    }

    @Test
    void troublesAreToldByHost() throws IOException {
        cluster().make(plans, 1);
        Map<String, String> hosts = cluster().pods().stream().collect(Collectors.toMap(Pod::host, Pod::address));
        assertThat(cluster().troubles(hosts)).isEmpty();
        Map<String, String> before = new TreeMap<>(hosts);
        before.put("app1", "10.244.1.99");
        assertThat(cluster().troubles(before))
                .isEqualTo(Map.of("app1", "it was deleted, and another one came in its place"));

        kubectl.state("app1", "{\"phase\": \"Failed\", \"reason\": \"Evicted\", \"message\": \"low on memory\"}");
        kubectl.objects.remove("gavel-ab12-driver1");
        assertThat(cluster().troubles(hosts))
                .isEqualTo(Map.of("app1", "it was evicted: low on memory", "driver1", "it was deleted"));

        kubectl.answers("get pods", FakeKubectl.bad("refused"));
        assertThat(cluster().troubles(hosts)).as("nobody knows").isEmpty();
    }

    @Test
    void aDeletionTakesEverythingByItsLabel() throws IOException {
        cluster().make(plans, 1);

        cluster().delete();
        cluster().delete();

        assertThat(kubectl.objects).isEmpty();
        assertThat(kubectl.diary())
                .filteredOn(asked -> asked.contains(" delete "))
                .first()
                .asString()
                .contains(" configmaps,pods --selector=app.kubernetes.io/instance=gavel-ab12");
    }

    @Test
    void aDeletionWaitsForAnApiServerThatIsAway() throws IOException {
        cluster().make(plans, 1);
        Instant back = time.instant().plusSeconds(30);

        cluster(awayUntil(back)).delete();

        assertThat(kubectl.objects).isEmpty();
        assertThat(time.instant()).isBetween(back, back.plusSeconds(5));
    }

    @Test
    void aDeletionThatIsForbiddenIsNotWaitedFor() throws IOException {
        cluster().make(plans, 1);
        kubectl.answers(" delete ", FakeKubectl.bad("Error from server (Forbidden): pods is forbidden"));
        Instant begun = time.instant();

        assertThatThrownBy(() -> cluster().delete()).hasMessageContaining("(Forbidden)");
        assertThat(time.instant()).isEqualTo(begun);
    }

    @Test
    void applicationServersOfAStatefulSetAreMadeByIt() throws Exception {
        withAStatefulSet();
        cluster().make(plans, 2);

        assertThat(kubectl.objects.keySet())
                .containsExactly(
                        "gavel-ab12",
                        "gavel-ab12-web1",
                        "gavel-ab12-services1",
                        "gavel-ab12-driver1",
                        "gavel-ab12-tools1",
                        "gavel-ab12-app");
        assertThat(cluster().replicas()).isEqualTo(2);
        assertThat(cluster().pods())
                .extracting(Pod::host)
                .contains("app1", "app2")
                .doesNotContain("app3");

        cluster().scale(3);
        assertThat(cluster().awaitRunning(List.of("app2", "app3"), PATIENCE))
                .extracting(Pod::name)
                .containsExactly("gavel-ab12-app-1", "gavel-ab12-app-2");

        kubectl.diary().clear();
        cluster().make(plans, 2);
        assertThat(kubectl.diary()).as("what is there is left alone").noneMatch(asked -> asked.contains(" create "));
        cluster().delete();
        assertThat(kubectl.objects).isEmpty();
        assertThat(kubectl.diary())
                .as("what makes pods goes before them")
                .anyMatch(asked -> asked.contains(
                        "delete horizontalpodautoscalers.autoscaling,statefulsets.apps,configmaps,pods --selector="));
    }

    @Test
    void aStatefulSetThatAKilledCommandDidNotComeToIsMade() throws IOException {
        withAStatefulSet();
        cluster().make(plans, 2);
        kubectl.objects.remove("gavel-ab12-app");
        cluster().make(plans, 2);
        assertThat(kubectl.replicas()).isEqualTo(2);
    }

    @Test
    void scalingWaitsForAnApiServerThatIsAway() throws Exception {
        withAStatefulSet();
        cluster().make(plans, 1);

        cluster(awayUntil(time.instant().plusSeconds(30))).scale(3);
        assertThat(cluster(awayUntil(time.instant().plusSeconds(30))).replicas())
                .isEqualTo(3);
        cluster(awayUntil(time.instant().plusSeconds(30))).lose("app1", () -> true);

        assertThat(kubectl.diary()).anyMatch(asked -> asked.contains(" delete pods gavel-ab12-app-0 "));
    }

    @Test
    void anAutoscalerIsMadeAskedAndDeleted() throws Exception {
        withAStatefulSet();
        cluster().make(plans, 1);

        try (Autoscaler scaler = cluster().autoscaler(new Autoscaler.Wish(3, 0.6, 30))) {
            assertThat(kubectl.objects
                            .get("hpa gavel-ab12-app")
                            .at("/spec/maxReplicas")
                            .asInt())
                    .isEqualTo(3);
            assertThat(scaler.now()).isEqualTo(new Autoscaler.Word(1, ""));
            cluster().scale(2);
            assertThat(scaler.now().servers()).isEqualTo(2);
        }
        assertThat(kubectl.objects).doesNotContainKey("hpa gavel-ab12-app").containsKey("gavel-ab12-app");
        assertThat(run.resolve("kubernetes-autoscaler.yaml")).content().contains("600m");
    }

    @Test
    void anAutoscalerIsDeletedAlthoughTheApiServerIsAway() throws Exception {
        withAStatefulSet();
        cluster().make(plans, 1);
        Instant back = time.instant().plusSeconds(30);
        Shell away = awayUntil(back);
        Autoscaler scaler = cluster((longest, command) ->
                        command.contains("delete") ? away.say(longest, command) : kubectl.say(longest, command))
                .autoscaler(new Autoscaler.Wish(3, 0.6, 30));
        Thread.currentThread().interrupt();

        scaler.close();

        assertThat(Thread.interrupted()).as("and an interrupt is remembered").isTrue();
        assertThat(kubectl.objects).doesNotContainKey("hpa gavel-ab12-app");
    }

    @Test
    void podsThatDoNotGoAreNamed() throws IOException {
        cluster().make(plans, 1);
        kubectl.answers(" delete ", FakeKubectl.good(""));

        assertThatThrownBy(() -> cluster().delete())
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("pods are still there 90 s after they were deleted: gavel-ab12-app1 on node2, ");
    }

    /** A pod on a node that is lost stays until the node ends it, which may be never. */
    @Test
    void podsOnANodeThatDoesNotAnswerAreNotWaitedFor() throws IOException {
        cluster().make(plans, 1);
        Map<String, String> nodes = cluster().pods().stream().collect(Collectors.toMap(Pod::host, Pod::node));
        List<String> lost =
                hosts().stream().filter(host -> nodes.get(host).equals("node2")).toList();
        assertThat(lost).hasSizeGreaterThan(1).contains("app1");
        kubectl.state("app1", """
                {"phase": "Running", "conditions": [{"type": "Ready", "status": "False"}]}""");
        Shell lossy = (longest, command) -> {
            if (!command.contains("delete")) {
                return kubectl.say(longest, command);
            }
            kubectl.objects.keySet().removeIf(name -> lost.stream().noneMatch(name::endsWith));
            return FakeKubectl.good("");
        };
        Instant begun = time.instant();

        assertThat(cluster(lossy).delete()).extracting(Pod::host).containsExactlyInAnyOrderElementsOf(lost);
        assertThat(time.instant()).isEqualTo(begun);
    }

    @Test
    void anInterruptDoesNotKeepThemFromBeingDeleted() throws IOException {
        cluster().make(plans, 1);
        Thread.currentThread().interrupt();

        cluster().delete();

        assertThat(Thread.interrupted()).as("and is remembered").isTrue();
        assertThat(kubectl.objects).isEmpty();
    }

    @Test
    void filesForTheClusterHoldNoSecret() throws IOException {
        cluster().make(plans, 1);

        for (String name : List.of("kubernetes.yaml", "kubernetes-owner.yaml")) {
            assertThat(Files.readString(run.resolve(name)))
                    .doesNotContainIgnoringCase("password")
                    .doesNotContain("${secret");
        }
    }
}
