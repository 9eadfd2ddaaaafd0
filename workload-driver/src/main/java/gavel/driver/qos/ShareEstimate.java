package gavel.driver.qos;

import java.util.List;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;

/**
 * A share of bad starts with the bounds within which it is known. Operations of the same ten seconds share the server's fate, so their
 * variance is larger than the binomial one (ratio estimator, Cochran, "Sampling Techniques", chapter 6; at least 1). The one-sided 95 %
 * bounds are the exact ones of {@link ExactBounds}, with the samples divided by that inflation. A few bad starts seldom come evenly: with
 * few samples, batches that differ no more than chance lets them (chi-squared, 95 %) count as independent.
 *
 * @param inflation batch variance over binomial variance
 */
public record ShareEstimate(long starts, long bad, double inflation, double lower, double upper) {

    public static ShareEstimate of(List<Batch> batches) {
        return of(batches, 1);
    }

    /** @param leastInflation what else is known of how much the samples depend on each other */
    static ShareEstimate of(List<Batch> batches, double leastInflation) {
        long starts = batches.stream().mapToLong(Batch::starts).sum();
        long bad = batches.stream().mapToLong(Batch::bad).sum();
        if (starts == 0) {
            return new ShareEstimate(0, 0, 1, 0, 1);
        }
        double inflation = Math.max(leastInflation, inflation(batches, starts, (double) bad / starts));
        return new ShareEstimate(
                starts,
                bad,
                inflation,
                ExactBounds.lower(bad / inflation, starts / inflation, ExactBounds.USUAL),
                ExactBounds.upper(bad / inflation, starts / inflation, ExactBounds.USUAL));
    }

    private static double inflation(List<Batch> batches, long starts, double share) {
        List<Batch> used = batches.stream().filter(batch -> batch.starts() > 0).toList();
        if (used.size() < 2 || share == 0 || share == 1) {
            return 1;
        }
        double squares = 0;
        for (Batch batch : used) {
            double over = batch.bad() - share * batch.starts();
            squares += over * over;
        }
        double batchVariance = squares / (used.size() - 1);
        double binomialVariance = (double) starts / used.size() * share * (1 - share);
        double ratio = batchVariance / binomialVariance;
        boolean chance = starts < ShareRule.ENOUGH
                && ratio * (used.size() - 1)
                        < ChiSquaredDistribution.of(used.size() - 1).inverseCumulativeProbability(ExactBounds.USUAL);
        return chance ? 1 : Math.max(1, ratio);
    }

    public double share() {
        return starts == 0 ? 0 : (double) bad / starts;
    }

    /** Below this the share is not, with 99.5 % confidence. */
    double beyondDoubt() {
        return starts == 0 ? 0 : ExactBounds.lower(bad / inflation, starts / inflation, ExactBounds.BEYOND_DOUBT);
    }

    /** Whether the bounds leave both answers open. */
    public boolean straddles(double limit) {
        return lower < limit && limit < upper;
    }

    /** The early answer of a probe: beyond doubt below the limit. */
    public boolean surelyBelow(double limit) {
        return starts > 0 && upper < limit;
    }

    public boolean surelyAbove(double limit) {
        return starts > 0 && lower > limit;
    }

    /** Whether even few samples leave no doubt that the limit is exceeded. A single bad one always leaves some. */
    boolean breaksBeyondDoubt(double limit) {
        return bad > 1 && beyondDoubt() > limit;
    }

    /** Whether the rule will be broken however the measurement goes on: with few samples by the bound that alone breaks it. */
    boolean surelyBreaks(double limit) {
        return starts >= ShareRule.ENOUGH ? surelyAbove(limit) : breaksBeyondDoubt(limit);
    }
}
