package gavel.auction.auction;

/** What the news have told this node of the auctions. */
@FunctionalInterface
public interface KnownRevisions {
    /** The highest revision of the auction this node has heard of; 0 when it has heard of none. Costs no look-up elsewhere. */
    long known(long auctionId);
}
