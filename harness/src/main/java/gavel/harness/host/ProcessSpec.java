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
 */
public record ProcessSpec(
        String name,
        String tier,
        List<String> command,
        Map<String, String> environment,
        Path directory,
        int nice,
        boolean bound) {
    public ProcessSpec {
        command = List.copyOf(command);
        environment = Map.copyOf(environment);
    }
}
