package gavel.harness.compare;

import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * By how much one side is above another, as a share of the other, with the 90 % interval. Values are compared by their logarithms, so that
 * twice as much and half as much are equally far. Pure.
 *
 * @param lower end of the interval, and {@code upper} the other; NaN where noise is unknown because a side has one value
 * @param chance of a difference as large as this were there none; NaN where it was not asked for
 */
public record Difference(double share, double lower, double upper, double chance, Call call) {
    /** A share of the intervals this large misses the truth. */
    static final double LEVEL = 0.10;

    private static final double ONE_SIDED_95 = 1.6449;
    private static final double QUANTILE = 1 - LEVEL / 2;
    /** From there on the distribution is the normal one, to more digits than are printed. */
    private static final double MANY = 10_000;

    /** What is said of it. */
    public enum Call {
        UNKNOWN,
        /** The noise leaves open which side is larger. */
        NONE,
        /** It would be a difference were it the only row; of so many rows some are as far apart by chance. */
        ONE_OF_MANY,
        DIFFERENCE
    }

    /** Welch, "The generalization of 'Student's' problem when several different population variances are involved", 1947. */
    public static Difference welch(List<Double> base, List<Double> other) {
        double difference = mean(other) - mean(base);
        if (base.size() < 2 || other.size() < 2) {
            return new Difference(Math.expm1(difference), Double.NaN, Double.NaN, Double.NaN, Call.UNKNOWN);
        }
        double a = variance(base) / base.size();
        double b = variance(other) / other.size();
        double degrees = a + b == 0
                ? base.size() + other.size() - 2
                : (a + b) * (a + b) / (a * a / (base.size() - 1) + b * b / (other.size() - 1));
        double error = Math.sqrt(a + b);
        double chance = error > 0
                ? 2 * TDistribution.of(degrees).survivalProbability(Math.abs(difference) / error)
                : difference == 0 ? 1 : 0;
        return of(difference, TDistribution.of(degrees).inverseCumulativeProbability(QUANTILE) * error, chance);
    }

    /** Of two figures whose noise is not known. */
    static Difference unknown(double base, double other) {
        return new Difference(other / base - 1, Double.NaN, Double.NaN, Double.NaN, Call.UNKNOWN);
    }

    /**
     * Of several figures above one that is known within a 90 % interval. That interval was seen in one deployment only; the scatter of the
     * several is one between deployments, which the single figure has as well. The wider of the two is taken, so it holds the truth at least
     * as often as either does.
     */
    public static Difference ofOneAndSeveral(double[] one, List<Double> several) {
        int count = several.size();
        double scatter = variance(several);
        double within = deviation(one) * deviation(one);
        double mean = scatter / count;
        double degrees =
                mean == 0 ? MANY : Math.min(MANY, (within + mean) * (within + mean) / (mean * mean / (count - 1)));
        double ofInterval = TDistribution.of(degrees).inverseCumulativeProbability(QUANTILE) * Math.sqrt(within + mean);
        double ofScatter =
                TDistribution.of(count - 1).inverseCumulativeProbability(QUANTILE) * Math.sqrt(scatter + mean);
        return of(mean(several) - Math.log(one[1]), Math.max(ofInterval, ofScatter), Double.NaN);
    }

    private static Difference of(double difference, double reach, double chance) {
        boolean open = difference - reach <= 0 && difference + reach >= 0;
        return new Difference(
                Math.expm1(difference),
                Math.expm1(difference - reach),
                Math.expm1(difference + reach),
                chance,
                open ? Call.NONE : Call.DIFFERENCE);
    }

    /** By how much the other side is above this one. */
    Difference reversed() {
        return new Difference(inverse(share), inverse(upper), inverse(lower), chance, call);
    }

    private static double inverse(double share) {
        return -share / (1 + share);
    }

    /** The same as one of so many rows that it may be chance. */
    Difference oneOfMany() {
        return new Difference(share, lower, upper, chance, call == Call.DIFFERENCE ? Call.ONE_OF_MANY : call);
    }

    private static double deviation(double[] lowerMiddleUpper) {
        return Math.log(lowerMiddleUpper[2] / lowerMiddleUpper[0]) / (2 * ONE_SIDED_95);
    }

    public boolean noiseKnown() {
        return call != Call.UNKNOWN;
    }

    /** Whether the noise leaves open which side is larger. */
    public boolean none() {
        return call == Call.NONE || call == Call.ONE_OF_MANY;
    }

    private static double mean(List<Double> values) {
        return values.stream().mapToDouble(Math::log).average().orElseThrow();
    }

    private static double variance(List<Double> values) {
        double mean = mean(values);
        return values.stream()
                        .mapToDouble(value -> (Math.log(value) - mean) * (Math.log(value) - mean))
                        .sum()
                / (values.size() - 1);
    }
}
