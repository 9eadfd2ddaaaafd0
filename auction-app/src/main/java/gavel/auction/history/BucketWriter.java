package gavel.auction.history;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.UpdateOneModel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.BiFunction;
import org.bson.Document;

/**
 * Writes entries of a history, each into the largest bucket for its time that is not full.
 *
 * <p>Cost: one round trip, as long as no account has many entries. No update can ask how full its document is and find it by nothing but its
 * id, which is all that the embedded store has an index for. So this node counts what it has written, and looks at a bucket after a number of
 * entries. Each node that writes, and each after its restart, may so add that number to a bucket that is full; that of a second takes
 * whatever comes. Safe for any thread.
 */
final class BucketWriter<T extends HistoryEntry> {
    /**
     * Entries of a full bucket: some 170 KB, which are read in a few milliseconds. Twenty nodes that write at once make it an eighth of what
     * MongoDB allows a document. A simulated user bids each 33 s at most, and fills one in nine hours.
     */
    static final int MOST_ENTRIES = 1_000;
    /** Of all buckets that share a count; a simulated user alone needs four hours for them. */
    static final int BETWEEN_LOOKS = 500;

    /** 256 KB of counts. Buckets that share one are looked at together. */
    private static final int COUNTS = 1 << 16;

    private static final int ALWAYS = -1;
    private static final BulkWriteOptions ANY_ORDER = new BulkWriteOptions().ordered(false);

    private final MongoCollection<Document> buckets;
    private final BiFunction<String, List<T>, UpdateOneModel<Document>> upsert;
    private final int mostEntries;
    private final int betweenLooks;
    private final AtomicIntegerArray written = new AtomicIntegerArray(COUNTS);

    /** @param upsert writes entries into the bucket with an id */
    BucketWriter(MongoCollection<Document> buckets, BiFunction<String, List<T>, UpdateOneModel<Document>> upsert) {
        this(buckets, upsert, MOST_ENTRIES, BETWEEN_LOOKS);
    }

    BucketWriter(
            MongoCollection<Document> buckets,
            BiFunction<String, List<T>, UpdateOneModel<Document>> upsert,
            int mostEntries,
            int betweenLooks) {
        this.buckets = buckets;
        this.upsert = upsert;
        this.mostEntries = mostEntries;
        this.betweenLooks = betweenLooks;
    }

    /** Returns when the store has acknowledged all of them. Writing one again changes nothing that is read. */
    void write(Collection<T> entries) {
        List<UpdateOneModel<Document>> updates = new ArrayList<>();
        Collection<T> left = entries;
        for (Slice.Size size : Slice.Size.values()) {
            left = place(left, size, updates);
        }
        if (!updates.isEmpty()) {
            buckets.bulkWrite(updates, ANY_ORDER);
        }
    }

    /** @return what found no room in buckets of this size */
    private List<T> place(Collection<T> entries, Slice.Size size, List<UpdateOneModel<Document>> updates) {
        Map<String, List<T>> byBucket = new LinkedHashMap<>();
        for (T entry : entries) {
            byBucket.computeIfAbsent(
                            HistoryDocuments.bucketId(entry.accountId(), size, entry.at()), _ -> new ArrayList<>())
                    .add(entry);
        }
        Map<String, Integer> rooms = size.isSmallest() ? Map.of() : rooms(byBucket);
        List<T> left = new ArrayList<>();
        byBucket.forEach((bucket, all) -> {
            int fit = Math.min(all.size(), rooms.getOrDefault(bucket, all.size()));
            if (fit > 0) {
                updates.add(upsert.apply(bucket, all.subList(0, fit)));
            }
            left.addAll(all.subList(fit, all.size()));
        });
        return left;
    }

    /** What may still be written into the buckets that have to be looked at; all that is wanted into others. */
    private Map<String, Integer> rooms(Map<String, List<T>> wanted) {
        Set<String> due = new LinkedHashSet<>();
        wanted.forEach((bucket, entries) -> {
            int count = written.accumulateAndGet(
                    slot(bucket), entries.size(), (before, more) -> before == ALWAYS ? ALWAYS : before + more);
            if (count == ALWAYS || count > betweenLooks) {
                due.add(bucket);
            }
        });
        return due.isEmpty() ? Map.of() : look(due, wanted);
    }

    private Map<String, Integer> look(Set<String> due, Map<String, List<T>> wanted) {
        Map<String, Integer> rooms = new HashMap<>();
        for (Document bucket : buckets.find(among(due)).projection(new Document(HistoryDocuments.FULL, true))) {
            if (HistoryDocuments.isFull(bucket)) {
                rooms.put(bucket.getString("_id"), 0);
            }
        }
        Set<String> unmarked = new LinkedHashSet<>(due);
        unmarked.removeAll(rooms.keySet());
        if (!unmarked.isEmpty()) {
            unmarked.forEach(bucket -> rooms.put(bucket, mostEntries));
            for (Document bucket : buckets.find(among(unmarked))) {
                rooms.put(bucket.getString("_id"), Math.max(0, mostEntries - HistoryDocuments.entries(bucket)));
            }
            mark(unmarked.stream()
                    .filter(bucket -> rooms.get(bucket) < wanted.get(bucket).size())
                    .toList());
        }
        due.forEach(bucket -> {
            int room = rooms.get(bucket);
            int wants = wanted.get(bucket).size();
            written.updateAndGet(slot(bucket), before -> before == ALWAYS || room < wants ? ALWAYS : wants);
        });
        return rooms;
    }

    /** Before anything goes beyond a bucket, so that whoever reads or deletes it knows that there is more. */
    private void mark(List<String> full) {
        if (!full.isEmpty()) {
            buckets.bulkWrite(full.stream().map(HistoryDocuments::mark).toList(), ANY_ORDER);
        }
    }

    private static Document among(Set<String> ids) {
        return new Document("_id", new Document("$in", List.copyOf(ids)));
    }

    private static int slot(String bucket) {
        return Math.floorMod(bucket.hashCode(), COUNTS);
    }
}
