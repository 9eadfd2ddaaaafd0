package gavel.auction.auction;

import gavel.auction.item.Item;
import org.jspecify.annotations.Nullable;

/**
 * The lot under the hammer, and how the one before it ended.
 *
 * @param lot null when none is open
 * @param item null when none is open
 * @param previous the lot that was closed last; null when none was
 */
record CurrentLot(
        long auctionId,
        long revision,
        @Nullable Lot lot,
        @Nullable Item item,
        @Nullable Lot previous) {}
