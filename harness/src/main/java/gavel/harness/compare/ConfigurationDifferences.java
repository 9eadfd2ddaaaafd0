package gavel.harness.compare;

import gavel.harness.verdict.RunRules;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** By which settings two configurations differ. Pure. */
public final class ConfigurationDifferences {
    private ConfigurationDifferences() {}

    /** What a configuration says of a setting; empty where nothing was said. */
    public static Optional<String> value(String configuration, String path) {
        return Optional.ofNullable(Settings.of(configuration).get(path)).filter(value -> !value.equals("null"));
    }

    /** Each {@code path: one / other}, with a remark where the run rules fix the setting. */
    public static List<String> lines(String one, String other, List<String> changing) {
        return between(one, other, changing).entrySet().stream()
                .map(differs -> differs.getKey() + ": " + differs.getValue() + RunRules.remark(differs.getKey()))
                .toList();
    }

    /**
     * @param changing what settings may differ by: their paths, or what those begin with
     * @return by path, what the one and the other say
     */
    public static Map<String, String> between(String one, String other, List<String> changing) {
        Map<String, String> differing =
                new LinkedHashMap<>(Settings.differing(List.of(Settings.of(one), Settings.of(other))));
        differing.keySet().removeIf(path -> changing.stream().anyMatch(path::startsWith));
        return differing;
    }
}
