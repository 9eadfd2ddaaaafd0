package gavel.auction.engine;

import gavel.auction.broker.LiveView;

/** What attendees see of an auction. */
public final class Views {
    private Views() {}

    public static LiveView of(AuctionState auction) {
        LotState lot = auction.shownLot();
        return new LiveView(
                auction.id(),
                auction.phase().name(),
                auction.revision(),
                lot == null ? null : lot(lot),
                lot == null ? null : lot.lastBidId(),
                auction.changedAt());
    }

    private static LiveView.LiveLot lot(LotState lot) {
        return new LiveView.LiveLot(
                lot.id(),
                lot.itemId(),
                lot.title(),
                lot.phase().name(),
                lot.price() == null ? lot.startingPrice() : lot.price(),
                lot.minimumBid(),
                lot.leader(),
                lot.bidCount(),
                lot.phase().isOpen() ? lot.closesAt() : null);
    }
}
