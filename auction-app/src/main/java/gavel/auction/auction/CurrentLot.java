package gavel.auction.auction;

import gavel.auction.item.Item;

/**
 * The lot under the hammer.
 *
 * @param lot null when none is open
 * @param item null when none is open
 */
record CurrentLot(long auctionId, long revision, Lot lot, Item item) {}
