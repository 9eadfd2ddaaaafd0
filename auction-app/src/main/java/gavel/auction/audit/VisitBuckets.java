package gavel.auction.audit;

import com.mongodb.client.MongoCollection;
import gavel.auction.history.HistoryDocuments;
import gavel.auction.history.Slice;
import gavel.auction.history.Visit;
import java.time.Instant;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.bson.Document;

/** The buckets of attendance: which continue others, and where the end of a visit may stand. Keeps the ids of buckets that do. */
final class VisitBuckets {
    private final MongoCollection<Document> collection;
    private final Set<String> full = new HashSet<>();
    private final Set<String> continued = new HashSet<>();
    private final Map<Slice.Size, Bucket> last = new EnumMap<>(Slice.Size.class);

    VisitBuckets(MongoCollection<Document> collection) {
        this.collection = collection;
    }

    private record Bucket(String id, Map<String, Visit> visits, boolean full) {}

    /** @throws RuntimeException when the id is no bucket's */
    void add(Document bucket) {
        String id = bucket.getString("_id");
        HistoryDocuments.wholeOf(id).ifPresent(continued::add);
        if (HistoryDocuments.isFull(bucket)) {
            full.add(id);
        }
    }

    /** Who reads a history looks for more only where a bucket is full. One that was marked after it was read here is full now. */
    void judge(InvariantResult.Tally tally) {
        for (String id : continued) {
            if (!full.contains(id) && !HistoryDocuments.isFull(find(id))) {
                tally.violation("history " + id + " is continued by others, but not marked as full");
            }
        }
    }

    /**
     * Looks into every bucket that may know the end. Quick for visits in the order of accounts and times: the last buckets are kept.
     *
     * @param key within a bucket
     */
    boolean hasEnded(long account, String key, Instant joined) {
        for (Slice.Size size : Slice.Size.values()) {
            Bucket bucket = bucket(account, size, joined);
            Visit visit = bucket.visits.get(key);
            if (visit != null && visit.leftAt() != null) {
                return true;
            }
            if (!bucket.full) {
                return false;
            }
        }
        return false;
    }

    private Bucket bucket(long account, Slice.Size size, Instant joined) {
        String id = HistoryDocuments.bucketId(account, size, joined);
        Bucket before = last.get(size);
        if (before != null && before.id.equals(id)) {
            return before;
        }
        Document document = find(id);
        Bucket bucket = new Bucket(id, HistoryDocuments.visits(account, document), HistoryDocuments.isFull(document));
        last.put(size, bucket);
        return bucket;
    }

    private Document find(String id) {
        return collection.find(new Document("_id", id)).first();
    }
}
