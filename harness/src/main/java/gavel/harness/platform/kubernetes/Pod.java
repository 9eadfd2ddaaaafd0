package gavel.harness.platform.kubernetes;

import gavel.harness.failure.EnvironmentException;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One pod, as the cluster tells of it.
 *
 * @param host of the deployment that it is
 * @param node empty until it has one
 * @param address of IPv4; empty until it has one
 * @param cores its container may use, as Kubernetes writes them; empty for no limit
 * @param memory the same
 * @param running whether its container does, and was not asked to end
 * @param hopeless whether it cannot come up without help
 * @param trouble why it does not run, in words; empty where nothing is known
 * @param uid that no other ever has, not even one of its name
 * @param silent whether its node says nothing any more: what it last said is not what is, and it ends nothing
 */
record Pod(
        String name,
        String host,
        String node,
        String address,
        String cores,
        String memory,
        boolean running,
        boolean hopeless,
        String trouble,
        String uid,
        boolean silent) {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String SILENT = "its node does not answer";
    private static final String WAITING = "/state/waiting";
    private static final String BEFORE = "/lastState/terminated";
    private static final List<String> HOPELESS = List.of(
            "ErrImageNeverPull",
            "ImagePullBackOff",
            "InvalidImageName",
            "CreateContainerConfigError",
            "CreateContainerError",
            "RunContainerError");

    /** @param listed what {@code kubectl get pods -o json} prints */
    static List<Pod> read(String listed) {
        try {
            return JSON.readTree(listed)
                    .path("items")
                    .valueStream()
                    .map(Pod::pod)
                    .toList();
        } catch (JacksonException e) {
            throw new EnvironmentException("what kubectl says of pods cannot be read: " + e.getOriginalMessage(), e);
        }
    }

    private static Pod pod(JsonNode one) {
        JsonNode status = one.path("status");
        String phase = status.path("phase").asString("Unknown");
        boolean ending = one.path("metadata").has("deletionTimestamp");
        JsonNode container = ours(status.path("containerStatuses"));
        String address = address(status);
        boolean foreign = address.isEmpty() && status.has("podIP");
        boolean running = phase.equals("Running")
                && !ending
                && !foreign
                && container.path("state").has("running");
        JsonNode waiting = waiting(status);
        // In place of one that goes, a StatefulSet makes another.
        boolean ended = !one.path("metadata").path("labels").has(PodObjects.OF_SET)
                && (ending || phase.equals("Failed") || phase.equals("Succeeded"));
        String name = one.path("metadata").path("name").asString("");
        JsonNode limits = ours(one.path("spec").path("containers")).at("/resources/limits");
        return new Pod(
                name,
                host(one.path("metadata").path("labels")),
                one.path("spec").path("nodeName").asString(""),
                address,
                limits.path("cpu").asString(""),
                limits.path("memory").asString(""),
                running,
                ended || foreign || HOPELESS.contains(reason(waiting)),
                running
                        ? disturbed(status, container)
                        : foreign && !ended
                                ? "it has no address of IPv4, only "
                                        + status.path("podIP").asString("")
                                : trouble(status, phase, ending, container, waiting),
                one.path("metadata").path("uid").asString(""),
                silent(status));
    }

    /** The first of IPv4, which all programs are told to listen at: where both are there, the other one may come first. */
    private static String address(JsonNode status) {
        return Stream.concat(
                        Stream.of(status.path("podIP")),
                        status.path("podIPs").valueStream().map(each -> each.path("ip")))
                .map(each -> each.asString(""))
                .filter(each -> each.matches("\\d+(\\.\\d+){3}"))
                .findFirst()
                .orElse("");
    }

    /** One of a StatefulSet has its number from that. */
    private static String host(JsonNode labels) {
        String named = labels.path(PodObjects.OF_SET).asString("");
        String host = labels.path(PodObjects.HOST).asString("");
        return named.matches(".*-\\d{1,4}") ? host + (1 + Integer.parseInt(named.replaceFirst(".*-", ""))) : host;
    }

    /** Whoever changes pods as they are made may have put containers of his own beside it. */
    private static JsonNode ours(JsonNode containers) {
        return containers
                .valueStream()
                .filter(each -> each.path("name").asString("").equals(PodObjects.CONTAINER))
                .findFirst()
                .orElse(containers.path(0));
    }

    /** The first container that waits. */
    private static JsonNode waiting(JsonNode status) {
        return Stream.of("initContainerStatuses", "containerStatuses")
                .flatMap(kind -> status.path(kind).valueStream())
                .filter(each -> !each.at(WAITING).isMissingNode())
                .findFirst()
                .orElse(status.path("none"));
    }

    private static String reason(JsonNode waiting) {
        return waiting.at(WAITING).path("reason").asString("");
    }

    /** What is wrong with one that runs. */
    private static String disturbed(JsonNode status, JsonNode container) {
        if (container.path("restartCount").asInt(0) > 0) {
            return "its container was started again, after " + end(container.at(BEFORE));
        }
        return silent(status) ? SILENT : "";
    }

    /** A node that takes a pod for not ready says why. The cluster, which does it for a node that is lost, does not. */
    private static boolean silent(JsonNode status) {
        return status.path("conditions")
                .valueStream()
                .anyMatch(condition -> condition.path("type").asString("").equals("Ready")
                        && condition.path("status").asString("").equals("False")
                        && List.of("", "NodeNotReady")
                                .contains(condition.path("reason").asString("")));
    }

    private static String trouble(JsonNode status, String phase, boolean ending, JsonNode container, JsonNode waiting) {
        String reason = status.path("reason").asString("");
        if (reason.equals("Evicted")) {
            return "it was evicted: " + message(status);
        }
        JsonNode terminated = Stream.concat(
                        Stream.of(container),
                        status.path("initContainerStatuses").valueStream())
                .map(each -> each.path("state").path("terminated"))
                .filter(state -> state.has("exitCode") && state.path("exitCode").asInt() != 0)
                .findFirst()
                .orElse(container.path("state").path("terminated"));
        if (outOfMemory(terminated)) {
            return "the kernel killed it, as its container was out of memory";
        }
        // Why its node ended it, as when that is shut down, says more than how its container took it.
        if (phase.equals("Failed") && (terminated.isMissingNode() || !reason.isEmpty())) {
            return "it failed" + (reason.isEmpty() ? "" : ": " + reason + ", " + message(status));
        }
        if (phase.equals("Failed") || phase.equals("Succeeded")) {
            return "its container ended with " + end(terminated) + disruption(status);
        }
        if (ending) {
            return silent(status) ? SILENT : "it is being deleted" + disruption(status);
        }
        if (!reason(waiting).isEmpty()) {
            return reason(waiting) + detail(waiting.at(WAITING)) + before(waiting);
        }
        for (JsonNode condition : status.path("conditions")) {
            if (condition.path("status").asString("").equals("False") && condition.has("message")) {
                return condition.path("reason").asString("") + detail(condition);
            }
        }
        return "";
    }

    /** Why a cluster takes it away, as for another one or for its node. */
    private static String disruption(JsonNode status) {
        return status.path("conditions")
                .valueStream()
                .filter(condition -> condition.path("type").asString("").equals("DisruptionTarget"))
                .map(Pod::detail)
                .findFirst()
                .orElse("");
    }

    /** How a container ended that waits to be started again. */
    private static String before(JsonNode waiting) {
        JsonNode terminated = waiting.at(BEFORE);
        return terminated.has("exitCode") ? ", after " + end(terminated) : "";
    }

    private static String end(JsonNode terminated) {
        return outOfMemory(terminated)
                ? "it was out of memory"
                : "exit code " + terminated.path("exitCode").asInt(0) + detail(terminated);
    }

    private static boolean outOfMemory(JsonNode terminated) {
        return terminated.path("reason").asString("").equals("OOMKilled");
    }

    private static String detail(JsonNode state) {
        String message = message(state);
        return message.isEmpty() ? "" : ": " + message;
    }

    /** In one line of bounded length. */
    private static String message(JsonNode state) {
        String message =
                state.path("message").asString("").replaceAll("\\s+", " ").strip();
        return message.length() > 300 ? message.substring(0, 300) + "…" : message;
    }
}
