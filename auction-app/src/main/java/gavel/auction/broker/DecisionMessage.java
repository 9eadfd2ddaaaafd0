package gavel.auction.broker;

import java.math.BigDecimal;

/**
 * What became of a bid, sent to the reply queue of the node that took it.
 *
 * @param outcome a {@code bid_decision.outcome}, or {@code KEY_REUSED} when the idempotency key was used for another bid
 * @param price of the lot after the decision; null while nobody has bid
 * @param minimumBid the smallest amount the next bid must reach; null when the lot is closed
 * @param revision of the auction after the decision
 */
public record DecisionMessage(String bidId, String outcome, BigDecimal price, BigDecimal minimumBid, long revision) {}
