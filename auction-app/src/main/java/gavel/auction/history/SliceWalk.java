package gavel.auction.history;

import gavel.auction.page.CursorPage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BinaryOperator;
import java.util.function.Function;

/**
 * Reads a page of a history from the newest entry back. A month is one bucket; where that is full, further entries are in the buckets of
 * its parts, and so on. What is full is read before its parts and handed down, because an entry may be in any bucket that covers its instant,
 * or in several.
 *
 * <p>Cost: one look-up for each bucket, at most {@link #MAX_LOOKUPS} for a page. A walk that ends there gives a page that is not full,
 * even empty, with a cursor to go on from. It comes forward in any case: from a month to a second there are five buckets. Memory: the
 * buckets that cover one instant.
 */
final class SliceWalk<T extends HistoryEntry> {
    static final int MAX_LOOKUPS = 13;

    private static final Comparator<HistoryEntry> NEWEST_FIRST = Comparator.comparing(HistoryEntry::at)
            .thenComparing(HistoryEntry::key)
            .reversed();

    private final Function<Slice, Bucket<T>> buckets;
    private final BinaryOperator<T> merge;

    /**
     * @param entries by the key they stand under
     * @param full whether there may be buckets of its parts
     */
    record Bucket<E>(Map<String, E> entries, boolean full) {}

    /** @param merge makes one of what two buckets know of an entry */
    SliceWalk(Function<Slice, Bucket<T>> buckets, BinaryOperator<T> merge) {
        this.buckets = buckets;
        this.merge = merge;
    }

    CursorPage<T> page(Span span, Cursor cursor, int size) {
        Cursor from = cursor == null || cursor.at().isAfter(span.to()) ? Cursor.before(span.to()) : cursor;
        return new Walk(span, from, size).page();
    }

    /** One page in the making. */
    private final class Walk {
        private final Span span;
        private final Cursor from;
        private final int size;
        /** Exclusive. Entries at the very cursor are wanted only where it has a key. */
        private final Instant newest;

        private final List<T> found = new ArrayList<>();
        private int lookups;
        private Slice unread;

        Walk(Span span, Cursor from, int size) {
            this.span = span;
            this.from = from;
            this.size = size;
            this.newest = from.key().isEmpty() ? from.at() : from.at().plusNanos(1);
        }

        CursorPage<T> page() {
            read(Slice.of(Slice.Size.MONTH, newest.minusNanos(1)), Instant.MIN, Map.of());
            if (found.size() > size) {
                T end = found.get(size - 1);
                return new CursorPage<>(found.subList(0, size), new Cursor(end.at(), end.key()).text());
            }
            String next = unread == null ? null : Cursor.before(unread.end()).text();
            return new CursorPage<>(found, next);
        }

        /**
         * Reads slices of one size.
         *
         * @param begin of the last one
         * @param above entries from the larger buckets
         * @return whether the page wants more
         */
        private boolean read(Slice last, Instant begin, Map<String, T> above) {
            Slice slice = last;
            while (!slice.from().isBefore(begin) && slice.end().isAfter(span.from())) {
                if (!read(slice, above)) {
                    return false;
                }
                slice = slice.previous();
            }
            return true;
        }

        private boolean read(Slice slice, Map<String, T> above) {
            if (lookups == MAX_LOOKUPS) {
                unread = slice;
                return false;
            }
            lookups++;
            Bucket<T> bucket = buckets.apply(slice);
            Map<String, T> entries = merged(within(slice, above), bucket.entries());
            if (bucket.full() && !slice.size().isSmallest()) {
                return read(slice.lastPart(newest), slice.from(), entries);
            }
            entries.values().stream()
                    .filter(entry -> span.contains(entry.at()) && from.isBefore(entry.at(), entry.key()))
                    .sorted(NEWEST_FIRST)
                    .forEach(found::add);
            return found.size() <= size;
        }

        private Map<String, T> within(Slice slice, Map<String, T> above) {
            Map<String, T> within = new LinkedHashMap<>();
            above.forEach((key, entry) -> {
                if (slice.contains(entry.at())) {
                    within.put(key, entry);
                }
            });
            return within;
        }

        private Map<String, T> merged(Map<String, T> above, Map<String, T> entries) {
            if (above.isEmpty()) {
                return entries;
            }
            entries.forEach((key, entry) -> above.merge(key, entry, merge));
            return above;
        }
    }
}
