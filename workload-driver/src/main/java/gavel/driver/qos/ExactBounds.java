package gavel.driver.qos;

import org.apache.commons.statistics.distribution.BetaDistribution;
import org.apache.commons.statistics.distribution.GammaDistribution;

/**
 * What so few samples can tell, without a normal approximation. A share has Clopper and Pearson's bounds (Biometrika 26, 1934), by
 * quantiles of the beta distribution. Counts have the tails of the binomial and the Poisson distribution, as Garwood's bounds (Biometrika
 * 28, 1936) invert them. All are one-sided. Numbers of samples need not be whole: correlated ones count for fewer. Pure.
 */
final class ExactBounds {
    /** One-sided: what a full measurement is called by, and an early answer given with. */
    static final double USUAL = 0.95;

    /**
     * One-sided: what a rule is broken by that has few samples. Stricter, as some fifty of them are judged in one run:
     * {@code FewSamplesTest} counts how often chance breaks any of them.
     */
    static final double BEYOND_DOUBT = 0.995;

    private ExactBounds() {}

    /** The share is larger than this with the given confidence. */
    static double lower(double bad, double samples, double confidence) {
        return bad <= 0
                ? 0
                : BetaDistribution.of(bad, Math.max(0, samples - bad) + 1).inverseCumulativeProbability(1 - confidence);
    }

    /** The share is smaller than this with the given confidence. */
    static double upper(double bad, double samples, double confidence) {
        return bad >= samples
                ? 1
                : BetaDistribution.of(Math.max(0, bad) + 1, samples - bad).inverseSurvivalProbability(1 - confidence);
    }

    /** Chance of so many or more of the samples, where each is one with the given share. */
    static double atLeast(double count, double samples, double share) {
        if (count <= 0) {
            return 1;
        }
        return count > samples
                ? 0
                : BetaDistribution.of(count, samples - count + 1).cumulativeProbability(share);
    }

    /** Chance of so many or fewer of the samples. */
    static double atMost(double count, double samples, double share) {
        if (count >= samples) {
            return 1;
        }
        return count < 0 ? 0 : BetaDistribution.of(count + 1, samples - count).survivalProbability(share);
    }

    /** Chance of so many events or more, where the given mean is expected. */
    static double atLeast(double count, double mean) {
        if (count <= 0) {
            return 1;
        }
        return mean <= 0 ? 0 : GammaDistribution.of(count, 1).cumulativeProbability(mean);
    }

    /** Chance of so many events or fewer, where the given mean is expected. */
    static double atMost(double count, double mean) {
        return mean <= 0 ? 1 : GammaDistribution.of(count + 1, 1).survivalProbability(mean);
    }
}
