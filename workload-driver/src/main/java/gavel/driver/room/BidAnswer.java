package gavel.driver.room;

import java.math.BigDecimal;

/** A bid and what the server said became of it. */
public record BidAnswer(
        String bidId, long auctionId, long lotId, BigDecimal amount, String outcome, BigDecimal price, long revision) {
    public static final String ACCEPTED = "ACCEPTED";
    public static final String PENDING = "PENDING";

    public boolean accepted() {
        return outcome.equals(ACCEPTED);
    }
}
