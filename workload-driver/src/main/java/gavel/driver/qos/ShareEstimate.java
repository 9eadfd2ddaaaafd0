package gavel.driver.qos;

import java.util.List;

/**
 * A share of bad starts with the bounds within which it is known. Operations of the same ten seconds share the server's fate, so the
 * binomial variance is inflated by that of the batches (ratio estimator, Cochran, "Sampling Techniques", chapter 6; at least 1); the
 * one-sided 95 % bounds are Wilson's score interval with the samples divided by the inflation.
 *
 * @param inflation batch variance over binomial variance
 */
public record ShareEstimate(long starts, long bad, double inflation, double lower, double upper) {
    private static final double ONE_SIDED_95 = 1.6449;

    public static ShareEstimate of(List<Batch> batches) {
        long starts = batches.stream().mapToLong(Batch::starts).sum();
        long bad = batches.stream().mapToLong(Batch::bad).sum();
        if (starts == 0) {
            return new ShareEstimate(0, 0, 1, 0, 1);
        }
        double share = (double) bad / starts;
        double inflation = inflation(batches, starts, share);
        double samples = starts / inflation;
        double z2 = ONE_SIDED_95 * ONE_SIDED_95;
        double centre = (share + z2 / (2 * samples)) / (1 + z2 / samples);
        double half = ONE_SIDED_95
                / (1 + z2 / samples)
                * Math.sqrt(share * (1 - share) / samples + z2 / (4 * samples * samples));
        return new ShareEstimate(
                starts, bad, inflation, Math.clamp(centre - half, 0, share), Math.clamp(centre + half, share, 1));
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
        return Math.max(1, batchVariance / binomialVariance);
    }

    public double share() {
        return starts == 0 ? 0 : (double) bad / starts;
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
}
