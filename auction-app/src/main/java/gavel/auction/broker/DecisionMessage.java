package gavel.auction.broker;

import java.math.BigDecimal;

/**
 * What became of a bid. A message to the reply queue of the node that took it is an array of these.
 *
 * @param amount of the bid this decides; another bid with the same idempotency key has the same id
 * @param outcome a {@code bid_decision.outcome}, or {@link #KEY_REUSED} when the idempotency key was used for another bid
 * @param price of the lot after the decision; null without a bid
 * @param minimumBid the smallest amount the next bid must reach; null when the lot is closed
 * @param revision of the auction after the decision
 */
public record DecisionMessage(
        String bidId,
        long auctionId,
        long lotId,
        BigDecimal amount,
        String outcome,
        BigDecimal price,
        BigDecimal minimumBid,
        long revision) {

    /** Says that the idempotency key was used for another bid than this one. */
    public static final String KEY_REUSED = "KEY_REUSED";

    /** Tells the bidder of this bid that an earlier one has its key. */
    public static DecisionMessage keyReused(BidMessage bid, long revision) {
        return new DecisionMessage(
                bid.bidId(), bid.auctionId(), bid.lotId(), bid.amount(), KEY_REUSED, null, null, revision);
    }

    /** Bids with one idempotency key have one id, so only this tells whose decision it is. */
    public boolean isAbout(long auction, long lot, BigDecimal offered) {
        return auctionId == auction && lotId == lot && amount != null && amount.compareTo(offered) == 0;
    }
}
