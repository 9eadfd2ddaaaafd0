package gavel.auction.history;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.page.CursorPage;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MonthWalkTest {
    private static final Span ALL_OF_2026 = span("2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z");

    private final List<Entry> entries = new ArrayList<>();
    private final List<YearMonth> lookups = new ArrayList<>();
    private final MonthWalk<Entry> walk = new MonthWalk<>(this::bucket, Entry::at, Entry::key);

    private record Entry(Instant at, String key) {}

    @Test
    void aHistoryWithoutEntriesIsOneEmptyPage() {
        CursorPage<Entry> page = walk.page(ALL_OF_2026, null, 10);

        assertThat(page.items()).isEmpty();
        assertThat(page.next()).isNull();
        assertThat(lookups).hasSize(12);
    }

    @Test
    void entriesComeNewestFirstAcrossMonths() {
        add("2026-03-05T10:00:00Z", "c");
        add("2026-11-20T10:00:00Z", "a");
        add("2026-11-21T10:00:00Z", "b");

        assertThat(keys(walk.page(ALL_OF_2026, null, 10))).containsExactly("b", "a", "c");
    }

    @Test
    void aPageReadsNoMoreMonthsThanItNeeds() {
        for (int day = 10; day < 20; day++) {
            add("2026-12-" + day + "T10:00:00Z", "k" + day);
        }

        CursorPage<Entry> page = walk.page(ALL_OF_2026, null, 5);

        assertThat(keys(page)).containsExactly("k19", "k18", "k17", "k16", "k15");
        assertThat(lookups).containsExactly(YearMonth.parse("2026-12"));
    }

    @Test
    void followingTheCursorsGivesEveryEntryOnceWhateverThePageSize() {
        for (int i = 0; i < 25; i++) {
            // Five at each instant, so that pages end between entries of the same age; across a turn of month.
            add(Instant.parse("2026-02-28T23:59:58Z").plusSeconds(i / 5).toString(), "k" + (char) ('a' + i));
        }
        for (int size = 1; size <= 26; size++) {
            assertThat(everything(ALL_OF_2026, size))
                    .as("page size %d", size)
                    .hasSize(25)
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void theSpanIncludesItsBeginAndExcludesItsEnd() {
        add("2026-02-01T00:00:00Z", "begin");
        add("2026-03-01T00:00:00Z", "end");
        add("2026-02-28T23:59:59.999Z", "last");

        Span february = span("2026-02-01T00:00:00Z", "2026-03-01T00:00:00Z");

        assertThat(keys(walk.page(february, null, 10))).containsExactly("last", "begin");
        assertThat(lookups).containsExactly(YearMonth.parse("2026-02"));
    }

    @Test
    void aLongSpanIsWalkedInBoundedSteps() {
        add("2020-05-05T00:00:00Z", "old");
        Span decade = span("2017-01-01T00:00:00Z", "2027-01-01T00:00:00Z");

        CursorPage<Entry> first = walk.page(decade, null, 10);

        assertThat(first.items()).isEmpty();
        assertThat(first.next()).isNotNull();
        assertThat(lookups).hasSize(MonthWalk.MAX_LOOKUPS);
        assertThat(everything(decade, 10)).containsExactly("old");
        assertThat(lookups.stream().distinct()).as("each month of the decade").hasSize(120);
    }

    @Test
    void aCursorAfterTheSpanStartsAtItsEnd() {
        add("2026-06-01T00:00:00Z", "june");

        Cursor later = Cursor.before(Instant.parse("2030-01-01T00:00:00Z"));

        assertThat(keys(walk.page(ALL_OF_2026, later, 10))).containsExactly("june");
    }

    private List<String> everything(Span span, int size) {
        List<String> keys = new ArrayList<>();
        Cursor cursor = null;
        do {
            CursorPage<Entry> page = walk.page(span, cursor, size);
            keys.addAll(keys(page));
            cursor = Cursor.parse(page.next());
        } while (cursor != null);
        return keys;
    }

    private List<Entry> bucket(YearMonth month) {
        lookups.add(month);
        return entries.stream()
                .filter(entry -> HistoryDocuments.monthOf(entry.at()).equals(month))
                .toList();
    }

    private void add(String at, String key) {
        entries.add(new Entry(Instant.parse(at), key));
    }

    private static List<String> keys(CursorPage<Entry> page) {
        return page.items().stream().map(Entry::key).toList();
    }

    private static Span span(String from, String to) {
        return new Span(Instant.parse(from), Instant.parse(to));
    }
}
