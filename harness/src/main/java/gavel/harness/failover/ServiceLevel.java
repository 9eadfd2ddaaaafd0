package gavel.harness.failover;

import java.util.Arrays;

/**
 * What was served in a time without a fault: what later losses are measured against. Pure.
 *
 * @param perSecond operations that ended well
 * @param dispersion variance of their number in a second over its mean, 1 for chance alone (Poisson) and never less: how much more than
 *     chance the service varies by itself
 */
public record ServiceLevel(double perSecond, double dispersion) {
    /** @param served operations that ended well, in each second */
    public static ServiceLevel of(double[] served) {
        double mean = Arrays.stream(served).average().orElse(0);
        double variance = served.length < 2
                ? mean
                : Arrays.stream(served)
                                .map(count -> (count - mean) * (count - mean))
                                .sum()
                        / (served.length - 1);
        return new ServiceLevel(mean, mean == 0 ? 1 : Math.max(1, variance / mean));
    }
}
