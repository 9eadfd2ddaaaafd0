package gavel.auction.dataset.plan;

import java.time.Instant;
import java.util.List;

/**
 * An auction with all that belongs to it.
 *
 * @param bids in the order of their decisions
 */
public record PlannedAuction(
        int id,
        DataSetSize.Phase phase,
        String name,
        String category,
        int owner,
        Instant startsAt,
        long revision,
        Instant changedAt,
        List<PlannedLot> lots,
        List<PlannedBid> bids,
        List<Attended> attended) {

    public String state() {
        return switch (phase) {
            case RUNNING -> "RUNNING";
            case PAST -> "COMPLETE";
            case FUTURE -> "SCHEDULED";
        };
    }

    public boolean recurring() {
        return phase == DataSetSize.Phase.RUNNING;
    }

    /** The visit of an account that attended and left. */
    public record Attended(int account, Instant joinedAt, Instant leftAt) {}
}
