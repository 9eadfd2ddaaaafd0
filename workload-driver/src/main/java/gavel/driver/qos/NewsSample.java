package gavel.driver.qos;

import java.util.List;

/**
 * Pairs of an accepted bid and a follower who should have heard of it.
 *
 * @param late in ten-second batches of the bid's intended start; undelivered ones count as late
 * @param lateService the same, counted from the first write of the bid
 * @param bids how the pairs are shared out among bids
 */
public record NewsSample(
        long limitMillis, List<Batch> late, List<Batch> lateService, long undelivered, BidClusters bids) {
    public NewsSample {
        late = List.copyOf(late);
        lateService = List.copyOf(lateService);
    }

    /** With pairs that have nothing in common. */
    public NewsSample(long limitMillis, List<Batch> late, List<Batch> lateService, long undelivered) {
        this(limitMillis, late, lateService, undelivered, BidClusters.NONE);
    }

    ShareEstimate estimate() {
        return ShareEstimate.of(late, bids.inflation(late));
    }
}
