package gavel.harness.platform.kubernetes;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.container.Shell;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * NetworkPolicies of the namespace that select pods of a deployment. What they do not admit is dropped without a word, so a server is only seen not to
 * become ready. The right to see them is not needed: without it nothing is said of them.
 *
 * @param pods the labels of each
 */
record NetworkPolicies(Kubectl kubectl, List<Map<String, Object>> pods) {
    private static final JsonMapper JSON = new JsonMapper();

    /** None or one. */
    List<String> words() {
        Shell.Said said = kubectl.tried("get", "networkpolicies.networking.k8s.io", "--output=json");
        List<String> names = said.ok() ? selecting(said.out()) : List.of();
        return names.isEmpty()
                ? List.of()
                : List.of(
                        "NetworkPolicies of the namespace that select pods of the deployment, and drop what none admits: "
                                + String.join(", ", names));
    }

    /** With what may be the cause. */
    EnvironmentException explained(EnvironmentException late) {
        return words().stream()
                .findFirst()
                .map(words -> new EnvironmentException(late.getMessage() + "; " + words, late.evidence(), late))
                .orElse(late);
    }

    private List<String> selecting(String listed) {
        try {
            return JSON.readTree(listed)
                    .path("items")
                    .valueStream()
                    .filter(policy -> pods.stream().anyMatch(labels -> selects(policy.at("/spec/podSelector"), labels)))
                    .map(policy -> policy.at("/metadata/name").asString(""))
                    .toList();
        } catch (JacksonException unknown) {
            return List.of();
        }
    }

    /** An empty one selects all. */
    private static boolean selects(JsonNode selector, Map<String, Object> labels) {
        return selector.path("matchLabels").properties().stream()
                        .allMatch(label -> label.getValue().asString("").equals(labels.get(label.getKey())))
                && selector.path("matchExpressions").valueStream().allMatch(each -> holds(each, labels));
    }

    private static boolean holds(JsonNode expression, Map<String, Object> labels) {
        Object value = labels.get(expression.path("key").asString(""));
        boolean listed = expression.path("values").valueStream().anyMatch(each -> each.asString("")
                .equals(value));
        return switch (expression.path("operator").asString("")) {
            case "In" -> listed;
            case "NotIn" -> !listed;
            case "Exists" -> value != null;
            case "DoesNotExist" -> value == null;
            default -> false;
        };
    }
}
