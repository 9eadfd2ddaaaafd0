package gavel.driver.profile;

import java.util.Arrays;
import java.util.function.DoubleUnaryOperator;

/** Kolmogorov and Smirnov's test of samples against a distribution that is known entirely. */
public final class Goodness {
    /** Asymptotic quantile of the statistic times the root of the number of samples: exceeded by chance once in a thousand. */
    private static final double ONE_IN_A_THOUSAND = 1.9495;

    private Goodness() {}

    /** The largest distance between the samples' and the distribution's cumulative share, in units of its bound: above 1 it does not fit. */
    public static double misfit(double[] samples, DoubleUnaryOperator cumulative) {
        double[] sorted = samples.clone();
        Arrays.sort(sorted);
        double largest = 0;
        for (int i = 0; i < sorted.length; i++) {
            double share = cumulative.applyAsDouble(sorted[i]);
            largest =
                    Math.max(largest, Math.max(share - (double) i / sorted.length, (i + 1.0) / sorted.length - share));
        }
        return largest * Math.sqrt(sorted.length) / ONE_IN_A_THOUSAND;
    }

    /** Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.2.17: wrong by less than 1e-7. */
    public static double normal(double x) {
        if (x < 0) {
            return 1 - normal(-x);
        }
        double t = 1 / (1 + 0.2316419 * x);
        double tail = t * (0.319381530 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
        return 1 - tail * Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
    }
}
