package gavel.harness.verdict;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which settings the run rules fix (docs/run-rules.md): results that differ in one are not of one benchmark. All others may be tuned, and are
 * disclosed. Pure.
 */
public final class RunRules {
    /** A comparison looks at the text of the profile and not at this setting. */
    static final String PROFILE = "load.profile";

    /** With what releases did that do not know the setting. */
    private static final Map<String, String> FIXED = fixed();

    private static final String BY_RULES = " (fixed by the run rules)";

    private RunRules() {}

    private static Map<String, String> fixed() {
        Map<String, String> fixed = new LinkedHashMap<>();
        fixed.put(PROFILE, "liveauction");
        fixed.put("lots.lastCallAfter", "30s");
        fixed.put("lots.closeAfter", "30s");
        fixed.put("appServers.bcryptCost", "5");
        fixed.put("relational.durable", "true");
        fixed.put("documents.durable", "true");
        return fixed;
    }

    /** What must be equal in a comparison beside the profile, by a name for people. */
    public static Map<String, String> mustBe(Map<String, String> settings) {
        Map<String, String> must = new LinkedHashMap<>();
        FIXED.forEach((path, usual) -> must.put(path + BY_RULES, settings.getOrDefault(path, usual)));
        must.remove(PROFILE + BY_RULES);
        return must;
    }

    /** What a configuration has in place of what is fixed, by path; empty where it keeps all of it, as an official result must. */
    public static Map<String, String> changed(Map<String, String> settings) {
        Map<String, String> changed = new LinkedHashMap<>();
        FIXED.forEach((path, usual) -> {
            String value = settings.getOrDefault(path, usual);
            if (!value.equals(usual)) {
                changed.put(path, value);
            }
        });
        return changed;
    }

    /** What is said of a setting that differs, after it; empty where it is free. */
    public static String remark(String path) {
        return FIXED.containsKey(path) ? BY_RULES : "";
    }
}
