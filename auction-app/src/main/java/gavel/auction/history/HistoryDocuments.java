package gavel.auction.history;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.UpdateOneModel;
import com.mongodb.client.model.UpdateOptions;
import java.time.Instant;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Collection;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.bson.types.Decimal128;

/**
 * The format of the history buckets: one document for each account and month (UTC), found by its {@code _id} only.
 *
 * <pre>
 * bid_history        {_id: "17:2026-11", bids:   {BIDID: {auction, lot, amount, outcome, placed, decided}}, full: true}
 * attendance_history {_id: "17:2026-11", visits: {"AUCTION-JOINEDMICROS": {auction, joined, left}}, full: true}
 * </pre>
 *
 * A bid belongs to the month it was placed in, a visit to the month it began in. Entries are fields, not array elements, so that
 * writing one twice changes nothing.
 *
 * <p>A month with very many entries is marked {@code full}, which few ever are; what comes after that goes into a document of its day, as
 * {@code "17:2026-11-20"}, and where that is full, too, into one of its hour, minute or second. An entry written a second time, after its
 * bucket was marked, is in two of them.
 */
public final class HistoryDocuments {
    public static final String BIDS = "bid_history";
    public static final String ATTENDANCE = "attendance_history";

    static final String FULL = "full";

    private static final UpdateOptions UPSERT = new UpdateOptions().upsert(true);

    private HistoryDocuments() {}

    public static String bucketId(long accountId, YearMonth month) {
        return accountId + ":" + month;
    }

    public static String bucketId(long accountId, Instant at) {
        return bucketId(accountId, Slice.Size.MONTH, at);
    }

    public static String bucketId(long accountId, Slice.Size size, Instant at) {
        return accountId + ":" + size.textOf(at);
    }

    /** Whether an entry may be in a bucket. */
    public static boolean covers(String bucketId, long accountId, Instant at) {
        return Arrays.stream(Slice.Size.values()).anyMatch(size -> bucketId.equals(bucketId(accountId, size, at)));
    }

    /** The account a bucket belongs to. @throws RuntimeException when it is no bucket's id */
    public static long accountOf(String bucketId) {
        return Long.parseLong(bucketId.substring(0, bucketId.indexOf(':')));
    }

    /** What a bucket covers. @throws RuntimeException when it is no bucket's id */
    public static Slice sliceOf(String bucketId) {
        return Slice.parse(bucketId.substring(bucketId.indexOf(':') + 1));
    }

    /** The buckets that may have what a full one has no room for. */
    public static List<String> partsOf(String bucketId) {
        long account = accountOf(bucketId);
        return sliceOf(bucketId).parts().stream()
                .map(part -> account + ":" + part.text())
                .toList();
    }

    /** The bucket this is a part of; empty for a month. @throws RuntimeException when it is no bucket's id */
    public static Optional<String> wholeOf(String bucketId) {
        Slice slice = sliceOf(bucketId);
        return slice.size() == Slice.Size.MONTH
                ? Optional.empty()
                : Optional.of(bucketId(accountOf(bucketId), slice.size().whole(), slice.from()));
    }

    /** Null where there is none. */
    static Document find(MongoCollection<Document> buckets, long accountId, Slice slice) {
        return buckets.find(new Document("_id", accountId + ":" + slice.text())).first();
    }

    /** Finds the buckets that are marked. */
    public static Bson full() {
        return new Document(FULL, true);
    }

    /** @param bucket null where there is none */
    public static boolean isFull(Document bucket) {
        return bucket != null && Boolean.TRUE.equals(bucket.get(FULL));
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

    /** Writes bids of a bucket. */
    static UpdateOneModel<Document> bidUpsert(String bucketId, Collection<PastBid> bids) {
        Document fields = new Document();
        bids.forEach(bid -> fields.append("bids." + bid.bidId(), entry(bid)));
        return upsert(bucketId, fields);
    }

    /**
     * Writes visits of a bucket. Joining never writes {@code left}, so the news of joining and leaving may arrive in either order.
     */
    static UpdateOneModel<Document> visitUpsert(String bucketId, Collection<Visit> visits) {
        Document fields = new Document();
        for (Visit visit : visits) {
            String path = "visits." + visitKey(visit.auctionId(), visit.joinedAt());
            fields.append(path + ".auction", visit.auctionId());
            fields.append(path + ".joined", Date.from(visit.joinedAt()));
            if (visit.leftAt() != null) {
                fields.append(path + ".left", Date.from(visit.leftAt()));
            }
        }
        return upsert(bucketId, fields);
    }

    /** Marks a bucket, which need not be there yet. */
    static UpdateOneModel<Document> mark(String bucketId) {
        return upsert(bucketId, new Document(FULL, true));
    }

    /** The bids of a bucket by their keys, in no particular order; none when there is no bucket. */
    public static Map<String, PastBid> bids(long accountId, Document bucket) {
        Map<String, PastBid> bids = new LinkedHashMap<>();
        entries(bucket, "bids").forEach((key, e) -> bids.put(key, bid(accountId, key, (Document) e)));
        return bids;
    }

    /** The visits of a bucket by the keys they stand under, in no particular order; none when there is no bucket. */
    public static Map<String, Visit> visits(long accountId, Document bucket) {
        Map<String, Visit> visits = new LinkedHashMap<>();
        entries(bucket, "visits").forEach((key, e) -> visits.put(key, visit(accountId, (Document) e)));
        return visits;
    }

    /** How many there are, of either kind. */
    static int entries(Document bucket) {
        return entries(bucket, "bids").size() + entries(bucket, "visits").size();
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

    private static UpdateOneModel<Document> upsert(String bucketId, Document fields) {
        return new UpdateOneModel<>(new Document("_id", bucketId), new Document("$set", fields), UPSERT);
    }

    private static void requireBucket(String expected, String actual) {
        if (!expected.equals(actual)) {
            throw new IllegalArgumentException("entry belongs to bucket " + expected + ": " + actual);
        }
    }
}
