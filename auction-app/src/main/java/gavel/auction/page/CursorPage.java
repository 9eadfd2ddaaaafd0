package gavel.auction.page;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A stretch of a collection that is read in order.
 *
 * @param next cursor of the next stretch; null at the end
 */
public record CursorPage<T>(List<T> items, @Nullable String next) {
    public CursorPage {
        items = List.copyOf(items);
    }
}
