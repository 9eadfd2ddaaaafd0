package gavel.auction.auction;

import java.util.List;

/**
 * A page of an auction's catalogue: the lots of the present round by position.
 *
 * @param total lots of the round
 * @param revision of the auction all of it was read at
 */
record LotPage(List<Lot> items, int page, int size, int total, long revision) {
    LotPage {
        items = List.copyOf(items);
    }
}
