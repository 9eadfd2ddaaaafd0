package gavel.harness.compare;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which settings the run rules fix (docs/run-rules.md): results that differ in one are not of one benchmark. All others may be tuned, and are
 * disclosed. Pure.
 */
final class Tuning {
    /** With what releases did that do not know the setting. */
    private static final Map<String, String> FIXED = fixed();

    private static final String BY_RULES = " (fixed by the run rules)";
    private static final String PROFILE = "load.profile";
    private static final String PUBLISHED = "liveauction";

    private Tuning() {}

    private static Map<String, String> fixed() {
        Map<String, String> fixed = new LinkedHashMap<>();
        fixed.put("lots.lastCallAfter", "30s");
        fixed.put("lots.closeAfter", "30s");
        fixed.put("appServers.bcryptCost", "5");
        fixed.put("relational.durable", "true");
        fixed.put("documents.durable", "true");
        return fixed;
    }

    /** What must be equal, by a name for people. */
    static Map<String, String> mustBe(Map<String, String> settings) {
        Map<String, String> must = new LinkedHashMap<>();
        FIXED.forEach((path, usual) -> must.put(path + BY_RULES, settings.getOrDefault(path, usual)));
        return must;
    }

    /** Whether a configuration keeps all of it, and has the profile that published numbers are of. */
    static boolean kept(Map<String, String> settings) {
        return settings.getOrDefault(PROFILE, PUBLISHED).equals(PUBLISHED)
                && FIXED.entrySet().stream().allMatch(fixed -> settings.getOrDefault(fixed.getKey(), fixed.getValue())
                        .equals(fixed.getValue()));
    }

    /** What is said of a setting that differs, after it; empty where it is free. */
    static String remark(String path) {
        return FIXED.containsKey(path) ? BY_RULES : "";
    }
}
