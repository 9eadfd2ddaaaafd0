package gavel.auction.live;

/** What the news have told this node of the auctions. */
@FunctionalInterface
public interface KnownRevisions {
    /** The revision of a running auction this node has heard of; 0 when it has heard of none. Reads nothing and does not wait. */
    long known(long auctionId);
}
