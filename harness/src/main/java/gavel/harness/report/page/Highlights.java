package gavel.harness.report.page;

import gavel.harness.result.Figures;
import gavel.harness.result.LatencyMargin;
import gavel.harness.result.RunResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The few operations that get a colour of their own, the same in every chart: those nearest to their limit or above it. */
record Highlights(Map<String, String> styles) {
    private static final int COLOURS = 5;

    static Highlights of(RunResult result) {
        Map<String, String> styles = new LinkedHashMap<>();
        if (result.load() != null) {
            List<LatencyMargin> worst =
                    Figures.of(result.load()).margins().stream().limit(COLOURS).toList();
            worst.forEach(margin -> styles.put(margin.operation(), "s" + (styles.size() + 1)));
        }
        return new Highlights(styles);
    }

    String style(String operation) {
        return styles.getOrDefault(operation, "faint");
    }
}
