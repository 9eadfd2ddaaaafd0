package gavel.auction.dataset.plan;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * A lot in its first round; it has the id of its item. What has not happened is null.
 *
 * @param leader account, or null
 */
public record PlannedLot(
        int id,
        int auction,
        int position,
        BigDecimal startingPrice,
        BigDecimal price,
        Integer leader,
        String lastBidId,
        int bids,
        String state,
        Instant openedAt,
        Instant closesAt,
        Instant closedAt) {

    static PlannedLot queued(PlannedItem item, int auction, int position) {
        return new PlannedLot(
                item.id(), auction, position, item.startingPrice(), null, null, null, 0, "QUEUED", null, null, null);
    }
}
