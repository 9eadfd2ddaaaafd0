package gavel.auction.dataset.plan;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * A bid that was accepted before the set was loaded.
 *
 * @param seq 1, 2, 3 … within the partition
 * @param revision of the auction after the bid
 */
public record PlannedBid(
        int partition,
        long seq,
        int auction,
        int lot,
        int account,
        BigDecimal amount,
        BigDecimal minimumBid,
        long revision,
        Instant placedAt,
        Instant decidedAt) {

    /** Serves as idempotency key too. */
    public String id() {
        return "loaded-" + partition + "-" + seq;
    }
}
