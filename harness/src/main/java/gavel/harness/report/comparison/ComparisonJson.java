package gavel.harness.report.comparison;

import gavel.harness.compare.ComparedResult;
import gavel.harness.compare.Comparison;
import gavel.harness.compare.Difference;
import gavel.harness.compare.GroupEstimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A comparison as programs read it; what is not known is null. The first side is what the others are compared with.
 *
 * @param notes what a reader has to know
 * @param settings that are not the same on all sides, with their values
 */
public record ComparisonJson(
        int schemaVersion, List<Side> sides, List<String> notes, Map<String, String> settings, List<Figure> figures) {
    private static final int SCHEMA_VERSION = 1;

    /** Repeats of one thing. */
    public record Side(String name, List<OneResult> results) {}

    /** @param words what a reader has to know of it; may be empty */
    public record OneResult(String id, String verdict, String words) {}

    /** @param lowerIsBetter of times, and of what is lost or too much */
    public record Figure(String figure, boolean lowerIsBetter, List<Estimate> estimates, List<Over> differences) {}

    /**
     * @param lower end of the 90 % interval, and {@code upper} the other; null of a single result
     */
    public record Estimate(String side, double value, Double lower, Double upper) {}

    /**
     * By how much a side is above the first.
     *
     * @param call UNKNOWN, NONE, ONE_OF_MANY or DIFFERENCE
     */
    public record Over(String side, double percent, Double lower, Double upper, String call) {}

    public static ComparisonJson of(Comparison comparison) {
        List<Side> sides = new ArrayList<>();
        for (int i = 0; i < comparison.groups().size(); i++) {
            sides.add(new Side(
                    Comparison.name(i),
                    comparison.groups().get(i).stream().map(ComparisonJson::one).toList()));
        }
        return new ComparisonJson(
                SCHEMA_VERSION,
                sides,
                comparison.warnings(),
                comparison.settings(),
                comparison.rows().stream().map(ComparisonJson::figure).toList());
    }

    private static OneResult one(ComparedResult result) {
        return new OneResult(
                result.id(), result.outcome().verdict(), result.outcome().words());
    }

    private static Figure figure(Comparison.Row row) {
        List<Estimate> estimates = new ArrayList<>();
        for (int i = 0; i < row.estimates().size(); i++) {
            GroupEstimate estimate = row.estimates().get(i);
            estimates.add(new Estimate(
                    Comparison.name(i), estimate.value(), known(estimate.lower()), known(estimate.upper())));
        }
        List<Over> differences = new ArrayList<>();
        for (int i = 0; i < row.differences().size(); i++) {
            Difference difference = row.differences().get(i);
            differences.add(new Over(
                    Comparison.name(i + 1),
                    100 * difference.share(),
                    known(100 * difference.lower()),
                    known(100 * difference.upper()),
                    difference.call().name()));
        }
        return new Figure(row.figure(), row.lowerIsBetter(), estimates, differences);
    }

    private static Double known(double value) {
        return Double.isFinite(value) ? (Double) value : null;
    }
}
