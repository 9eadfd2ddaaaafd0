package gavel.harness.command.options;

import static java.util.Locale.ROOT;

import gavel.driver.api.text.Nearest;
import gavel.harness.config.Configurations;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.failure.Problems;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Settings from variables of the environment: {@code GAVEL_} and the path of the setting in capitals, with {@code _} for each dot, so
 * {@code GAVEL_APPSERVERS_COUNT} is {@code appServers.count}. They win over a file and lose against options. Pure.
 */
public final class SettingVariables {
    private static final String PREFIX = "GAVEL_";

    /** Variables that are no settings, with what they say. */
    public static final Map<String, String> OTHERS = Map.ofEntries(
            Map.entry("GAVEL_HOME", "directory of deployments and results"),
            Map.entry("GAVEL_RESULTS", "directory of results"),
            Map.entry("GAVEL_JAVA_HOME", "the JDK to use"),
            Map.entry("GAVEL_JDKS", "directories to look for a JDK in, with a colon between them"),
            Map.entry("GAVEL_BUILD", "last: use the last build that succeeded"),
            Map.entry("GAVEL_SSH", "program and options instead of ssh"),
            Map.entry("GAVEL_HOST", "for power hooks: the machine"),
            Map.entry("GAVEL_ADDRESS", "for power hooks: its address"),
            Map.entry("GAVEL_OFF_WITHIN", "for the hook of libvirt: seconds to shut down"),
            Map.entry("GAVEL_PORT", "for Compose: the port of the application"),
            Map.entry("GAVEL_USERS", "for Compose: the users of the data set"),
            Map.entry("GAVEL_BENCH_FLAGS", "for a bench script: more flags of a JVM"),
            Map.entry("GAVEL_TAG", "for Compose: the tag of the images"));

    private SettingVariables() {}

    /** The variable of a setting. */
    public static String name(String path) {
        return PREFIX + path.replace('.', '_').toUpperCase(ROOT);
    }

    /** Those of the environment; one that means nothing is a problem, as an unknown setting is. */
    static List<SettingOverride> of(Map<String, String> environment, Problems problems) {
        if (environment.keySet().stream().noneMatch(SettingVariables::unknown)) {
            return List.of();
        }
        Map<String, String> paths = new TreeMap<>();
        Configurations.paths().forEach(path -> paths.put(name(path), path));
        List<SettingOverride> overrides = new ArrayList<>();
        new TreeMap<>(environment).forEach((name, value) -> {
            String path = paths.get(name);
            if (path != null) {
                overrides.add(new SettingOverride(path, value, name));
            } else if (unknown(name)) {
                List<String> known = new ArrayList<>(paths.keySet());
                known.addAll(OTHERS.keySet());
                problems.that(
                        false,
                        "unknown variable " + name + " (environment)" + Nearest.hint(name, known) + "; `unset " + name
                                + "` takes it away");
            }
        });
        return overrides;
    }

    private static boolean unknown(String name) {
        return name.startsWith(PREFIX) && !OTHERS.containsKey(name);
    }
}
