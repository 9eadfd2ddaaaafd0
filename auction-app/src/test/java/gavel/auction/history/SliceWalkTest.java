package gavel.auction.history;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.page.CursorPage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SliceWalkTest {
    private static final Span ALL_OF_2026 = span("2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z");

    private final Map<String, List<Entry>> buckets = new HashMap<>();
    private final Set<String> full = new HashSet<>();
    private final List<String> lookups = new ArrayList<>();
    private final SliceWalk<Entry> walk = new SliceWalk<>(this::bucket, (one, other) -> other);

    /** @param bucket it was found in */
    private record Entry(Instant at, String key, String bucket) implements HistoryEntry {
        @Override
        public long accountId() {
            return 1;
        }
    }

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
        assertThat(lookups).containsExactly("2026-12");
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
        assertThat(lookups).containsExactly("2026-02");
    }

    @Test
    void aLongSpanIsWalkedInBoundedSteps() {
        add("2020-05-05T00:00:00Z", "old");
        Span decade = span("2017-01-01T00:00:00Z", "2027-01-01T00:00:00Z");

        CursorPage<Entry> first = walk.page(decade, null, 10);

        assertThat(first.items()).isEmpty();
        assertThat(first.next()).isNotNull();
        assertThat(lookups).hasSize(SliceWalk.MAX_LOOKUPS);
        assertThat(everything(decade, 10)).containsExactly("old");
        assertThat(lookups.stream().distinct()).as("each month of the decade").hasSize(120);
    }

    @Test
    void aCursorAfterTheSpanStartsAtItsEnd() {
        add("2026-06-01T00:00:00Z", "june");

        Cursor later = Cursor.before(Instant.parse("2030-01-01T00:00:00Z"));

        assertThat(keys(walk.page(ALL_OF_2026, later, 10))).containsExactly("june");
    }

    @Test
    void whatAFullMonthHadNoRoomForIsReadInItsPlace() {
        full.add("2026-11");
        add("2026-12-01T00:00:00Z", "after");
        add("2026-11-20T10:00:00Z", "b");
        add("2026-11-20T09:00:00Z", "d");
        add("2026-11-20T09:30:00Z", "c", "2026-11-20".length());
        add("2026-11-20T11:00:00Z", "a", "2026-11-20".length());
        add("2026-11-19T23:00:00Z", "e", "2026-11-20".length());
        add("2026-10-31T23:59:59Z", "before");

        Span span = span("2026-10-31T00:00:00Z", "2026-12-02T00:00:00Z");
        for (int size = 1; size <= 7; size++) {
            assertThat(everything(span, size)).containsExactly("after", "a", "b", "c", "d", "e", "before");
        }
    }

    @Test
    void aPageWithinAFullMonthReadsOnlyThePartsItNeeds() {
        full.addAll(List.of("2026-11", "2026-11-20"));
        add("2026-11-20T10:30:00Z", "a", "2026-11-20T10".length());
        add("2026-11-20T10:20:00Z", "b", "2026-11-20T10".length());

        Span morning = span("2026-11-20T09:00:00Z", "2026-11-20T10:30:00Z");

        assertThat(keys(walk.page(morning, null, 5))).containsExactly("b");
        assertThat(lookups).containsExactly("2026-11", "2026-11-20", "2026-11-20T10", "2026-11-20T09");
    }

    @Test
    void anEntryThatWasWrittenAgainAfterItsBucketWasFullIsReadOnce() {
        full.addAll(List.of("2026-11", "2026-11-20"));
        for (int letters : List.of("2026-11".length(), "2026-11-20".length(), "2026-11-20T10".length())) {
            add("2026-11-20T10:30:00Z", "a", letters);
            add("2026-11-20T10:30:00Z", "b", letters);
        }

        CursorPage<Entry> page = walk.page(span("2026-11-20T10:00:00Z", "2026-11-20T12:00:00Z"), null, 5);

        assertThat(keys(page)).containsExactly("b", "a");
        assertThat(page.items()).as("both records of it were merged").allMatch(entry -> entry.bucket()
                .equals("2026-11-20T10"));
    }

    @Test
    void whoFollowsTheCursorsThroughFullBucketsComesToTheEnd() {
        for (int letters : List.of(7, 10, 13, 16)) {
            full.add("2026-11-20T10:30".substring(0, letters));
        }
        for (int second = 0; second < 60; second++) {
            String at =
                    Instant.parse("2026-11-20T10:30:00Z").plusSeconds(second).toString();
            add(at, at, List.of(7, 10, 13, 16, 19).get(second % 5));
        }
        add("2026-11-01T00:00:00Z", "2026-11-01T00:00:00Z", "2026-11-01".length());

        Span november = span("2026-11-01T00:00:00Z", "2026-12-01T00:00:00Z");
        for (int size : List.of(1, 7, 100)) {
            assertThat(everything(november, size))
                    .hasSize(61)
                    .doesNotHaveDuplicates()
                    .isSortedAccordingTo(Comparator.reverseOrder());
        }
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

    private SliceWalk.Bucket<Entry> bucket(Slice slice) {
        lookups.add(slice.text());
        Map<String, Entry> entries = new HashMap<>();
        buckets.getOrDefault(slice.text(), List.of()).forEach(entry -> entries.put(entry.key(), entry));
        return new SliceWalk.Bucket<>(entries, full.contains(slice.text()));
    }

    private void add(String at, String key) {
        add(at, key, "2026-11".length());
    }

    /** @param letters of the bucket it is in */
    private void add(String at, String key, int letters) {
        String bucket = at.substring(0, letters);
        buckets.computeIfAbsent(bucket, _ -> new ArrayList<>()).add(new Entry(Instant.parse(at), key, bucket));
    }

    private static List<String> keys(CursorPage<Entry> page) {
        return page.items().stream().map(Entry::key).toList();
    }

    private static Span span(String from, String to) {
        return new Span(Instant.parse(from), Instant.parse(to));
    }
}
