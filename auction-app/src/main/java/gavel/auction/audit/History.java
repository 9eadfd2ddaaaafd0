package gavel.auction.audit;

import com.mongodb.client.MongoCollection;
import gavel.auction.dataset.stores.Stores;
import gavel.auction.history.HistoryDocuments;
import gavel.auction.history.PastBid;
import gavel.auction.relational.Dialect;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.Document;

/**
 * Every decision is in its bidder's history with the same content, and nothing else is there. Streams the decisions in the order of the
 * buckets and reads some hundred buckets at a time, so memory does not grow with the set.
 */
final class History implements Invariant {
    private static final int BUCKETS = 500;

    private final Stores stores;
    private final MongoCollection<Document> collection;

    History(Stores stores) {
        this.stores = stores;
        this.collection = stores.documents().getCollection(HistoryDocuments.BIDS);
    }

    /** What the relational store says of a bid; documents keep milliseconds. */
    private record Decided(
            long account, long auction, long lot, BigDecimal amount, String outcome, Instant placed, Instant decided) {
        static Decided of(PastBid bid) {
            return new Decided(
                    bid.accountId(),
                    bid.auctionId(),
                    bid.lotId(),
                    bid.amount().setScale(2),
                    bid.outcome(),
                    bid.placedAt(),
                    bid.decidedAt());
        }
    }

    /** A bid and the bucket of the history it belongs in, or was found in. */
    private record Placed(String bidId, String bucket, Decided decided) {
        private static final String SELECT =
                "select bid_id, account_id, auction_id, lot_id, amount, outcome, placed_at, decided_at from bid_decision ";

        static Placed of(ResultSet row) throws SQLException {
            long account = row.getLong(2);
            Instant placed = millis(row, 7);
            return new Placed(
                    row.getString(1),
                    HistoryDocuments.bucketId(account, placed),
                    new Decided(
                            account,
                            row.getLong(3),
                            row.getLong(4),
                            row.getBigDecimal(5),
                            row.getString(6),
                            placed,
                            millis(row, 8)));
        }

        private static Instant millis(ResultSet row, int column) throws SQLException {
            return row.getObject(column, OffsetDateTime.class).toInstant().truncatedTo(ChronoUnit.MILLIS);
        }
    }

    @Override
    public InvariantResult check(Connection snapshot) throws SQLException {
        InvariantResult.Tally tally = new InvariantResult.Tally(
                "decisions-in-history",
                "every decision is once in the relational store and once in its bidder's history, and the history has no other");
        try (Statement statement = snapshot.createStatement()) {
            statement.setFetchSize(5_000);
            try (ResultSet rows = statement.executeQuery(
                    Placed.SELECT + "order by account_id, " + stores.dialect().monthOf("placed_at"))) {
                Map<String, Map<String, Decided>> buckets = new LinkedHashMap<>();
                long found = 0;
                while (rows.next()) {
                    Placed bid = Placed.of(rows);
                    if (!buckets.containsKey(bid.bucket) && buckets.size() == BUCKETS) {
                        found += compare(buckets, tally);
                        buckets.clear();
                    }
                    buckets.computeIfAbsent(bid.bucket, _ -> new HashMap<>()).put(bid.bidId, bid.decided);
                    tally.checked(1);
                }
                found += compare(buckets, tally);
                if (collection.countDocuments() > found) {
                    lookForOthers(tally);
                }
            }
        }
        return tally.result();
    }

    /** Takes the buckets that are there out of those expected, and returns how many these were. */
    private int compare(Map<String, Map<String, Decided>> buckets, InvariantResult.Tally tally) throws SQLException {
        if (buckets.isEmpty()) {
            return 0;
        }
        int wanted = buckets.size();
        List<Placed> unexplained = new ArrayList<>();
        List<String> ids = new ArrayList<>(buckets.keySet());
        for (Document document : collection.find(new Document("_id", new Document("$in", ids)))) {
            String bucket = document.getString("_id");
            Map<String, Decided> expected = buckets.remove(bucket);
            Map<String, Placed> found = new HashMap<>();
            placedIn(document, tally).forEach(bid -> found.put(bid.bidId, bid));
            expected.forEach((id, decided) -> {
                Placed past = found.remove(id);
                if (past == null) {
                    tally.violation("bid " + id + " of account " + decided.account + ": not in the history");
                } else if (!past.decided.equals(decided)) {
                    tally.violation("bid " + id + ": decided " + decided + ", in the history " + past.decided);
                }
            });
            unexplained.addAll(found.values());
        }
        buckets.forEach((bucket, missing) ->
                missing.keySet().forEach(id -> tally.violation("bid " + id + ": no history " + bucket)));
        Map<String, Placed> decided = decidedByNow(unexplained);
        unexplained.forEach(past -> judge(past, decided.get(past.bidId), tally));
        return wanted - buckets.size();
    }

    /** Buckets of which the snapshot expects nothing: nothing in them was decided in that month, or all of it since. */
    private void lookForOthers(InvariantResult.Tally tally) throws SQLException {
        Map<String, List<Placed>> buckets = new LinkedHashMap<>();
        for (Document document : collection.find()) {
            buckets.put(document.getString("_id"), placedIn(document, tally));
            if (buckets.size() == BUCKETS) {
                judgeOthers(buckets, tally);
                buckets.clear();
            }
        }
        judgeOthers(buckets, tally);
    }

    private void judgeOthers(Map<String, List<Placed>> buckets, InvariantResult.Tally tally) throws SQLException {
        Map<String, Placed> decided =
                decidedByNow(buckets.values().stream().flatMap(List::stream).toList());
        for (List<Placed> bucket : buckets.values()) {
            // One that belongs there: the bucket was compared before.
            if (bucket.stream().noneMatch(bid -> belongs(bid, decided.get(bid.bidId)))) {
                bucket.forEach(past -> judge(past, decided.get(past.bidId), tally));
            }
        }
    }

    /** Which of these are decided, by key. A bid decided after the snapshot is no invention: the store is asked as it is now. */
    private Map<String, Placed> decidedByNow(List<Placed> bids) throws SQLException {
        Map<String, Placed> decided = new HashMap<>();
        if (bids.isEmpty()) {
            return decided;
        }
        Dialect dialect = stores.dialect();
        try (Connection now = stores.connection();
                PreparedStatement query =
                        now.prepareStatement(Placed.SELECT + "where " + dialect.among("bid_id", "?"))) {
            query.setObject(1, dialect.listed(bids.stream().map(Placed::bidId).toList()));
            try (ResultSet known = query.executeQuery()) {
                while (known.next()) {
                    Placed bid = Placed.of(known);
                    decided.put(bid.bidId, bid);
                }
            }
        }
        return decided;
    }

    /** @param decided null for a bid that the store does not know */
    private static void judge(Placed past, Placed decided, InvariantResult.Tally tally) {
        if (decided == null) {
            tally.violation("bid " + past.bidId + ": in the history, but never decided: " + past.decided);
        } else if (!decided.equals(past)) {
            tally.violation("bid " + past.bidId + ": decided " + decided.decided + " of history " + decided.bucket
                    + ", in the history " + past.decided + " of " + past.bucket);
        }
    }

    private static boolean belongs(Placed past, Placed decided) {
        return decided != null && decided.bucket.equals(past.bucket);
    }

    private static List<Placed> placedIn(Document document, InvariantResult.Tally tally) {
        String bucket = document.getString("_id");
        try {
            long account = Long.parseLong(bucket.substring(0, bucket.indexOf(':')));
            return HistoryDocuments.bids(account, document).stream()
                    .map(bid -> new Placed(bid.bidId(), bucket, Decided.of(bid)))
                    .toList();
        } catch (RuntimeException e) {
            tally.violation("history " + bucket + " cannot be read: " + e);
            return List.of();
        }
    }
}
