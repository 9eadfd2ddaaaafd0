package gavel.driver.api;

import java.util.List;

/**
 * Which quantiles so many samples tell: pure. A quantile q is known where the largest of n samples lies at or above it with 95 % confidence.
 * All of them lie below it with probability q^n, so n must be at least ln(0.05) / ln(q). That is 5 for the median, 29 for 90 %, 299 for 99
 * %, 2,995 for 99.9 %. With fewer, nothing that was measured bounds the quantile from above, and what would be printed is the largest value
 * by another name. Source: S. S. Wilks, "Determination of sample sizes for setting tolerance limits", Annals of Mathematical Statistics 12,
 * 1941.
 */
public final class KnownQuantiles {
    /** Those that reports have, where they are known. */
    public static final List<Double> REPORTED = List.of(0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 0.9999);

    private static final double DOUBT = 0.05;

    private KnownQuantiles() {}

    /** @param quantile 0..1 */
    public static boolean known(double quantile, long samples) {
        return samples > 0 && Math.pow(quantile, samples) <= DOUBT;
    }
}
