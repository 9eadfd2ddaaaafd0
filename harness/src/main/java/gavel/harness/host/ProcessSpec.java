package gavel.harness.host;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A process to start.
 *
 * @param name unique in the deployment; its log is {@code logs/NAME.log}
 * @param tier it belongs to
 * @param command program and arguments; never a secret, because anybody can read them
 * @param nice priority, negative for higher; 0 leaves it alone
 * @param bound whether it ends when the one who started it does
 * @param unprivileged whether it must not have the rights of root, where the harness has them
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

    /** With the rights of the harness, ended as usual. */
    public ProcessSpec(
            String name,
            String tier,
            List<String> command,
            Map<String, String> environment,
            Path directory,
            int nice,
            boolean bound) {
        this(name, tier, command, environment, directory, nice, bound, false, ProcessRecord.USUAL_SIGNAL);
    }

    /** A server of the operating system: never root, asked to end by its own signal. */
    public static ProcessSpec server(
            String name,
            String tier,
            List<String> command,
            Map<String, String> environment,
            Path directory,
            boolean bound,
            String signal) {
        return new ProcessSpec(name, tier, command, environment, directory, 0, bound, true, signal);
    }
}
