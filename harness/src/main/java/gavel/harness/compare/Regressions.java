package gavel.harness.compare;

import static java.util.Locale.ROOT;

import java.util.ArrayList;
import java.util.List;

/**
 * What a pipeline stops for: figures that are worse than those of the first side, beyond what noise explains. Pure.
 *
 * @param worse a sentence for each
 * @param unknown figures that matter of which the noise is not known, so the answer is unknown
 */
public record Regressions(List<String> worse, List<String> unknown) {
    public Regressions {
        worse = List.copyOf(worse);
        unknown = List.copyOf(unknown);
    }

    /** @param percent by which a figure may be worse */
    public static Regressions of(Comparison comparison, double percent) {
        List<String> worse = new ArrayList<>();
        List<String> unknown = new ArrayList<>();
        for (Comparison.Row row : comparison.rows()) {
            for (int i = 0; i < row.differences().size(); i++) {
                Difference difference = row.differences().get(i);
                String what = row.figure() + " of " + Comparison.name(i + 1);
                double worseBy = 100 * (row.lowerIsBetter() ? difference.share() : -difference.share());
                if (!difference.noiseKnown()) {
                    // Latencies of single operations have too few samples more often than not.
                    if (!row.lowerIsBetter()) {
                        unknown.add(what);
                    }
                } else if (!difference.none() && worseBy > percent) {
                    worse.add(String.format(ROOT, "%s is worse than that of A: %s", what, row.words(difference)));
                }
            }
        }
        return new Regressions(worse, unknown);
    }
}
