package gavel.auction.broker;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * What everyone attending an auction sees: the body of the live API, and the news the owner publishes.
 *
 * @param revision rises by one at every visible change of the auction
 * @param lot the current lot, or the last one when the auction is over; null before the first
 * @param lastBidId the bid that was accepted last on the current lot; null before the first
 */
public record LiveView(long auctionId, String state, long revision, LiveLot lot, String lastBidId, Instant changedAt) {

    /**
     * @param phase QUEUED, OPEN, LAST_CALL, SOLD or PASSED
     * @param price the last accepted bid; the starting price before the first
     * @param minimumBid the smallest amount the next bid must reach
     * @param closesAt deadline of the phase; the API shows it as {@code closesInMillis}
     */
    public record LiveLot(
            long id,
            long itemId,
            String title,
            String phase,
            BigDecimal price,
            BigDecimal minimumBid,
            Long leaderId,
            int bidCount,
            Instant closesAt) {}
}
