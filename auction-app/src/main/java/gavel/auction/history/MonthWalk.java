package gavel.auction.history;

import gavel.auction.page.CursorPage;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * Reads a page of a history that is kept in monthly buckets, from the newest entry back.
 *
 * <p>Cost: one look-up for each month, at most {@link #MAX_LOOKUPS} for a page. A walk that ends there gives a page that is not full,
 * even empty, with a cursor to go on from.
 */
final class MonthWalk<T> {
    static final int MAX_LOOKUPS = 13;

    private final Function<YearMonth, List<T>> buckets;
    private final Function<T, Instant> time;
    private final Function<T, String> key;

    MonthWalk(Function<YearMonth, List<T>> buckets, Function<T, Instant> time, Function<T, String> key) {
        this.buckets = buckets;
        this.time = time;
        this.key = key;
    }

    CursorPage<T> page(Span span, Cursor cursor, int size) {
        Cursor from = cursor == null || cursor.at().isAfter(span.to()) ? Cursor.before(span.to()) : cursor;
        YearMonth last = HistoryDocuments.monthOf(span.from());
        // The microsecond before, as entries at the very cursor without a key are not wanted.
        YearMonth month =
                HistoryDocuments.monthOf(from.key().isEmpty() ? from.at().minusNanos(1_000) : from.at());
        List<T> found = new ArrayList<>();
        for (int lookups = 0; !month.isBefore(last); lookups++) {
            if (lookups == MAX_LOOKUPS) {
                return new CursorPage<>(found, Cursor.before(endOf(month)).text());
            }
            addNewestFirst(found, buckets.apply(month), span, from);
            if (found.size() > size) {
                T end = found.get(size - 1);
                return new CursorPage<>(found.subList(0, size), new Cursor(time.apply(end), key.apply(end)).text());
            }
            month = month.minusMonths(1);
        }
        return new CursorPage<>(found, null);
    }

    private void addNewestFirst(List<T> found, List<T> bucket, Span span, Cursor from) {
        bucket.stream()
                .filter(entry -> span.contains(time.apply(entry)) && from.isBefore(time.apply(entry), key.apply(entry)))
                .sorted(Comparator.comparing(time).thenComparing(key).reversed())
                .forEach(found::add);
    }

    private static Instant endOf(YearMonth month) {
        return month.plusMonths(1).atDay(1).atStartOfDay(ZoneOffset.UTC).toInstant();
    }
}
