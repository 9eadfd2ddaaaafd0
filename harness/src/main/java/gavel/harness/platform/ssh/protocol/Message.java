package gavel.harness.platform.ssh.protocol;

import java.util.List;
import tools.jackson.databind.JsonNode;

/**
 * One message: a call, a line that a call has printed so far, or how it ended.
 *
 * @param build of the sender; two builds never speak with each other
 * @param id of the call
 * @param call what is asked for; null in the other direction
 * @param arguments of it
 * @param result null while it goes on, or where it failed
 * @param line printed by it; null for none
 * @param failure null where there is none
 */
public record Message(
        String build, long id, String call, List<JsonNode> arguments, JsonNode result, String line, Failure failure) {
    public Message {
        arguments = arguments == null ? List.of() : List.copyOf(arguments);
        result = result == null || result.isNull() ? null : result;
    }

    /**
     * @param kind what the reader can do about it
     * @param evidence lines that explain it
     */
    public record Failure(Kind kind, String text, List<String> evidence) {
        public Failure {
            evidence = evidence == null ? List.of() : List.copyOf(evidence);
        }
    }

    /** As {@code gavel.harness.failure} has them; input and output apart, as callers do. */
    public enum Kind {
        ENVIRONMENT,
        CONFIGURATION,
        IO,
        INTERRUPTED,
        DEFECT
    }

    static Message call(String build, long id, String call, List<JsonNode> arguments) {
        return new Message(build, id, call, arguments, null, null, null);
    }

    static Message result(String build, long id, JsonNode result) {
        return new Message(build, id, null, null, result, null, null);
    }

    static Message line(String build, long id, String line) {
        return new Message(build, id, null, null, null, line, null);
    }

    static Message failed(String build, long id, Failure failure) {
        return new Message(build, id, null, null, null, null, failure);
    }
}
