package gavel.harness.compare;

import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The mean of several measurements of one thing with its 90 % interval, by Student's t ("The probable error of a mean", 1908). For figures
 * that may be 0, which have no logarithm; others belong to {@link GroupEstimate}. Pure.
 *
 * @param lower end of the interval; null for a single measurement, which has none
 * @param upper end of the interval; null likewise
 */
public record MeanEstimate(int count, double mean, Double lower, Double upper) {
    private static final double QUANTILE = 1 - Difference.LEVEL / 2;

    /** @param values one at least */
    public static MeanEstimate of(List<Double> values) {
        int count = values.size();
        double mean = values.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        if (count == 1) {
            return new MeanEstimate(1, mean, null, null);
        }
        double squares = values.stream()
                .mapToDouble(value -> (value - mean) * (value - mean))
                .sum();
        double reach = TDistribution.of(count - 1).inverseCumulativeProbability(QUANTILE)
                * Math.sqrt(squares / (count - 1) / count);
        return new MeanEstimate(count, mean, mean - reach, mean + reach);
    }

    /** Whether the intervals of two lie apart; never where one has none. */
    public boolean apartFrom(MeanEstimate other) {
        return lower != null && other.lower != null && (upper < other.lower || other.upper < lower);
    }
}
