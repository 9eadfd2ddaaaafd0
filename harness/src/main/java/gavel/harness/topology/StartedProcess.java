package gavel.harness.topology;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a process was started with.
 *
 * @param host it runs on
 * @param command program and arguments
 * @param environment beside what it inherited
 * @param files that were written for it, by their path below the run directory; secrets are references
 */
public record StartedProcess(
        String instance,
        String tier,
        String host,
        List<String> command,
        Map<String, String> environment,
        Map<String, String> files) {
    public StartedProcess {
        command = List.copyOf(command);
        environment = Collections.unmodifiableMap(new LinkedHashMap<>(environment));
        files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
    }
}
