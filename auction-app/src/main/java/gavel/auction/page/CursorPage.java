package gavel.auction.page;

import java.util.List;

/**
 * A stretch of a collection that is read in order.
 *
 * @param next cursor of the next stretch; null at the end
 */
public record CursorPage<T>(List<T> items, String next) {
    public CursorPage {
        items = List.copyOf(items);
    }
}
