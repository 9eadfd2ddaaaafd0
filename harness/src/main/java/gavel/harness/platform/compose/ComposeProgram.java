package gavel.harness.platform.compose;

import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.container.Shell;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The user's own Compose: the plug-in {@code docker compose}, else {@code docker-compose}. Looked for once. */
final class ComposeProgram {
    private static final Duration SHORT = Duration.ofSeconds(30);
    /** An image may have to be pulled. */
    private static final Duration LONGEST = Duration.ofMinutes(10);
    /** The first that reads files without a version, and waits for what is ready. */
    private static final int[] OLDEST = {1, 28};

    private static final Pattern VERSION = Pattern.compile("v?(\\d+)\\.(\\d+)\\S*");
    private final Shell shell;
    private List<String> command;
    private String problem;

    ComposeProgram(Shell shell) {
        this.shell = shell;
    }

    /** What is wrong with it, in one line; empty where nothing is. */
    synchronized String problem() {
        if (problem == null) {
            problem = look();
        }
        return problem;
    }

    private String look() {
        String tooOld = "";
        for (List<String> words : List.of(List.of("docker", "compose"), List.of("docker-compose"))) {
            List<String> question = new ArrayList<>(words);
            question.addAll(List.of("version", "--short"));
            Shell.Said said = shell.say(SHORT, question);
            Matcher version = VERSION.matcher(said.out().strip());
            if (said.ok() && version.matches()) {
                int major = Integer.parseInt(version.group(1));
                int minor = Integer.parseInt(version.group(2));
                if (major > OLDEST[0] || major == OLDEST[0] && minor >= OLDEST[1]) {
                    command = words;
                    return "";
                }
                tooOld = "`" + String.join(" ", words) + "` must be " + OLDEST[0] + "." + OLDEST[1] + " or later: "
                        + said.out().strip() + "; install a newer one";
            }
        }
        return tooOld.isEmpty()
                ? "Docker Compose is not installed: install the plug-in `docker compose`, or docker-compose"
                        + " (Debian's package docker-compose)"
                : tooOld;
    }

    /**
     * @param words such as {@code up}
     * @throws EnvironmentException with what it said
     */
    void run(Project project, String... words) {
        if (!problem().isEmpty()) {
            throw new EnvironmentException(problem());
        }
        List<String> all = new ArrayList<>(command);
        all.addAll(List.of("--project-name", project.name()));
        all.addAll(List.of("--file", project.measured().toString()));
        all.addAll(List.of(words));
        Shell.Said said = shell.say(LONGEST, all);
        if (!said.ok()) {
            throw new EnvironmentException(
                    "`" + String.join(" ", command) + " " + words[0] + "` failed: " + said.reason() + " (file: "
                            + project.measured() + ")",
                    said.errors(),
                    null);
        }
    }
}
