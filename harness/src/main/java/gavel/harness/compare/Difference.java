package gavel.harness.compare;

import java.util.List;

/**
 * By how much one side is above another, as a share of the other, with the 90 % interval. Values are compared by their logarithms, so that
 * twice as much and half as much are equally far. Pure.
 *
 * @param lower end of the interval, and {@code upper} the other; NaN where noise is unknown because a side has one value
 */
public record Difference(double share, double lower, double upper) {
    private static final double ONE_SIDED_95 = 1.6449;
    private static final double QUANTILE = 0.95;

    /** Welch, "The generalization of 'Student's' problem when several different population variances are involved", 1947. */
    public static Difference welch(List<Double> base, List<Double> other) {
        double difference = mean(other) - mean(base);
        if (base.size() < 2 || other.size() < 2) {
            return new Difference(Math.expm1(difference), Double.NaN, Double.NaN);
        }
        double a = variance(base) / base.size();
        double b = variance(other) / other.size();
        double degrees = a + b == 0
                ? base.size() + other.size() - 2
                : (a + b) * (a + b) / (a * a / (base.size() - 1) + b * b / (other.size() - 1));
        double reach = StudentT.quantile(QUANTILE, degrees) * Math.sqrt(a + b);
        return new Difference(Math.expm1(difference), Math.expm1(difference - reach), Math.expm1(difference + reach));
    }

    /** Of two figures that are each known within a 90 % interval. */
    public static Difference ofIntervals(double[] base, double[] other) {
        double difference = Math.log(other[1] / base[1]);
        double reach = Math.hypot(deviation(base), deviation(other)) * ONE_SIDED_95;
        return new Difference(Math.expm1(difference), Math.expm1(difference - reach), Math.expm1(difference + reach));
    }

    private static double deviation(double[] lowerMiddleUpper) {
        return Math.log(lowerMiddleUpper[2] / lowerMiddleUpper[0]) / (2 * ONE_SIDED_95);
    }

    public boolean noiseKnown() {
        return !Double.isNaN(lower);
    }

    /** Whether the noise leaves open which side is larger. */
    public boolean none() {
        return noiseKnown() && lower <= 0 && upper >= 0;
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
