package gavel.harness.compare;

import gavel.harness.result.Result;
import gavel.harness.setting.YamlSettings;
import gavel.harness.verdict.RunRules;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Configurations by the paths of their settings, so that one more setting in one of them moves none of the others. Pure. */
public final class Settings {
    /** What is said of a setting that the release of a side does not know. */
    private static final String ABSENT = "absent";

    /** What repeats may differ by; a search chooses the users its data set is made for. */
    static final Set<String> CHANGING = Set.of("name", "load.seed", "load.users", "data.users");

    private static final String CPU = ".cpu";
    private static final String UNSET = "null";

    private Settings() {}

    /** {@code appServers.count} and its like, each with its value as text, in the order of the configuration. */
    public static Map<String, String> of(String yaml) {
        return YamlSettings.read("configuration", yaml).flat();
    }

    /** What a configuration has in place of what the run rules fix, by path. */
    public static Map<String, String> changed(String yaml) {
        return RunRules.changed(of(yaml));
    }

    /** Whether a result is official where its measurement counts: long enough, on real services, and with nothing changed that is fixed. */
    public static boolean official(Result result) {
        return result.run().official()
                && result.disclosure() != null
                && changed(result.disclosure().configuration()).isEmpty();
    }

    /** By path, what each of them says where they do not all say the same. */
    public static Map<String, String> differing(List<Map<String, String>> all) {
        Set<String> paths = new LinkedHashSet<>();
        all.forEach(settings -> paths.addAll(settings.keySet()));
        Map<String, String> differing = new LinkedHashMap<>();
        for (String path : paths) {
            List<String> values = all.stream()
                    .map(settings -> settings.getOrDefault(path, ABSENT))
                    .toList();
            if (values.stream().distinct().count() > 1) {
                differing.put(path, String.join("  /  ", values));
            }
        }
        return differing;
    }

    /** The cores that tiers may use, where they are limited. */
    static String quotas(Map<String, String> settings) {
        List<String> quotas = new ArrayList<>();
        settings.forEach((path, value) -> {
            if (path.endsWith(CPU) && !UNSET.equals(value)) {
                quotas.add(path + "=" + value);
            }
        });
        return quotas.isEmpty() ? "none" : String.join(" ", quotas);
    }
}
