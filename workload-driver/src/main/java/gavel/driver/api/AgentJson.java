package gavel.driver.api;

import java.util.List;
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

    /** @param atMicros since the epoch, on the agent's clock */
    public record Start(long atMicros) {}

    /** @param seconds of the measurement */
    public record End(int seconds) {}

    /** What all agents have measured, to be judged by one. */
    public record All(List<AgentFindings> findings) {
        public All {
            new Bounds()
                    .given("findings", findings)
                    .that(findings == null || !findings.isEmpty(), "findings must hold those of at least one agent: []")
                    .check();
            findings = List.copyOf(findings);
        }
    }

    /** What all agents have counted so far, and how many ten seconds of it are complete. */
    public record Counted(List<AgentFindings.Batches> batches, int closed) {
        public Counted {
            new Bounds()
                    .given("batches", batches)
                    .within("closed", 0, Integer.MAX_VALUE, closed)
                    .check();
            batches = List.copyOf(batches);
        }
    }

    public record Known(boolean known) {}

    public record Users(int users, long rampMillis) {}

    public record Stop(boolean drain) {}

    /** In the manner of RFC 9457. */
    public record Problem(int status, String title, String detail) {}
}
