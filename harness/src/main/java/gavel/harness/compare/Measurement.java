package gavel.harness.compare;

/**
 * One figure as one run or one search found it.
 *
 * @param value above 0
 * @param deviation of its logarithm by the measurement's own account; 0 where it gives none
 */
public record Measurement(double value, double deviation) {
    private static final double ONE_SIDED_95 = 1.6449;

    /** A figure without an account of its error. */
    public static Measurement of(double value) {
        return new Measurement(value, 0);
    }

    /** A figure with the 90 % interval that its measurement gives it. */
    public static Measurement of(double lower, double value, double upper) {
        return new Measurement(value, Math.log(upper / lower) / (2 * ONE_SIDED_95));
    }

    double logarithm() {
        return Math.log(value);
    }

    double variance() {
        return deviation * deviation;
    }
}
