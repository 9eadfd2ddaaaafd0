package gavel.auction.audit;

import gavel.auction.dataset.stores.Stores;
import gavel.auction.history.HistoryDocuments;
import gavel.auction.history.PastBid;
import gavel.auction.relational.Dialect;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bson.Document;

/** Bids that nobody expected where they were found, held against the decisions there are now. */
final class PlacedBids {
    static final String SELECT =
            "select bid_id, account_id, auction_id, lot_id, amount, outcome, placed_at, decided_at from bid_decision ";

    private final Stores stores;

    PlacedBids(Stores stores) {
        this.stores = stores;
    }

    /** What the relational store says of a bid; documents keep milliseconds. */
    record Decided(
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

    /**
     * A bid.
     *
     * @param bucket of the history it was found in; of its month for a decision
     */
    record Placed(String bidId, String bucket, Decided decided) {
        /** @param decision null when there is none */
        private boolean belongs(Placed decision) {
            return decision != null
                    && HistoryDocuments.covers(bucket, decision.decided.account, decision.decided.placed);
        }
    }

    static Placed placed(ResultSet row) throws SQLException {
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

    static List<Placed> in(Document document, InvariantResult.Tally tally) {
        String bucket = document.getString("_id");
        try {
            return HistoryDocuments.bids(HistoryDocuments.accountOf(bucket), document).values().stream()
                    .map(bid -> new Placed(bid.bidId(), bucket, Decided.of(bid)))
                    .toList();
        } catch (RuntimeException e) {
            tally.violation("history " + bucket + " cannot be read: " + e);
            return List.of();
        }
    }

    void judge(List<Placed> bids, InvariantResult.Tally tally) throws SQLException {
        Map<String, Placed> decided = decidedByNow(bids);
        bids.forEach(past -> judge(past, decided.get(past.bidId), tally));
    }

    /** @param buckets one that has something that belongs there was looked at before */
    void judgeOthers(List<List<Placed>> buckets, InvariantResult.Tally tally) throws SQLException {
        Map<String, Placed> decided =
                decidedByNow(buckets.stream().flatMap(List::stream).toList());
        for (List<Placed> bucket : buckets) {
            if (bucket.stream().noneMatch(past -> past.belongs(decided.get(past.bidId)))) {
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
                PreparedStatement query = now.prepareStatement(SELECT + "where " + dialect.among("bid_id", "?"))) {
            query.setObject(1, dialect.listed(bids.stream().map(Placed::bidId).toList()));
            try (ResultSet known = query.executeQuery()) {
                while (known.next()) {
                    Placed bid = placed(known);
                    decided.put(bid.bidId, bid);
                }
            }
        }
        return decided;
    }

    /** @param decision null for a bid that the store does not know */
    private static void judge(Placed past, Placed decision, InvariantResult.Tally tally) {
        if (decision == null) {
            tally.violation("bid " + past.bidId + ": in the history, but never decided: " + past.decided);
        } else if (!decision.decided.equals(past.decided) || !past.belongs(decision)) {
            tally.violation("bid " + past.bidId + ": decided " + decision.decided + " of history " + decision.bucket
                    + ", in the history " + past.decided + " of " + past.bucket);
        }
    }
}
