package gavel.auction.engine;

import gavel.auction.broker.BidMessage;
import gavel.auction.broker.DecisionMessage;
import java.math.BigDecimal;
import java.time.Instant;

/**
 * What was decided about one bid, for ever.
 *
 * @param price of the lot after the decision, null without a bid
 * @param minimumBid the smallest amount the next bid must reach, null when the lot is closed
 * @param revision of the auction after the decision
 */
public record Decision(
        String bidId,
        long auctionId,
        long lotId,
        long accountId,
        String idempotencyKey,
        BigDecimal amount,
        BidOutcome outcome,
        BigDecimal price,
        BigDecimal minimumBid,
        long revision,
        Instant placedAt,
        Instant decidedAt) {

    /** The same key with another body is not the same bid. */
    boolean answers(BidMessage bid) {
        return auctionId == bid.auctionId()
                && lotId == bid.lotId()
                && accountId == bid.accountId()
                && amount.compareTo(bid.amount()) == 0;
    }

    DecisionMessage message() {
        return new DecisionMessage(bidId, auctionId, lotId, amount, outcome.name(), price, minimumBid, revision);
    }
}
