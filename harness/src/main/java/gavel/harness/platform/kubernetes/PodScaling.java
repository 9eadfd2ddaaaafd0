package gavel.harness.platform.kubernetes;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.Autoscaler.Word;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a HorizontalPodAutoscaler has made of its StatefulSet: pure. */
final class PodScaling {
    private static final JsonMapper JSON = new JsonMapper();

    private PodScaling() {}

    /** @param listed what {@code kubectl get horizontalpodautoscalers,statefulsets -o json} prints */
    static Word read(String listed) {
        int servers = 0;
        String idle = "";
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

    private static String idle(JsonNode conditions) {
        return conditions
                .valueStream()
                .filter(condition -> condition.path("type").asString("").equals("ScalingActive")
                        && condition.path("status").asString("").equals("False"))
                .map(condition -> condition.path("reason").asString("") + ": "
                        + condition.path("message").asString("").replaceAll("\\s+", " "))
                .findFirst()
                .orElse("");
    }
}
