package gavel.harness.platform.local.host;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A process to start.
 *
 * @param name unique in the deployment; its log is {@code logs/NAME.log}
 * @param tier it belongs to
 * @param command program and arguments; never a secret, because everyone on the machine can read them
 * @param nice priority, negative for higher; 0 leaves it alone
 * @param bound whether it ends with the process that started it
 * @param unprivileged whether it has no rights of root, even when root starts it, and can gain none: everything but what changes the machine itself
 * @param signal that asks it to end, such as {@code TERM}
 */
public record ProcessSpec(
        String name,
        String tier,
        List<String> command,
        Map<String, String> environment,
        Path directory,
        int nice,
        boolean bound,
        boolean unprivileged,
        String signal) {
    public ProcessSpec {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }

    /** Unprivileged, ended as usual. */
    public ProcessSpec(
            String name,
            String tier,
            List<String> command,
            Map<String, String> environment,
            Path directory,
            int nice,
            boolean bound) {
        this(name, tier, command, environment, directory, nice, bound, true, ProcessRecord.USUAL_SIGNAL);
    }

    /** A tool that changes the machine, with all rights of the harness. */
    public static ProcessSpec privileged(
            String name, String tier, List<String> command, Map<String, String> environment, Path directory) {
        return new ProcessSpec(name, tier, command, environment, directory, 0, true, false, ProcessRecord.USUAL_SIGNAL);
    }
}
