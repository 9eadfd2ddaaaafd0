package gavel.auction.live;

import gavel.auction.broker.LiveView;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The body of a live response: a {@link LiveView} that says how long instead of until when, because clients' clocks differ. */
record LiveBody(
        long auctionId,
        String state,
        long revision,
        @Nullable Lot lot,
        @Nullable String lastBidId,
        @Nullable Instant changedAt) {
    /** Stands where the remaining time is filled in later. */
    static final long PLACE_HOLDER = Long.MIN_VALUE;

    /**
     * @param leaderId account of the highest bidder; null before the first bid
     * @param closesInMillis until the present phase ends; null when the lot is closed
     */
    record Lot(
            long id,
            long itemId,
            String title,
            String phase,
            @Nullable BigDecimal price,
            @Nullable BigDecimal minimumBid,
            @Nullable Long leaderId,
            int bidCount,
            @Nullable Long closesInMillis) {}

    static LiveBody of(LiveView view) {
        return new LiveBody(
                view.auctionId(),
                view.state(),
                view.revision(),
                view.lot() == null ? null : lot(view.lot()),
                view.lastBidId(),
                view.changedAt());
    }

    private static Lot lot(LiveView.LiveLot lot) {
        return new Lot(
                lot.id(),
                lot.itemId(),
                lot.title(),
                lot.phase(),
                lot.price(),
                lot.minimumBid(),
                lot.leaderId(),
                lot.bidCount(),
                lot.closesAt() == null ? null : PLACE_HOLDER);
    }
}
