package gavel.auction.audit;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import gavel.auction.history.HistoryDocuments;
import gavel.auction.history.PastBid;
import gavel.auction.relational.Dialect;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.OffsetDateTime;
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

    private final MongoCollection<Document> collection;
    private final Dialect dialect;

    History(MongoDatabase documents, Dialect dialect) {
        this.dialect = dialect;
        this.collection = documents.getCollection(HistoryDocuments.BIDS);
    }

    /** What the relational store says of a bid. */
    private record Decided(long account, long auction, long lot, BigDecimal amount, String outcome) {
        static Decided of(PastBid bid) {
            return new Decided(
                    bid.accountId(), bid.auctionId(), bid.lotId(), bid.amount().setScale(2), bid.outcome());
        }
    }

    @Override
    public InvariantResult check(Connection snapshot) throws SQLException {
        InvariantResult.Tally tally = new InvariantResult.Tally(
                "decisions-in-history",
                "every decision is once in the relational store and once in its bidder's history, and the history has no other");
        try (Statement statement = snapshot.createStatement()) {
            statement.setFetchSize(5_000);
            try (ResultSet rows = statement.executeQuery("""
                    select bid_id, account_id, auction_id, lot_id, amount, outcome, placed_at from bid_decision
                     order by account_id,\s""" + dialect.monthOf("placed_at"))) {
                Map<String, Map<String, Decided>> buckets = new LinkedHashMap<>();
                while (rows.next()) {
                    Decided decided = new Decided(
                            rows.getLong(2),
                            rows.getLong(3),
                            rows.getLong(4),
                            rows.getBigDecimal(5),
                            rows.getString(6));
                    String bucket = HistoryDocuments.bucketId(
                            decided.account,
                            rows.getObject(7, OffsetDateTime.class).toInstant());
                    if (!buckets.containsKey(bucket) && buckets.size() == BUCKETS) {
                        compare(buckets, tally, snapshot);
                        buckets.clear();
                    }
                    buckets.computeIfAbsent(bucket, _ -> new HashMap<>()).put(rows.getString(1), decided);
                    tally.checked(1);
                }
                compare(buckets, tally, snapshot);
            }
        }
        return tally.result();
    }

    private void compare(Map<String, Map<String, Decided>> buckets, InvariantResult.Tally tally, Connection snapshot)
            throws SQLException {
        if (buckets.isEmpty()) {
            return;
        }
        Map<String, Decided> unexplained = new LinkedHashMap<>();
        List<String> ids = new ArrayList<>(buckets.keySet());
        for (Document document : collection.find(new Document("_id", new Document("$in", ids)))) {
            Map<String, Decided> expected = buckets.remove(document.getString("_id"));
            Map<String, Decided> found = new HashMap<>();
            long account = accountOf(document.getString("_id"));
            HistoryDocuments.bids(account, document).forEach(bid -> found.put(bid.bidId(), Decided.of(bid)));
            expected.forEach((id, decided) -> {
                Decided past = found.remove(id);
                if (past == null) {
                    tally.violation("bid " + id + " of account " + account + ": not in the history");
                } else if (!past.equals(decided)) {
                    tally.violation("bid " + id + ": decided " + decided + ", in the history " + past);
                }
            });
            unexplained.putAll(found);
        }
        buckets.forEach((bucket, missing) ->
                missing.keySet().forEach(id -> tally.violation("bid " + id + ": no history " + bucket)));
        reportInvented(unexplained, tally, snapshot);
    }

    /** A bid decided after the snapshot is no invention; the newest rows are asked on the side. */
    private void reportInvented(Map<String, Decided> unexplained, InvariantResult.Tally tally, Connection snapshot)
            throws SQLException {
        if (unexplained.isEmpty()) {
            return;
        }
        try (PreparedStatement query =
                snapshot.prepareStatement("select bid_id from bid_decision where " + dialect.among("bid_id", "?"))) {
            query.setObject(1, dialect.listed(unexplained.keySet()));
            try (ResultSet known = query.executeQuery()) {
                while (known.next()) {
                    Decided past = unexplained.remove(known.getString(1));
                    tally.violation("bid " + known.getString(1)
                            + ": decided for another account or month than in the history " + past);
                }
            }
        }
        unexplained.forEach(
                (id, past) -> tally.violation("bid " + id + ": in the history, but never decided: " + past));
    }

    private static long accountOf(String bucket) {
        return Long.parseLong(bucket.substring(0, bucket.indexOf(':')));
    }
}
