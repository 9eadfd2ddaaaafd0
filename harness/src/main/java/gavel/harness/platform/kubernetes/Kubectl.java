package gavel.harness.platform.kubernetes;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.container.Shell;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The user's own {@code kubectl}, so that kubeconfig, credentials and proxies hold. Every call has a limit, and every failure is one
 * line. Any thread may use it.
 *
 * @param context of the kubeconfig; null for the current one
 * @param namespace null for that of the context
 */
record Kubectl(Shell shell, String context, String namespace) {
    static final String PROGRAM = "kubectl";
    static final String NOT_INSTALLED = "kubectl is not installed: install it, and a kubeconfig for the cluster";
    private static final Duration LONGEST = Duration.ofSeconds(40);
    /** Objects are made and deleted one by one. */
    private static final Duration LONGEST_OF_MANY = Duration.ofMinutes(5);

    private static final String ONE_REQUEST = "--request-timeout=15s";
    /** The user's preferences may want each deletion confirmed: without a terminal it is cancelled, and that is no failure. */
    private static final List<String> UNASKED = List.of("env", "KUBERC=off", "KUBECTL_KUBERC=false");

    /**
     * The same with names for what is current now: a deployment stays in its cluster when its user turns to another one. As it is where no kubeconfig
     * says what is current, as in a pod.
     */
    Kubectl named() {
        if (context != null && namespace != null) {
            return this;
        }
        Shell.Said said = tried(
                "config",
                "view",
                "--minify",
                "--output=jsonpath={.current-context}{\"\\n\"}{.contexts[0].context.namespace}");
        List<String> lines = said.out().lines().map(String::strip).toList();
        if (!said.ok() || lines.isEmpty() || lines.getFirst().isEmpty()) {
            return this;
        }
        String ofContext = lines.size() > 1 && !lines.get(1).isEmpty() ? lines.get(1) : "default";
        return new Kubectl(shell, lines.getFirst(), namespace == null ? ofContext : namespace);
    }

    /** Program and arguments, for callers that start it themselves. */
    List<String> command(String... words) {
        List<String> command = new ArrayList<>(List.of(PROGRAM));
        if (context != null) {
            command.add("--context=" + context);
        }
        if (namespace != null) {
            command.add("--namespace=" + namespace);
        }
        command.addAll(List.of(words));
        return command;
    }

    /** An argument that names a file: the program takes what it is given for a line of CSV. */
    static String file(Path file) {
        return "--filename=\"" + file.toString().replace("\"", "\"\"") + "\"";
    }

    /** Without a throw. */
    Shell.Said tried(String... words) {
        List<String> command = command(words);
        command.add(1, ONE_REQUEST);
        if (words[0].equals("delete")) {
            command.addAll(0, UNASKED);
        }
        boolean many = List.of("create", "delete").contains(words[0]);
        return shell.say(many ? LONGEST_OF_MANY : LONGEST, command);
    }

    /** @throws EnvironmentException where the cluster cannot be asked, or refuses */
    String said(String... words) {
        Shell.Said said = tried(words);
        if (said.code() == Shell.MISSING) {
            throw new EnvironmentException(NOT_INSTALLED);
        }
        if (!said.ok()) {
            throw new EnvironmentException(
                    "`kubectl " + words[0] + "` failed: " + said.reason() + " (" + place() + ")");
        }
        return said.out();
    }

    /** Where it works, for messages. */
    String place() {
        return (namespace == null ? "namespace of the context" : "namespace " + namespace)
                + (context == null ? "" : ", context " + context);
    }

    /** What the newest event of an object says that begins so, after a colon; empty where there is none, or the user may not see it. */
    String newestEvent(String object, String reason, String beginning) {
        Shell.Said said = tried(
                "get",
                "events",
                "--field-selector=involvedObject.name=" + object + ",reason=" + reason,
                "--output=jsonpath={range .items[*]}{.lastTimestamp} {.message}{\"\\n\"}{end}");
        return said.out()
                .lines()
                .filter(event -> message(event).startsWith(beginning))
                .max(Comparator.naturalOrder())
                .map(event -> ": " + message(event))
                .orElse("");
    }

    private static String message(String event) {
        return event.replaceFirst("^\\S* ", "");
    }
}
