package gavel.auction.engine;

/** Where a lot is in its life. */
public enum LotPhase {
    QUEUED,
    OPEN,
    LAST_CALL,
    SOLD,
    PASSED;

    /** Whether it takes bids. */
    public boolean isOpen() {
        return this == OPEN || this == LAST_CALL;
    }

    public boolean isClosed() {
        return this == SOLD || this == PASSED;
    }
}
