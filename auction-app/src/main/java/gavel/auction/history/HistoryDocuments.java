package gavel.auction.history;

import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.bson.types.Decimal128;

/**
 * The format of the history buckets: one document for each account and month (UTC), found by its {@code _id} only.
 *
 * <pre>
 * bid_history        {_id: "17:2026-11", bids:   {BIDID: {auction, lot, amount, outcome, placed, decided}}}
 * attendance_history {_id: "17:2026-11", visits: {"AUCTION-JOINEDMICROS": {auction, joined, left}}}
 * </pre>
 *
 * A bid belongs to the month it was placed in, a visit to the month it began in. Entries are fields, not array elements, so that
 * writing one twice changes nothing.
 */
public final class HistoryDocuments {
    public static final String BIDS = "bid_history";
    public static final String ATTENDANCE = "attendance_history";

    private static final UpdateOptions UPSERT = new UpdateOptions().upsert(true);

    private HistoryDocuments() {}

    public static String bucketId(long accountId, YearMonth month) {
        return accountId + ":" + month;
    }

    public static String bucketId(long accountId, Instant at) {
        return bucketId(accountId, monthOf(at));
    }

    public static YearMonth monthOf(Instant at) {
        return YearMonth.from(at.atOffset(ZoneOffset.UTC));
    }

    /** The key of a visit within its bucket. */
    public static String visitKey(long auctionId, Instant joinedAt) {
        return auctionId + "-" + ChronoUnit.MICROS.between(Instant.EPOCH, joinedAt);
    }

    /** A whole bucket for bulk loading; all bids must be of this bucket. */
    public static Document bidBucket(String bucketId, Collection<PastBid> bids) {
        Document entries = new Document();
        for (PastBid bid : bids) {
            requireBucket(bucketId, bucketId(bid.accountId(), bid.placedAt()));
            entries.append(bid.bidId(), entry(bid));
        }
        return new Document("_id", bucketId).append("bids", entries);
    }

    /** A whole bucket for bulk loading; all visits must be of this bucket. */
    public static Document visitBucket(String bucketId, Collection<Visit> visits) {
        Document entries = new Document();
        for (Visit visit : visits) {
            requireBucket(bucketId, bucketId(visit.accountId(), visit.joinedAt()));
            Document entry = new Document("auction", visit.auctionId()).append("joined", Date.from(visit.joinedAt()));
            if (visit.leftAt() != null) {
                entry.append("left", Date.from(visit.leftAt()));
            }
            entries.append(visitKey(visit.auctionId(), visit.joinedAt()), entry);
        }
        return new Document("_id", bucketId).append("visits", entries);
    }

    /** One upsert for each bucket the bids touch. */
    public static List<UpdateOneModel<Document>> bidUpserts(Collection<PastBid> bids) {
        Map<String, Document> byBucket = new LinkedHashMap<>();
        for (PastBid bid : bids) {
            byBucket.computeIfAbsent(bucketId(bid.accountId(), bid.placedAt()), _ -> new Document())
                    .append("bids." + bid.bidId(), entry(bid));
        }
        return upserts(byBucket);
    }

    /**
     * One upsert for each bucket the visits touch. Joining never writes {@code left}, so the news of joining and leaving may arrive in
     * either order.
     */
    public static List<UpdateOneModel<Document>> visitUpserts(Collection<Visit> visits) {
        Map<String, Document> byBucket = new LinkedHashMap<>();
        for (Visit visit : visits) {
            String path = "visits." + visitKey(visit.auctionId(), visit.joinedAt());
            Document fields =
                    byBucket.computeIfAbsent(bucketId(visit.accountId(), visit.joinedAt()), _ -> new Document());
            fields.append(path + ".auction", visit.auctionId());
            fields.append(path + ".joined", Date.from(visit.joinedAt()));
            if (visit.leftAt() != null) {
                fields.append(path + ".left", Date.from(visit.leftAt()));
            }
        }
        return upserts(byBucket);
    }

    /** The bids of a bucket in no particular order; none when there is no bucket. */
    public static List<PastBid> bids(long accountId, Document bucket) {
        return entries(bucket, "bids").entrySet().stream()
                .map(e -> bid(accountId, e.getKey(), (Document) e.getValue()))
                .toList();
    }

    /** The visits of a bucket in no particular order; none when there is no bucket. */
    public static List<Visit> visits(long accountId, Document bucket) {
        return entries(bucket, "visits").values().stream()
                .map(e -> visit(accountId, (Document) e))
                .toList();
    }

    /** The visits of a bucket by the key they stand under. */
    public static Map<String, Visit> visitsByKey(long accountId, Document bucket) {
        Map<String, Visit> visits = new LinkedHashMap<>();
        entries(bucket, "visits").forEach((key, e) -> visits.put(key, visit(accountId, (Document) e)));
        return visits;
    }

    private static Visit visit(long accountId, Document entry) {
        return new Visit(accountId, entry.getLong("auction"), instant(entry, "joined"), instant(entry, "left"));
    }

    private static Document entry(PastBid bid) {
        return new Document("auction", bid.auctionId())
                .append("lot", bid.lotId())
                .append("amount", new Decimal128(bid.amount()))
                .append("outcome", bid.outcome())
                .append("placed", Date.from(bid.placedAt()))
                .append("decided", Date.from(bid.decidedAt()));
    }

    private static PastBid bid(long accountId, String bidId, Document entry) {
        return new PastBid(
                bidId,
                accountId,
                entry.getLong("auction"),
                entry.getLong("lot"),
                entry.get("amount", Decimal128.class).bigDecimalValue(),
                entry.getString("outcome"),
                instant(entry, "placed"),
                instant(entry, "decided"));
    }

    private static Instant instant(Document entry, String field) {
        Date date = entry.getDate(field);
        return date == null ? null : date.toInstant();
    }

    private static Document entries(Document bucket, String field) {
        Document entries = bucket == null ? null : bucket.get(field, Document.class);
        return entries == null ? new Document() : entries;
    }

    private static List<UpdateOneModel<Document>> upserts(Map<String, Document> byBucket) {
        return byBucket.entrySet().stream()
                .map(e -> new UpdateOneModel<Document>(byId(e.getKey()), new Document("$set", e.getValue()), UPSERT))
                .toList();
    }

    private static Bson byId(String id) {
        return new Document("_id", id);
    }

    private static void requireBucket(String expected, String actual) {
        if (!expected.equals(actual)) {
            throw new IllegalArgumentException("entry belongs to bucket " + expected + ": " + actual);
        }
    }
}
