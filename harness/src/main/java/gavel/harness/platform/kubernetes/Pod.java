package gavel.harness.platform.kubernetes;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * One pod, as the cluster tells of it.
 *
 * @param host of the deployment that it is
 * @param node empty until it has one
 * @param address empty until it has one
 * @param running whether its container does, and was not asked to end
 * @param hopeless whether it cannot come up without help
 * @param trouble why it does not run, in words; empty where nothing is known
 */
record Pod(String name, String host, String node, String address, boolean running, boolean hopeless, String trouble) {
    private static final JsonMapper JSON = new JsonMapper();
    private static final List<String> HOPELESS = List.of(
            "ErrImageNeverPull",
            "ImagePullBackOff",
            "InvalidImageName",
            "CreateContainerConfigError",
            "CreateContainerError",
            "RunContainerError");

    /** @param listed what {@code kubectl get pods -o json} prints */
    static List<Pod> read(String listed) {
        List<Pod> pods = new ArrayList<>();
        for (JsonNode one : JSON.readTree(listed).path("items")) {
            pods.add(pod(one));
        }
        return pods;
    }

    private static Pod pod(JsonNode one) {
        JsonNode status = one.path("status");
        String phase = status.path("phase").asString("Unknown");
        boolean ending = one.path("metadata").has("deletionTimestamp");
        JsonNode container = status.path("containerStatuses").path(0);
        boolean running =
                phase.equals("Running") && !ending && container.path("state").has("running");
        JsonNode waiting = waiting(status);
        boolean ended = phase.equals("Failed") || phase.equals("Succeeded");
        String name = one.path("metadata").path("name").asString("");
        return new Pod(
                name,
                one.path("metadata").path("labels").path(PodObjects.HOST).asString(""),
                one.path("spec").path("nodeName").asString(""),
                status.path("podIP").asString(""),
                running,
                ended || ending || HOPELESS.contains(waiting.path("reason").asString("")),
                running ? lostNode(status) : trouble(status, phase, ending, container, waiting));
    }

    private static JsonNode waiting(JsonNode status) {
        return Stream.of("initContainerStatuses", "containerStatuses")
                .map(kind -> status.path(kind).path(0).path("state").path("waiting"))
                .filter(state -> !state.isMissingNode())
                .findFirst()
                .orElse(status.path("none"));
    }

    /** Its node says nothing any more: what it last said is not what is. */
    private static String lostNode(JsonNode status) {
        for (JsonNode condition : status.path("conditions")) {
            if (condition.path("type").asString("").equals("Ready")
                    && condition.path("reason").asString("").equals("NodeNotReady")) {
                return "its node does not answer";
            }
        }
        return "";
    }

    private static String trouble(JsonNode status, String phase, boolean ending, JsonNode container, JsonNode waiting) {
        String reason = status.path("reason").asString("");
        if (reason.equals("Evicted")) {
            return "it was evicted: " + message(status);
        }
        JsonNode terminated = Stream.of(
                        container, status.path("initContainerStatuses").path(0))
                .map(each -> each.path("state").path("terminated"))
                .filter(state -> state.has("exitCode") && state.path("exitCode").asInt() != 0)
                .findFirst()
                .orElse(container.path("state").path("terminated"));
        if (terminated.path("reason").asString("").equals("OOMKilled")) {
            return "the kernel killed it, as its container was out of memory";
        }
        if (phase.equals("Failed") && terminated.isMissingNode()) {
            return "it failed" + (reason.isEmpty() ? "" : ": " + reason + ", " + message(status));
        }
        if (phase.equals("Failed") || phase.equals("Succeeded")) {
            return "its container ended with exit code "
                    + terminated.path("exitCode").asInt();
        }
        if (ending) {
            return "somebody deletes it";
        }
        if (waiting.has("reason")) {
            return waiting.path("reason").asString("") + detail(waiting);
        }
        for (JsonNode condition : status.path("conditions")) {
            if (condition.path("status").asString("").equals("False") && condition.has("message")) {
                return condition.path("reason").asString("") + detail(condition);
            }
        }
        return "";
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
