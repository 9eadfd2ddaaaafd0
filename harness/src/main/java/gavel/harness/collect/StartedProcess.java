package gavel.harness.collect;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a process was started with.
 *
 * @param instance its name
 * @param tier it belongs to
 * @param host it ran on
 * @param command program and arguments
 * @param environment beside what it inherited
 * @param files that were written for it, by their path below the run directory; secrets stand in them by name only
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

    /** Environment and command in one line, as a shell takes them. */
    public String line() {
        return Stream.concat(
                        environment.entrySet().stream()
                                .map(variable -> variable.getKey() + "=" + quoted(variable.getValue())),
                        command.stream().map(StartedProcess::quoted))
                .collect(Collectors.joining(" "));
    }

    private static String quoted(String word) {
        return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
