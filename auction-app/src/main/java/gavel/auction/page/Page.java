package gavel.auction.page;

import java.util.List;

/**
 * One numbered page of a collection.
 *
 * @param page number of this page, from 0
 * @param size entries of a full page
 * @param total entries of the whole collection, as far as they were counted
 */
public record Page<T>(List<T> items, int page, int size, long total) {
    public Page {
        items = List.copyOf(items);
    }

    public static <T> Page<T> of(List<T> items, PageRequest request, long total) {
        return new Page<>(items, request.page(), request.size(), total);
    }
}
