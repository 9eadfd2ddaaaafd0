package gavel.harness.compare;

import java.util.List;

/**
 * How far equal measurements on one machine lie apart: the deviation of their logarithms within groups of equal ones, pooled. Pure.
 *
 * @param deviation as a share; NaN where nothing is known
 * @param degrees of freedom: results beyond the first of each group
 * @param results in all groups
 */
public record Scatter(double deviation, int degrees, int results, int groups) {
    /**
     * Degrees of freedom from which on it is used: five equal results, or two groups of three. An interval is as often right with fewer,
     * and then so wide that it decides nothing: Student's t, which multiplies the deviation, is 6.3, 2.9 and 2.4 for 1 to 3 degrees and
     * 2.1 for 4, where 1.6 would do for a deviation that is known.
     */
    public static final int ENOUGH = 4;

    public static final Scatter UNKNOWN = new Scatter(Double.NaN, 0, 0, 0);

    /** @param groups of equal results; those of one do not count */
    static Scatter of(List<List<Double>> groups) {
        List<List<Double>> several =
                groups.stream().filter(group -> group.size() > 1).toList();
        int results = several.stream().mapToInt(List::size).sum();
        int degrees = results - several.size();
        if (degrees == 0) {
            return UNKNOWN;
        }
        double squares = several.stream()
                .mapToDouble(group -> (group.size() - 1) * variance(group))
                .sum();
        return new Scatter(Math.sqrt(squares / degrees), degrees, results, several.size());
    }

    public boolean enough() {
        return degrees >= ENOUGH;
    }

    /** Of logarithms. */
    static double variance(List<Double> values) {
        double mean = values.stream().mapToDouble(Math::log).average().orElseThrow();
        return values.stream()
                        .mapToDouble(value -> Math.pow(Math.log(value) - mean, 2))
                        .sum()
                / (values.size() - 1);
    }

    /** With some more equal values, of another group. */
    Scatter with(List<Double> group) {
        int more = group.size() - 1;
        double squares = (degrees == 0 ? 0 : degrees * deviation * deviation) + more * variance(group);
        return new Scatter(Math.sqrt(squares / (degrees + more)), degrees + more, results + group.size(), groups + 1);
    }
}
