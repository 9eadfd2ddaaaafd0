package gavel.auction.bid;

import gavel.auction.broker.DecisionMessage;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What became of a bid, as its bidder is told.
 *
 * @param outcome {@code PENDING} while there is no decision
 * @param price of the lot after the decision; null without a bid
 * @param minimumBid the smallest amount the next bid must reach; null when the lot is closed
 * @param revision of the auction after the decision; null while there is none
 */
record BidAnswer(
        String bidId,
        String outcome,
        @Nullable BigDecimal price,
        @Nullable BigDecimal minimumBid,
        @Nullable Long revision) {
    static final String PENDING = "PENDING";

    static BidAnswer of(DecisionMessage decision) {
        return new BidAnswer(
                decision.bidId(), decision.outcome(), decision.price(), decision.minimumBid(), decision.revision());
    }

    static BidAnswer pending(String bidId) {
        return new BidAnswer(bidId, PENDING, null, null, null);
    }

    boolean isPending() {
        return outcome.equals(PENDING);
    }
}
