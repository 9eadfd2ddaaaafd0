package gavel.harness.compare;

import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * What several measurements of one thing say of it, each made at another time: a random-effects model of their logarithms. A measurement
 * misses the truth by its own error and by what changed from one to the next. Both are in how far the measurements lie apart, so the
 * interval is Student's ("The probable error of a mean", 1908), with equal weights: the interval of a search hardly tells how large its own
 * error is, and weights by it miss the truth too often (docs/evidence/search.md). Pure.
 *
 * @param logarithm of the estimate
 * @param error of the logarithm; NaN for a single measurement, which does not know it
 * @param degrees of freedom of the error
 * @param between deviation between measurements beyond their own errors, as a share, by the difference of variances (Cochran, "The
 *     combination of estimates from different experiments", 1954); NaN for a single measurement
 */
public record GroupEstimate(double logarithm, double error, int degrees, double between) {
    private static final double QUANTILE = 1 - Difference.LEVEL / 2;

    /** @param all one at least */
    public static GroupEstimate of(List<Measurement> all) {
        double mean = all.stream().mapToDouble(Measurement::logarithm).average().orElseThrow();
        if (all.size() == 1) {
            return new GroupEstimate(mean, Double.NaN, 0, Double.NaN);
        }
        double variance = Scatter.variance(all.stream().map(Measurement::value).toList());
        double own = all.stream().mapToDouble(Measurement::variance).average().orElseThrow();
        return new GroupEstimate(
                mean, Math.sqrt(variance / all.size()), all.size() - 1, Math.sqrt(Math.max(0, variance - own)));
    }

    /** Whether there are enough for an interval. */
    public boolean hasInterval() {
        return degrees > 0;
    }

    public double value() {
        return Math.exp(logarithm);
    }

    /** End of the 90 % interval. */
    public double lower() {
        return Math.exp(logarithm - reach());
    }

    /** End of the 90 % interval. */
    public double upper() {
        return Math.exp(logarithm + reach());
    }

    private double reach() {
        return hasInterval() ? TDistribution.of(degrees).inverseCumulativeProbability(QUANTILE) * error : Double.NaN;
    }
}
