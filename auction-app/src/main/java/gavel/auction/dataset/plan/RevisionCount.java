package gavel.auction.dataset.plan;

/**
 * Counts the visible changes of one auction: a lot opens, a bid is accepted, last call after so much silence, a lot is sold, the auction
 * is complete.
 */
final class RevisionCount {
    private final long lastCallMillis;
    private long revision;

    RevisionCount(LotTiming timing) {
        this.lastCallMillis = timing.lastCallMillis();
    }

    void opened() {
        revision++;
    }

    /** A bid after some silence, in which last call may have come. */
    long bid(long silentMillis) {
        revision += silentMillis >= lastCallMillis ? 2 : 1;
        return revision;
    }

    void lastCall() {
        revision++;
    }

    void closed() {
        revision++;
    }

    void complete() {
        revision++;
    }

    long value() {
        return revision;
    }
}
