package gavel.harness.config.placement;

import gavel.harness.config.Configuration;
import gavel.harness.config.HostSettings.Size;
import gavel.harness.setting.Rules;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The limits of what is embedded, which is one process and has those of its tiers together: pure. */
public final class EmbeddedRules {
    private EmbeddedRules() {}

    /** Holds the limits of the embedded tiers against each other: while one of them has none, none would be in force. */
    public static void check(Configuration configuration, Rules rules) {
        Map<String, Size> embedded = new LinkedHashMap<>();
        if (configuration.relational().embedded()) {
            embedded.put("relational", configuration.hosts().relational());
        }
        if (configuration.broker().embedded()) {
            embedded.put("broker", configuration.hosts().broker());
        }
        if (configuration.documents().embedded()) {
            embedded.put("documents", configuration.hosts().documents());
        }
        together(embedded, "cpu", Size::cpu, rules);
        together(embedded, "memory", Size::memory, rules);
    }

    private static void together(Map<String, Size> embedded, String limit, Function<Size, Object> limits, Rules rules) {
        List<String> without = embedded.entrySet().stream()
                .filter(tier -> limits.apply(tier.getValue()) == null)
                .map(Map.Entry::getKey)
                .toList();
        String others =
                without.stream().map(tier -> "hosts." + tier + "." + limit).collect(Collectors.joining(" and "));
        embedded.forEach((tier, size) -> rules.that(
                without.isEmpty() || without.contains(tier),
                "hosts." + tier + "." + limit,
                "needs " + others + " too, as what is embedded is one process that has the sum of them",
                limits.apply(size)));
    }
}
