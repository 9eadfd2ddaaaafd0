package gavel.harness.compare;

import static java.util.Locale.ROOT;

import java.util.ArrayList;
import java.util.List;

/**
 * What a pipeline stops for: results of other sides that are a FAIL, and figures that are worse than those of the first side, beyond what noise
 * explains. Pure.
 *
 * @param worse a sentence for each
 * @param unknown a sentence for each figure that matters and tells no difference, so the answer is unknown
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
        for (int i = 1; i < comparison.groups().size(); i++) {
            String side = Comparison.name(i);
            // Not all that breaks is a figure: failed operations, late news and lost data are not.
            comparison.groups().get(i).stream()
                    .filter(result -> result.outcome().failed())
                    .forEach(result -> worse.add(result.id() + " of " + side + " is a FAIL: "
                            + result.outcome().words()));
        }
        comparison.doubtful().forEach(figure -> unknown.add(figure + Comparison.WITHOUT_RATIO));
        for (Comparison.Row row : comparison.rows()) {
            for (int i = 0; i < row.differences().size(); i++) {
                Difference difference = row.differences().get(i);
                String what = row.figure() + " of " + Comparison.name(i + 1);
                double worseBy = 100 * (row.lowerIsBetter() ? difference.share() : -difference.share());
                if (!difference.noiseKnown()) {
                    // Latencies of single operations have too few samples more often than not.
                    if (!row.ofOperation()) {
                        unknown.add("the noise of " + what
                                + " is not known: repeat both sides, or let this machine's earlier results tell");
                    }
                } else if (!difference.none() && worseBy > percent) {
                    worse.add(String.format(ROOT, "%s is worse than that of A: %s", what, row.words(difference)));
                }
            }
        }
        return new Regressions(worse, unknown);
    }
}
