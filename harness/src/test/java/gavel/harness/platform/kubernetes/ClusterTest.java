package gavel.harness.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.config.Configuration;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.images.ImageNames;
import gavel.harness.run.FakeTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
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
    private final Configuration configuration = PodPlanTest.configuration("minimal");
    private final List<PodPlan> plans = PodPlanTest.plans(configuration);

    private Cluster cluster() {
        return new Cluster(
                new Kubectl(kubectl, "prod", "bench"),
                new PodObjects("gavel-ab12", "minimal", configuration.kubernetes(), new ImageNames("", "1.0")),
                run.resolve("kubernetes.yaml"),
                time);
    }

    @Test
    void theOwnerIsMadeFirstAndThePodsBelongToIt() throws IOException {
        cluster().make(plans);

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
        cluster().make(plans);
        kubectl.objects.remove("gavel-ab12-app1");
        kubectl.diary().clear();

        cluster().make(plans);

        assertThat(kubectl.diary())
                .filteredOn(asked -> asked.contains(" create "))
                .hasSize(1);
        assertThat(kubectl.objects).containsKey("gavel-ab12-app1");
        assertThat(run.resolve("kubernetes.yaml"))
                .as("still tells of all of them")
                .content()
                .contains("gavel-ab12-app1", "gavel-ab12-driver1");

        kubectl.diary().clear();
        cluster().make(plans);
        assertThat(kubectl.diary()).noneMatch(asked -> asked.contains(" create "));
    }

    @Test
    void whereOnePodIsRefusedNothingIsLeft() {
        kubectl.answers(
                "kubernetes.yaml",
                FakeKubectl.bad(
                        "Error from server (Forbidden): pods \"gavel-ab12-app1\" is forbidden: exceeded quota: small"));

        assertThatThrownBy(() -> cluster().make(plans))
                .isInstanceOf(EnvironmentException.class)
                .hasMessage(
                        "`kubectl create` failed: Error from server (Forbidden): pods \"gavel-ab12-app1\" is forbidden:"
                                + " exceeded quota: small (namespace bench, context prod)");
        assertThat(kubectl.objects).isEmpty();
    }

    @Test
    void allOfThemAreWaitedFor() throws Exception {
        cluster().make(plans);

        List<Pod> running = cluster().awaitRunning(plans.size(), PATIENCE);

        assertThat(running).hasSize(plans.size()).allMatch(Pod::running);
        assertThat(running).extracting(Pod::address).doesNotHaveDuplicates();
    }

    @Test
    void oneThatFindsNoRoomIsNamedWhenPatienceEnds() throws IOException {
        cluster().make(plans);
        kubectl.state("app1", PENDING);
        Instant begun = time.instant();

        assertThatThrownBy(() -> cluster().awaitRunning(plans.size(), PATIENCE))
                .isInstanceOfSatisfying(EnvironmentException.class, failure -> {
                    assertThat(failure)
                            .hasMessageContaining("pods do not run after 60 s")
                            .hasMessageContaining("host app1 (pod gavel-ab12-app1): Unschedulable: no room");
                    assertThat(failure.evidence()).hasSize(1);
                });
        assertThat(Duration.between(begun, time.instant())).isGreaterThanOrEqualTo(PATIENCE);
    }

    @Test
    void anImageThatIsMissingIsNotWaitedFor() throws IOException {
        cluster().make(plans);
        kubectl.state("app1", """
                {"phase": "Pending", "initContainerStatuses": [{"state": {"waiting": {"reason": "ImagePullBackOff",
                 "message": "no such image"}}}]}""");
        kubectl.state("driver1", PENDING);
        Instant begun = time.instant();

        assertThatThrownBy(() -> cluster().awaitRunning(plans.size(), PATIENCE))
                .isInstanceOfSatisfying(EnvironmentException.class, failure -> {
                    assertThat(failure).hasMessageStartingWith("pods cannot run");
                    assertThat(failure.evidence())
                            .containsExactly(
                                    "host app1 (pod gavel-ab12-app1): ImagePullBackOff: no such image",
                                    "host driver1 (pod gavel-ab12-driver1): Unschedulable: no room");
                });
        assertThat(Duration.between(begun, time.instant())).isLessThan(Duration.ofSeconds(2));
    }

    @Test
    void aPodThatSomebodyDeletedIsMissed() throws IOException {
        cluster().make(plans);
        kubectl.objects.remove("gavel-ab12-app1");

        assertThatThrownBy(() -> cluster().awaitRunning(plans.size(), PATIENCE))
                .hasMessageContaining("pods do not run after 60 s")
                .hasMessageContaining("4 are wanted, there are 3");
    }

    @Test
    void troublesAreToldByHost() throws IOException {
        cluster().make(plans);
        List<String> hosts = plans.stream().map(PodPlan::host).toList();
        assertThat(cluster().troubles(hosts)).isEmpty();

        kubectl.state("app1", "{\"phase\": \"Failed\", \"reason\": \"Evicted\", \"message\": \"low on memory\"}");
        kubectl.objects.remove("gavel-ab12-driver1");
        assertThat(cluster().troubles(hosts))
                .isEqualTo(Map.of("app1", "it was evicted: low on memory", "driver1", "it was deleted"));

        kubectl.answers("get pods", FakeKubectl.bad("refused"));
        assertThat(cluster().troubles(hosts)).as("nobody knows").isEmpty();
    }

    @Test
    void aDeletionTakesEverythingByItsLabel() throws IOException {
        cluster().make(plans);

        cluster().delete();
        cluster().delete();

        assertThat(kubectl.objects).isEmpty();
        assertThat(kubectl.diary())
                .filteredOn(asked -> asked.contains(" delete "))
                .first()
                .asString()
                .contains("configmaps,pods --selector=app.kubernetes.io/instance=gavel-ab12");
    }

    @Test
    void podsThatDoNotGoAreNamed() throws IOException {
        cluster().make(plans);
        kubectl.answers(" delete ", FakeKubectl.good(""));

        assertThatThrownBy(() -> cluster().delete())
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("pods are still there 90 s after they were deleted: gavel-ab12-app1, ");
    }

    @Test
    void anInterruptDoesNotKeepThemFromBeingDeleted() throws IOException {
        cluster().make(plans);
        Thread.currentThread().interrupt();

        cluster().delete();

        assertThat(Thread.interrupted()).as("and is remembered").isTrue();
        assertThat(kubectl.objects).isEmpty();
    }

    @Test
    void filesForTheClusterHoldNoSecret() throws IOException {
        cluster().make(plans);

        for (String name : List.of("kubernetes.yaml", "kubernetes-owner.yaml")) {
            assertThat(Files.readString(run.resolve(name)))
                    .doesNotContainIgnoringCase("password")
                    .doesNotContain("${secret");
        }
    }
}
