package gavel.harness.platform.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.failure.EnvironmentException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the API says of pods, as kubectl 1.34 prints it. */
class PodTest {
    private static Pod pod(String status) {
        return pod(status, "");
    }

    private static Pod pod(String status, String metadata) {
        List<Pod> pods = Pod.read("""
                {"kind": "List", "items": [{"metadata": {"name": "gavel-1-app1", "labels": {"gavel.host": "app1"}%s},
                 "spec": {"nodeName": "n2"}, "status": %s}]}""".formatted(metadata, status));
        assertThat(pods).hasSize(1);
        return pods.getFirst();
    }

    @Test
    void oneThatRunsHasAnAddressAndNoTrouble() {
        Pod pod = pod("""
                {"phase": "Running", "podIP": "10.244.1.7", "containerStatuses": [{"state": {"running": {}}}],
                 "initContainerStatuses": [{"state": {"terminated": {"exitCode": 0, "reason": "Completed"}}}],
                 "conditions": [{"type": "Ready", "status": "True"}]}""");

        assertThat(pod)
                .isEqualTo(new Pod("gavel-1-app1", "app1", "n2", "10.244.1.7", "", "", true, false, "", "", false));
    }

    @Test
    void whereBothKindsOfAddressesAreThereTheOlderOneCounts() {
        Pod pod = pod("""
                {"phase": "Running", "podIP": "fd00:10:244:1::7", "podIPs": [{"ip": "fd00:10:244:1::7"}, {"ip": "10.244.1.7"}],
                 "containerStatuses": [{"state": {"running": {}}}]}""");

        assertThat(pod.address()).isEqualTo("10.244.1.7");
        assertThat(pod.running()).isTrue();
    }

    @Test
    void withoutAnAddressOfThatKindItIsOfNoUse() {
        Pod pod = pod("""
                {"phase": "Running", "podIP": "fd00:10:244:1::7", "podIPs": [{"ip": "fd00:10:244:1::7"}],
                 "containerStatuses": [{"state": {"running": {}}}]}""");

        assertThat(pod.running()).isFalse();
        assertThat(pod.hopeless()).as("waiting does not help").isTrue();
        assertThat(pod.trouble()).isEqualTo("it has no address of IPv4, only fd00:10:244:1::7");
    }

    @Test
    void oneThatComesUpIsWaitedFor() {
        Pod pod = pod("""
                {"phase": "Pending", "initContainerStatuses": [{"state": {"running": {}}}],
                 "containerStatuses": [{"state": {"waiting": {"reason": "PodInitializing"}}}]}""");

        assertThat(pod.running()).isFalse();
        assertThat(pod.hopeless()).isFalse();
        assertThat(pod.trouble()).isEqualTo("PodInitializing");
    }

    @Test
    void aNodeWithoutRoomIsSaidInTheWordsOfTheScheduler() {
        Pod pod = pod("""
                {"phase": "Pending", "conditions": [{"type": "PodScheduled", "status": "False", "reason": "Unschedulable",
                 "message": "0/2 nodes are available: 2 Insufficient memory.\\npreemption: none"}]}""");

        assertThat(pod.hopeless()).as("a node may come").isFalse();
        assertThat(pod.trouble())
                .isEqualTo("Unschedulable: 0/2 nodes are available: 2 Insufficient memory. preemption: none");
    }

    @ParameterizedTest
    @CsvSource({
        "ImagePullBackOff, true",
        "ErrImageNeverPull, true",
        "CreateContainerConfigError, true",
        "InvalidImageName, true",
        "ErrImagePull, false",
        "ContainerCreating, false"
    })
    void anImageThatIsMissingIsHopeless(String reason, boolean hopeless) {
        Pod pod = pod("""
                {"phase": "Pending", "initContainerStatuses": [{"state": {"waiting": {"reason": "%s",
                 "message": "no such image"}}}]}""".formatted(reason));

        assertThat(pod.hopeless()).isEqualTo(hopeless);
        assertThat(pod.trouble()).isEqualTo(reason + ": no such image");
    }

    @Test
    void anEvictedOneSaysWhy() {
        Pod pod = pod("""
                {"phase": "Failed", "reason": "Evicted", "message": "The node was low on resource: memory.",
                 "containerStatuses": [{"state": {"terminated": {"exitCode": 137, "reason": "Error"}}}]}""");

        assertThat(pod.hopeless()).isTrue();
        assertThat(pod.trouble()).isEqualTo("it was evicted: The node was low on resource: memory.");
    }

    @Test
    void oneThatWasOutOfMemorySaysSo() {
        assertThat(pod("""
                {"phase": "Failed", "containerStatuses": [{"state": {"terminated": {"exitCode": 137, "reason": "OOMKilled"}}}]}""").trouble()).isEqualTo("the kernel killed it, as its container was out of memory");
    }

    @Test
    void oneThatEndedSaysItsExitCode() {
        assertThat(pod("""
                {"phase": "Failed", "containerStatuses": [{"state": {"terminated": {"exitCode": 143, "reason": "Error"}}}]}""").trouble()).isEqualTo("its container ended with exit code 143");
        assertThat(pod("""
                {"phase": "Succeeded", "containerStatuses": [{"state": {"terminated": {"exitCode": 0}}}]}""").hopeless()).isTrue();
    }

    @Test
    void oneWhoseFirstContainerFailedSaysThatOnesCode() {
        assertThat(pod("""
                {"phase": "Failed", "initContainerStatuses": [{"state": {"terminated": {"exitCode": 2, "reason": "Error"}}}],
                 "containerStatuses": [{"state": {"waiting": {"reason": "PodInitializing"}}}]}""").trouble()).isEqualTo("its container ended with exit code 2");
    }

    /** Such as a node without room on its disk, or of another architecture than the image. */
    @Test
    void oneWhoseContainerSaidWhySaysItToo() {
        assertThat(pod("""
                {"phase": "Failed", "initContainerStatuses": [{"state": {"terminated": {"exitCode": 0}}},
                 {"state": {"terminated": {"exitCode": 1, "reason": "Error",
                 "message": "cp: error writing '/opt/agent/java/lib/modules': No space left on device\\n"}}}],
                 "containerStatuses": [{"state": {"waiting": {"reason": "PodInitializing"}}}]}""").trouble())
                .isEqualTo("its container ended with exit code 1:"
                        + " cp: error writing '/opt/agent/java/lib/modules': No space left on device");
    }

    @Test
    void oneThatIsStartedAgainAndAgainSaysHowItEnded() {
        assertThat(pod("""
                {"phase": "Pending", "initContainerStatuses": [{"state": {"waiting": {"reason": "CrashLoopBackOff",
                 "message": "back-off 40s restarting failed container=agent"}}, "restartCount": 3,
                 "lastState": {"terminated": {"exitCode": 255, "message": "exec /usr/bin/cp: exec format error"}}}],
                 "containerStatuses": [{"state": {"waiting": {"reason": "PodInitializing"}}}]}""").trouble())
                .isEqualTo("CrashLoopBackOff: back-off 40s restarting failed container=agent,"
                        + " after exit code 255: exec /usr/bin/cp: exec format error");
    }

    @Test
    void oneTheNodeRefusedSaysWhy() {
        assertThat(pod("""
                {"phase": "Failed", "reason": "OutOfmemory", "message": "Node didn't have enough resource: memory"}""").trouble()).isEqualTo("it failed: OutOfmemory, Node didn't have enough resource: memory");
        assertThat(pod("{\"phase\": \"Failed\"}").trouble()).isEqualTo("it failed");
    }

    /** Such as one that was cheap, and is taken back. */
    @Test
    void oneWhoseNodeIsShutDownSaysSo() {
        assertThat(pod("""
                {"phase": "Failed", "reason": "Terminated", "message": "Pod was terminated in response to imminent node shutdown.",
                 "containerStatuses": [{"state": {"terminated": {"exitCode": 137, "reason": "Error"}}}]}""").trouble())
                .isEqualTo("it failed: Terminated, Pod was terminated in response to imminent node shutdown.");
    }

    @Test
    void oneThatSomebodyDeletesDoesNotRun() {
        Pod pod = pod("""
                {"phase": "Running", "podIP": "10.244.1.7", "containerStatuses": [{"state": {"running": {}}}]}""", ", \"deletionTimestamp\": \"2026-11-26T10:00:00Z\"");

        assertThat(pod.running()).isFalse();
        assertThat(pod.hopeless()).isTrue();
        assertThat(pod.trouble()).isEqualTo("it is being deleted");
    }

    @Test
    void oneThatTheClusterTakesAwaySaysWhatFor() {
        assertThat(pod("""
                {"phase": "Running", "containerStatuses": [{"state": {"running": {}}}],
                 "conditions": [{"type": "Ready", "status": "True"}, {"type": "DisruptionTarget", "status": "True",
                 "reason": "EvictionByEvictionAPI", "message": "Eviction API: evicting"}]}""", ", \"deletionTimestamp\": \"2026-11-26T10:00:00Z\"").trouble())
                .isEqualTo("it is being deleted: Eviction API: evicting");
    }

    private static String ready(String condition) {
        return """
                {"phase": "Running", "podIP": "10.244.1.7", "containerStatuses": [{"state": {"running": {}}}],
                 "conditions": [{"type": "ContainersReady", "status": "True"}, {"type": "Ready", %s}]}""".formatted(condition);
    }

    /** The node controller takes it for not ready without a reason (kubernetes: MarkPodsNotReady). */
    @ParameterizedTest
    @ValueSource(strings = {"\"status\": \"False\"", "\"status\": \"False\", \"reason\": \"NodeNotReady\""})
    void oneWhoseNodeIsGoneIsNotTrusted(String condition) {
        Pod pod = pod(ready(condition));

        assertThat(pod.trouble()).isEqualTo("its node does not answer");
        assertThat(pod.silent()).isTrue();
        assertThat(pod(ready(condition), ", \"deletionTimestamp\": \"2026-11-26T10:00:00Z\"")
                        .trouble())
                .isEqualTo("its node does not answer");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"status\": \"True\"", "\"status\": \"False\", \"reason\": \"ContainersNotReady\""})
    void oneThatItsNodeTellsOfIs(String condition) {
        assertThat(pod(ready(condition)).silent()).isFalse();
        assertThat(pod(ready(condition)).trouble()).isEmpty();
    }

    @Test
    void aContainerThatWasStartedAgainHasLostWhatItRan() {
        Pod pod = pod("""
                {"phase": "Running", "podIP": "10.244.1.7", "containerStatuses": [{"state": {"running": {}}, "restartCount": 1,
                 "lastState": {"terminated": {"exitCode": 137, "reason": "OOMKilled"}}}]}""");

        assertThat(pod.running()).isTrue();
        assertThat(pod.trouble()).isEqualTo("its container was started again, after it was out of memory");
        assertThat(pod("""
                {"phase": "Running", "containerStatuses": [{"state": {"running": {}}, "restartCount": 2,
                 "lastState": {"terminated": {"exitCode": 3}}}]}""").trouble()).isEqualTo("its container was started again, after exit code 3");
    }

    /** Containers that somebody's cluster adds come in any order. */
    @Test
    void onlyItsOwnContainerCounts() {
        Pod pod = pod("""
                {"phase": "Running", "podIP": "10.244.1.7", "containerStatuses": [
                 {"name": "aa-proxy", "state": {"waiting": {"reason": "CrashLoopBackOff"}}, "restartCount": 7},
                 {"name": "host", "state": {"running": {}}, "restartCount": 0}]}""");

        assertThat(pod.running()).isTrue();
        assertThat(pod.trouble()).isEmpty();
    }

    @Test
    void oneOfAStatefulSetHasItsNumberFromThat() {
        Pod pod = Pod.read("""
                {"items": [{"metadata": {"name": "gavel-1-app-1", "deletionTimestamp": "2026-11-26T10:00:00Z", "labels":
                 {"gavel.host": "app", "statefulset.kubernetes.io/pod-name": "gavel-1-app-1"}}, "status": {"phase": "Running"}}]}""").getFirst();

        assertThat(pod.host()).isEqualTo("app2");
        assertThat(pod.running()).isFalse();
        assertThat(pod.hopeless()).as("another comes in its place").isFalse();
    }

    @Test
    void whatIsNoListIsToldInOneLine() {
        assertThatThrownBy(() -> Pod.read("error: you must be logged in"))
                .isInstanceOf(EnvironmentException.class)
                .hasMessageContaining("what kubectl says of pods cannot be read");
    }

    @Test
    void aLongMessageIsCut() {
        Pod pod = pod("""
                {"phase": "Pending", "initContainerStatuses": [{"state": {"waiting": {"reason": "ErrImagePull",
                 "message": "%s"}}}]}""".formatted("x".repeat(5_000)));

        assertThat(pod.trouble()).hasSizeLessThan(350).endsWith("…");
    }

    @Test
    void anEmptyListIsNoPods() {
        assertThat(Pod.read("{\"items\": []}")).isEmpty();
        assertThat(Pod.read("{}")).isEmpty();
    }
}
