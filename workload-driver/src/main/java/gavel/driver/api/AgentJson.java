package gavel.driver.api;

import java.util.Map;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;

/** How records of this package travel between a harness and its agents. Unknown fields are an error: both sides are of one build. */
public final class AgentJson {
    public static final ObjectMapper MAPPER = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .build();

    private AgentJson() {}

    /** @param state IDLE, PREPARED, RUNNING, DONE or FAILED */
    public record Status(String state, long pid, int processors, long descriptorLimit, String java) {}

    /** Of each operation, by its name. */
    public record Limits(Map<String, Long> millis) {
        public Limits {
            millis = Map.copyOf(millis);
        }
    }

    public record Start(long atMillis) {}

    public record Users(int users, long rampMillis) {}

    public record Stop(boolean drain) {}

    /** In the manner of RFC 9457. */
    public record Problem(int status, String title, String detail) {}
}
