package gavel.harness.platform.kubernetes;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.Autoscaler.Word;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a HorizontalPodAutoscaler has made of its StatefulSet: pure. */
final class PodScaling {
    private static final JsonMapper JSON = new JsonMapper();
    /** Without figures it decides nothing, and what it decides while it may not change the StatefulSet is not done. */
    private static final List<String> NEEDED = List.of("ScalingActive", "AbleToScale");

    private PodScaling() {}

    /** @param listed what {@code kubectl get horizontalpodautoscalers,statefulsets -o json} prints */
    static Word read(String listed) {
        int servers = 0;
        String idle = "its HorizontalPodAutoscaler is gone";
        try {
            for (JsonNode one : JSON.readTree(listed).path("items")) {
                if (one.path("kind").asString("").equals("StatefulSet")) {
                    servers = one.path("spec").path("replicas").asInt(0);
                } else {
                    idle = idle(one.path("status").path("conditions"));
                }
            }
        } catch (JacksonException e) {
            throw new EnvironmentException(
                    "what kubectl says of the autoscaler cannot be read: " + e.getOriginalMessage(), e);
        }
        if (servers == 0) {
            throw new EnvironmentException("the StatefulSet of the application servers is gone");
        }
        return new Word(servers, idle);
    }

    /** Its controller writes conditions down whenever it has looked. */
    private static String idle(JsonNode conditions) {
        if (conditions.isEmpty()) {
            return "its controller has not looked at it";
        }
        return conditions
                .valueStream()
                .filter(condition -> NEEDED.contains(condition.path("type").asString(""))
                        && condition.path("status").asString("").equals("False"))
                .map(condition -> condition.path("reason").asString("") + ": "
                        + condition.path("message").asString("").replaceAll("\\s+", " "))
                .findFirst()
                .orElse("");
    }
}
