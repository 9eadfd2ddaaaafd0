package gavel.driver.qos;

/**
 * How many accepted bids a workload in good shape gives: as many as people bid in a model of them. It may be a fifth more or less, or what
 * chance gives, whichever is more.
 *
 * @param mean of the model; the middle where it says from how many to how many
 */
public record ExpectedBids(double mean, double least, double most) {
    /** A model is no platform: answers take time there, and the age of the lots is not known to the second. */
    private static final double TOLERANCE = 0.2;

    /** A gamma distribution is a little too narrow below for the few lots of few users: so at most one in 10,000 good runs is beyond either end. */
    private static final double BELOW = -5;

    private static final double ABOVE = 4;

    /**
     * Chance follows about a gamma distribution: counts that come in waves have no law of their own, and a normal one would go below zero. Its quantiles
     * by Wilson and Hilferty, "The distribution of chi-square" (1931).
     *
     * @param dispersion variance of the count over its mean
     */
    public static ExpectedBids of(double mean, double dispersion) {
        if (mean <= 0) {
            return new ExpectedBids(0, 0, 0);
        }
        double least = quantile(mean, dispersion, BELOW);
        double most = quantile(mean, dispersion, ABOVE);
        return new ExpectedBids(
                mean,
                Math.floor(Math.min(least, (1 - TOLERANCE) * mean)),
                Math.ceil(Math.max(most, (1 + TOLERANCE) * mean)));
    }

    private static double quantile(double mean, double dispersion, double deviations) {
        double ninth = dispersion / (9 * mean);
        double root = Math.max(0, 1 - ninth + deviations * Math.sqrt(ninth));
        return mean * root * root * root;
    }

    /** Of lots of unknown age: whatever is expected of either age. */
    public ExpectedBids or(ExpectedBids other) {
        return new ExpectedBids((mean + other.mean) / 2, Math.min(least, other.least), Math.max(most, other.most));
    }
}
