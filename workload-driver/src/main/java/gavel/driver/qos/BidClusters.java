package gavel.driver.qos;

import java.util.List;

/**
 * How the pairs of the news are shared out among bids. A bid that comes late does so for all its followers, so its pairs are no samples of
 * their own. Sums over bids, which add up over loops and agents.
 *
 * @param bids with a pair
 * @param squaredPairs sum over bids of the square of their pairs; {@code pairsTimesLate} and {@code squaredLate} likewise
 */
public record BidClusters(long bids, double squaredPairs, double pairsTimesLate, double squaredLate) {
    public static final BidClusters NONE = new BidClusters(0, 0, 0, 0);

    public BidClusters plus(BidClusters other) {
        return new BidClusters(
                bids + other.bids,
                squaredPairs + other.squaredPairs,
                pairsTimesLate + other.pairsTimesLate,
                squaredLate + other.squaredLate);
    }

    /** With one bid more. */
    public BidClusters with(long pairs, long late) {
        return plus(new BidClusters(1, (double) pairs * pairs, (double) pairs * late, (double) late * late));
    }

    /** Variance of the late share over bids, over that of independent pairs (ratio estimator, Cochran, chapter 9A); at least 1. */
    double inflation(List<Batch> late) {
        long pairs = late.stream().mapToLong(Batch::starts).sum();
        double share =
                pairs == 0 ? 0 : (double) late.stream().mapToLong(Batch::bad).sum() / pairs;
        if (bids == 0 || share == 0) {
            return 1;
        }
        if (bids == 1 || share == 1) {
            // Nothing tells how much they have in common: taken for all.
            return Math.max(1, (double) pairs / bids);
        }
        double squares = squaredLate - 2 * share * pairsTimesLate + share * share * squaredPairs;
        return Math.max(1, squares * bids / (bids - 1) / (pairs * share * (1 - share)));
    }
}
