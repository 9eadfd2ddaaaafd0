package gavel.driver.news;

import java.util.ArrayList;
import java.util.List;

/**
 * One follower as the news see it: since when it attends, which revisions it parsed when, and which bids it has not heard of yet. A
 * bid can be told to this loop after its news were parsed, so the last revisions are kept in a small ring. Owned by the loop.
 */
public final class NewsReader {
    private static final int KEPT = 32;

    private final long user;
    private final long auctionId;
    private final long sinceNanos;
    private final long[] revisions = new long[KEPT];
    private final long[] parsedNanos = new long[KEPT];
    private final List<AcceptedBid> awaited = new ArrayList<>(2);
    private long parsed;

    /** @param sinceNanos when the first view was there: bids that began earlier are none of its business */
    public NewsReader(long user, long auctionId, long sinceNanos) {
        this.user = user;
        this.auctionId = auctionId;
        this.sinceNanos = sinceNanos;
    }

    long user() {
        return user;
    }

    long auctionId() {
        return auctionId;
    }

    boolean attendedFrom(long nanos) {
        return sinceNanos <= nanos;
    }

    List<AcceptedBid> awaited() {
        return awaited;
    }

    void parsed(long revision, long nowNanos) {
        int slot = (int) (parsed++ % KEPT);
        revisions[slot] = revision;
        parsedNanos[slot] = nowNanos;
    }

    /** When the first of the kept views was parsed that shows a revision; -1 if none does. */
    long firstParsed(long revision) {
        long first = -1;
        int kept = (int) Math.min(parsed, KEPT);
        for (int i = 0; i < kept; i++) {
            if (revisions[i] >= revision && (first < 0 || parsedNanos[i] < first)) {
                first = parsedNanos[i];
            }
        }
        return first;
    }
}
