package gavel.auction.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import gavel.auction.testing.EmbeddedServices;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A bucket has an end, whatever one account does, and nothing that was written is lost or read twice. */
class BucketWriterIT {
    private static final Instant AT = Instant.parse("2026-11-20T12:30:15Z");
    private static final Span ALL = Span.of(null, null, AT.plusSeconds(86_400));
    private static final int MOST = 10;
    private static final int BETWEEN_LOOKS = 4;

    private MongoCollection<Document> buckets;

    @BeforeEach
    void store() {
        buckets = EmbeddedServices.documents().getCollection(HistoryDocuments.BIDS);
    }

    @Test
    void whatIsTooMuchForAMonthGoesIntoItsDayAndOnToTheSecond() {
        BucketWriter<PastBid> writer = writer();
        for (int portion = 0; portion < 20; portion++) {
            writer.write(bids(5 * portion, 5));
        }

        assertThat(sizes())
                .containsOnlyKeys(
                        "1:2026-11", "1:2026-11-20", "1:2026-11-20T12", "1:2026-11-20T12:30", "1:2026-11-20T12:30:15");
        sizes().forEach((bucket, size) -> {
            if (!bucket.endsWith(":15")) {
                assertThat(size).as(bucket).isBetween(MOST, MOST + BETWEEN_LOOKS);
            }
        });
        assertThat(read()).containsExactlyInAnyOrderElementsOf(ids(100));
    }

    @Test
    void aPortionThatIsTooLargeIsDivided() {
        writer().write(bids(0, 25));

        assertThat(sizes()).isEqualTo(Map.of("1:2026-11", MOST, "1:2026-11-20", MOST, "1:2026-11-20T12", 5));
        assertThat(marked()).containsExactlyInAnyOrder("1:2026-11", "1:2026-11-20");
        assertThat(read()).containsExactlyInAnyOrderElementsOf(ids(25));
    }

    @Test
    void otherAccountsHaveBucketsOfTheirOwnAsBefore() {
        BucketWriter<PastBid> writer = writer();
        List<PastBid> mixed = new ArrayList<>(bids(0, 25));
        mixed.add(HistoryDocumentsTest.bid("other", 2, AT));
        writer.write(mixed);
        writer.write(List.of());

        assertThat(sizes()).containsEntry("2:2026-11", 1);
        assertThat(marked()).noneMatch(bucket -> bucket.startsWith("2:"));
    }

    @Test
    void anotherNodeMayWriteEverythingAgain() {
        BucketWriter<PastBid> first = writer();
        for (int from = 0; from < 60; from += 3) {
            first.write(bids(from, 3));
        }
        BucketWriter<PastBid> second = writer();
        for (int from = 0; from < 60; from += 3) {
            second.write(bids(from, 3));
        }

        assertThat(read()).as("each once").containsExactlyInAnyOrderElementsOf(ids(60));
        sizes().forEach((bucket, size) -> {
            if (!bucket.endsWith(":15")) {
                assertThat(size).as(bucket).isLessThanOrEqualTo(MOST + 2 * BETWEEN_LOOKS);
            }
        });
    }

    @Test
    void theEndOfAVisitIsKnownWhereverItsBeginStands() {
        VisitHistories histories = new VisitHistories(EmbeddedServices.documents());
        List<Visit> begun = IntStream.range(0, BucketWriter.MOST_ENTRIES + 10)
                .mapToObj(i -> new Visit(1, 7, AT.plusMillis(i), null))
                .toList();
        histories.write(begun);
        histories.write(begun.stream()
                .map(visit -> new Visit(1, 7, visit.joinedAt(), visit.joinedAt().plusSeconds(1)))
                .toList());

        List<Visit> read = new ArrayList<>();
        Cursor cursor = null;
        do {
            var page = histories.page(1, ALL, cursor, 100);
            read.addAll(page.items());
            cursor = Cursor.parse(page.next());
        } while (cursor != null);

        assertThat(read)
                .hasSameSizeAs(begun)
                .allMatch(visit -> visit.joinedAt().plusSeconds(1).equals(visit.leftAt()));
    }

    private BucketWriter<PastBid> writer() {
        return new BucketWriter<>(buckets, HistoryDocuments::bidUpsert, MOST, BETWEEN_LOOKS);
    }

    /** In one second. */
    private static List<PastBid> bids(int from, int count) {
        return IntStream.range(from, from + count)
                .mapToObj(i -> HistoryDocumentsTest.bid("b" + i, 1, AT.plusMillis(i)))
                .toList();
    }

    private static List<String> ids(int count) {
        return IntStream.range(0, count).mapToObj(i -> "b" + i).toList();
    }

    private Map<String, Integer> sizes() {
        Map<String, Integer> sizes = new TreeMap<>();
        for (Document bucket : buckets.find()) {
            sizes.put(bucket.getString("_id"), HistoryDocuments.entries(bucket));
        }
        return sizes;
    }

    private List<String> marked() {
        List<String> marked = new ArrayList<>();
        for (Document bucket : buckets.find(HistoryDocuments.full())) {
            marked.add(bucket.getString("_id"));
        }
        return marked;
    }

    /** The ids of account 1, as its pages have them. */
    private List<String> read() {
        SliceWalk<PastBid> walk = new SliceWalk<>(
                slice -> {
                    Document bucket = HistoryDocuments.find(buckets, 1, slice);
                    return new SliceWalk.Bucket<>(HistoryDocuments.bids(1, bucket), HistoryDocuments.isFull(bucket));
                },
                (one, _) -> one);
        List<String> ids = new ArrayList<>();
        Cursor cursor = null;
        do {
            var page = walk.page(ALL, cursor, 7);
            page.items().forEach(bid -> ids.add(bid.bidId()));
            cursor = Cursor.parse(page.next());
        } while (cursor != null);
        return ids;
    }
}
