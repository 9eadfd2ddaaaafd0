package gavel.harness.doctor;

import gavel.harness.config.Configuration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Settings that can make a server load or run any program, because configurations are shared. Flags of a JVM are told unless they
 * are known to be harmless; settings of servers are told by their names.
 */
public final class RunnablePrograms {
    private static final Pattern HARMLESS_FLAG =
            Pattern.compile("-X(ms|mx|mn|ss)\\d+[kmgKMG]?|-XX:[+-]\\w+|-XX:\\w+=\\d[\\w.]*|-D[\\w.-]+=[\\w.-]*");
    private static final Pattern RUNS = Pattern.compile(
            "\\w*(command|librar|load|plugin|preload|init_file|exec|wrapper)\\w*=.*", Pattern.CASE_INSENSITIVE);

    private RunnablePrograms() {}

    /** One line for each setting, with its path. */
    public static List<String> of(Configuration configuration) {
        List<String> found = new ArrayList<>();
        flags("appServers.jvmFlags", configuration.appServers().jvmFlags(), found);
        flags("drivers.jvmFlags", configuration.drivers().jvmFlags(), found);
        settings("relational.settings", configuration.relational().settings(), found);
        settings("documents.settings", configuration.documents().settings(), found);
        if (configuration.costs().meter() != null) {
            found.add("costs.meter: " + configuration.costs().meter());
        }
        return found;
    }

    private static void flags(String path, List<String> flags, List<String> found) {
        flags.stream()
                .filter(flag -> !HARMLESS_FLAG.matcher(flag).matches())
                .forEach(flag -> found.add(path + ": " + flag));
    }

    private static void settings(String path, List<String> settings, List<String> found) {
        settings.stream()
                .filter(setting -> RUNS.matcher(setting).matches())
                .forEach(setting -> found.add(path + ": " + setting));
    }
}
