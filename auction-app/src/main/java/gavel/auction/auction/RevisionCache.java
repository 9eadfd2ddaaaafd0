package gavel.auction.auction;

import gavel.auction.live.KnownRevisions;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Keeps what was read of running auctions as long as their revision stays.
 *
 * <p>The revision this node has heard of is part of the key, so a change is seen as soon as its news arrives and nothing has to be
 * invalidated. An owner publishes a revision after it is committed, so whatever is read after the news is at least that new. Of an auction
 * no news were heard of, and for a caller that has seen more than this node, nothing is kept: the rows are read.
 */
final class RevisionCache<V> {
    private final Kept<V> kept;
    private final KnownRevisions revisions;

    /** Gives the kept value of a key, else what {@code read} gives, which is then kept unless it is null. */
    @FunctionalInterface
    interface Kept<V> {
        V get(String key, Function<String, V> read);
    }

    RevisionCache(Kept<V> kept, KnownRevisions revisions) {
        this.kept = kept;
        this.revisions = revisions;
    }

    /**
     * @param part which part of the auction; empty for the whole
     * @param after the revision the caller has seen
     * @param read reads the rows; null when there is no such auction
     */
    V get(long auctionId, String part, long after, Supplier<V> read) {
        long known = revisions.known(auctionId);
        if (known < 1 || after > known) {
            return read.get();
        }
        return kept.get(auctionId + ":" + known + part, _ -> read.get());
    }
}
