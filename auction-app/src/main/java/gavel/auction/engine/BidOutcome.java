package gavel.auction.engine;

/** What can become of a bid. */
public enum BidOutcome {
    ACCEPTED,
    /** Below the smallest amount that was possible when it was decided. */
    OUTBID,
    ALREADY_LEADING,
    INSUFFICIENT_CREDIT,
    LOT_CLOSED
}
