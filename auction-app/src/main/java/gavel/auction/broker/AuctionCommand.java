package gavel.auction.broker;

/**
 * Something other than a bid that the owner of an auction must do, in order with the bids. Applying one twice is harmless: it tells
 * the owner to read the auction and its queued lots again and to act on what it finds.
 *
 * @param kind {@code CANCEL} passes the open lot, releases the hold and ends the auction; {@code REFRESH} reads newly consigned lots
 */
public record AuctionCommand(long auctionId, Kind kind) {
    public enum Kind {
        CANCEL,
        REFRESH
    }
}
