package gavel.harness.platform.kubernetes;

import gavel.harness.platform.container.Shell;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Asks the cluster whether the user may do there what a deployment needs, before anything is made.
 *
 * @param replicated whether application servers are pods of a StatefulSet
 */
record Rights(Kubectl kubectl, boolean replicated) {
    /** All of them: those of {@code deploy/helm/role.yaml} that a run uses. */
    static final List<Right> NEEDED = List.of(
            new Right("create", "configmaps", ""),
            new Right("get", "configmaps", ""),
            // What is deleted by its label is listed first.
            new Right("list", "configmaps", ""),
            new Right("delete", "configmaps", ""),
            new Right("create", "pods", ""),
            new Right("get", "pods", ""),
            new Right("list", "pods", ""),
            new Right("delete", "pods", ""),
            new Right("create", "pods", "exec"));
    /** The same for a StatefulSet and what changes its number. */
    static final List<Right> NEEDED_TO_SCALE = List.of(
            new Right("create", "statefulsets.apps", ""),
            new Right("get", "statefulsets.apps", ""),
            new Right("list", "statefulsets.apps", ""),
            new Right("delete", "statefulsets.apps", ""),
            new Right("patch", "statefulsets.apps", "scale"),
            new Right("create", "horizontalpodautoscalers.autoscaling", ""),
            new Right("list", "horizontalpodautoscalers.autoscaling", ""),
            new Right("delete", "horizontalpodautoscalers.autoscaling", ""));

    /** @param subresource empty for none */
    record Right(String verb, String resource, String subresource) {
        String words() {
            return verb + " " + resource + (subresource.isEmpty() ? "" : "/" + subresource);
        }

        private String[] question() {
            List<String> question = new ArrayList<>(List.of("auth", "can-i", verb, resource));
            if (!subresource.isEmpty()) {
                question.add("--subresource=" + subresource);
            }
            return question.toArray(String[]::new);
        }
    }

    /** What is missing, one line each; none where nothing is. Without an answer, that is the only one. */
    List<String> problems() {
        List<String> problems = new ArrayList<>();
        List<Right> needed = new ArrayList<>(NEEDED);
        if (replicated) {
            needed.addAll(NEEDED_TO_SCALE);
        }
        for (Right right : needed) {
            Shell.Said said = kubectl.tried(right.question());
            String answer = said.out().strip().toLowerCase(Locale.ROOT);
            if (said.code() == Shell.MISSING) {
                return List.of(Kubectl.NOT_INSTALLED);
            }
            if (answer.startsWith("no")) {
                problems.add("you may not " + right.words() + " in " + kubectl.place()
                        + ": ask for the Role of deploy/helm/role.yaml");
            } else if (!said.ok() || !answer.startsWith("yes")) {
                return List.of("no cluster answers: " + said.reason() + " (" + kubectl.place() + ")");
            }
        }
        return problems;
    }
}
