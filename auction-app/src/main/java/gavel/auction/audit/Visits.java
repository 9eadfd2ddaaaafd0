package gavel.auction.audit;

import com.mongodb.client.MongoCollection;
import gavel.auction.dataset.plan.DataSetPlan;
import gavel.auction.dataset.plan.PlannedAuction;
import gavel.auction.dataset.stores.DataSetRecord;
import gavel.auction.dataset.stores.Stores;
import gavel.auction.history.HistoryDocuments;
import gavel.auction.history.Visit;
import gavel.auction.relational.Columns;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.bson.Document;

/**
 * Compares attendance with the history: the accounts that attend an auction are exactly those that came and did not leave, and visits of the
 * data set are as they were loaded. Visits
 * on their way to the history count as being there. Keeps the visits of the plan and those who attend in memory, some 100 bytes each.
 *
 * <p>The documents are read after the snapshot was taken. They only ever grow, so what the snapshot expects must be there; what they have
 * besides, ends included, is judged by the rows as they are then, and after these by the document once more.
 */
final class Visits implements Invariant {
    private final Stores stores;
    private final DataSetRecord record;
    private final MongoCollection<Document> buckets;

    Visits(Stores stores, DataSetRecord record) {
        this.stores = stores;
        this.record = record;
        this.buckets = stores.documents().getCollection(HistoryDocuments.ATTENDANCE);
    }

    /** @param visit its key within the bucket */
    private record Key(long account, String visit) {
        /** In whole milliseconds, as documents have it. */
        Instant joined() {
            long micros = Long.parseLong(visit.substring(visit.indexOf('-') + 1));
            return Instant.EPOCH.plusMillis(Math.floorDiv(micros, 1_000L));
        }
    }

    /** The rows of one moment: who attends, and what the outbox has of comings and goings. */
    private record Rows(Set<Key> attending, Map<Key, Instant> coming, Set<Key> going) {}

    @Override
    public InvariantResult check(Connection snapshot) throws SQLException {
        InvariantResult.Tally tally = new InvariantResult.Tally(
                "visits-in-history",
                "by the history, the accounts that attend an auction are exactly those that came and did not leave; visits of the data set are there as they"
                        + " were loaded");
        Rows rows = rows(snapshot, tally);
        Set<Visit> planned = planned();
        tally.checked(planned.size() + (long) rows.attending.size());
        Set<Key> unseen = new HashSet<>(rows.attending);
        Set<Key> unexplained = new HashSet<>();
        Set<Key> ended = new HashSet<>();
        Ids seen = new Ids(new BitSet(), new BitSet());
        VisitBuckets visited = new VisitBuckets(buckets);
        for (Document document : buckets.find()) {
            String bucket = document.getString("_id");
            for (Map.Entry<String, Visit> each : read(document, visited, tally).entrySet()) {
                Visit visit = each.getValue();
                Key key = new Key(visit.accountId(), each.getKey());
                if (planned.remove(visit)) {
                    continue;
                }
                tally.checked(1);
                seen.add(visit);
                if (!belongs(bucket, each.getKey(), visit)) {
                    tally.violation("visit " + each.getKey() + " of history " + bucket + ": " + visit
                            + " does not belong there");
                } else if (rows.attending.contains(key)) {
                    unseen.remove(key);
                    if (visit.leftAt() != null) {
                        ended.add(key);
                    }
                } else if (visit.leftAt() == null && !rows.going.contains(key)) {
                    unexplained.add(key);
                }
            }
        }
        unseen.stream()
                .filter(key -> !rows.coming.containsKey(key))
                .forEach(key -> tally.violation("account " + key.account + " attends since visit " + key.visit
                        + ", which is not in the history"));
        planned.forEach(visit -> tally.violation("history: the visit that was loaded is not there: " + visit));
        rows.coming.keySet().stream()
                .filter(key -> !rows.attending.contains(key) && !rows.going.contains(key))
                .forEach(unexplained::add);
        judge(unexplained, ended, tally);
        visited.judge(tally);
        judge(seen, tally);
        return tally.result();
    }

    private Set<Visit> planned() {
        Set<Visit> planned = new HashSet<>();
        if (record != null) {
            new DataSetPlan(record.spec()).eachAuction(auction -> {
                for (PlannedAuction.Attended attended : auction.attended()) {
                    planned.add(new Visit(attended.account(), auction.id(), attended.joinedAt(), attended.leftAt()));
                }
            });
        }
        return planned;
    }

    private static Map<String, Visit> read(Document document, VisitBuckets visited, InvariantResult.Tally tally) {
        String bucket = document.getString("_id");
        try {
            visited.add(document);
            return HistoryDocuments.visits(HistoryDocuments.accountOf(bucket), document);
        } catch (RuntimeException e) {
            tally.violation("history " + bucket + " cannot be read: " + e);
            return Map.of();
        }
    }

    private static boolean belongs(String bucket, String key, Visit visit) {
        int dash = key.indexOf('-');
        return HistoryDocuments.covers(bucket, visit.accountId(), visit.joinedAt())
                && dash > 0
                && key.substring(0, dash).equals(Long.toString(visit.auctionId()))
                && Math.floorDiv(Long.parseLong(key.substring(dash + 1)), 1_000L)
                        == visit.joinedAt().toEpochMilli();
    }

    /**
     * @param unexplained have come by the history but do not attend: came after the snapshot, left meanwhile, or were invented
     * @param ended have left by the history but attend: left after the snapshot, or their end was invented
     */
    private void judge(Set<Key> unexplained, Set<Key> ended, InvariantResult.Tally tally) throws SQLException {
        if (unexplained.isEmpty() && ended.isEmpty()) {
            return;
        }
        Rows now;
        try (Connection connection = stores.connection()) {
            connection.setAutoCommit(false);
            connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            now = rows(connection, new InvariantResult.Tally("", ""));
            connection.rollback();
        }
        VisitBuckets again = new VisitBuckets(buckets);
        unexplained.stream()
                .filter(key -> !now.attending.contains(key) && !now.going.contains(key))
                .sorted(Comparator.comparing(Key::account).thenComparing(Key::joined))
                .filter(key -> !again.hasEnded(key.account, key.visit, key.joined()))
                .forEach(key -> tally.violation("account " + key.account + ": visit " + key.visit
                        + " has not ended by the history, but it attends no longer"));
        ended.stream()
                .filter(now.attending::contains)
                .forEach(key -> tally.violation("account " + key.account + ": visit " + key.visit
                        + " has ended by the history, but it attends still"));
    }

    /** Accounts and auctions by their ids. */
    private record Ids(BitSet accounts, BitSet auctions) {
        void add(Visit visit) {
            set(accounts, visit.accountId());
            set(auctions, visit.auctionId());
        }

        private static void set(BitSet ids, long id) {
            ids.set((int) Math.clamp(id, 0, Integer.MAX_VALUE - 1));
        }
    }

    /** The rows are read after the documents, so no account can have registered in between. */
    private void judge(Ids seen, InvariantResult.Tally tally) throws SQLException {
        try (Connection now = stores.connection()) {
            judge("account", seen.accounts, now, tally);
            judge("auction", seen.auctions, now, tally);
        }
    }

    private static void judge(String table, BitSet seen, Connection now, InvariantResult.Tally tally)
            throws SQLException {
        try (Statement statement = now.createStatement();
                ResultSet row = statement.executeQuery("select id from " + table)) {
            while (row.next()) {
                seen.clear((int) Math.min(row.getLong(1), Integer.MAX_VALUE - 1));
            }
        }
        seen.stream()
                .forEach(id -> tally.violation("history: a visit of " + table + " " + id + ", which does not exist"));
    }

    private static Rows rows(Connection connection, InvariantResult.Tally tally) throws SQLException {
        Rows rows = new Rows(new HashSet<>(), new HashMap<>(), new HashSet<>());
        try (Statement statement = connection.createStatement()) {
            try (ResultSet row = statement.executeQuery("select account_id, auction_id, joined_at from attendance")) {
                while (row.next()) {
                    rows.attending.add(key(row));
                }
            }
            try (ResultSet row = statement.executeQuery(
                    "select e.account_id, e.auction_id, e.joined_at, e.left_at, a.id is not null and c.id is not null"
                            + " from attendance_event e left join account a on a.id = e.account_id"
                            + " left join auction c on c.id = e.auction_id")) {
                while (row.next()) {
                    Key key = key(row);
                    Instant left = Columns.instant(row, 4);
                    tally.checked(1);
                    if (!row.getBoolean(5) || left != null && left.isBefore(Columns.instant(row, 3))) {
                        tally.violation("outbox: visit " + key.visit + " of account " + key.account + " until " + left
                                + " has no account, no auction, or ends before it begins");
                    } else if (left == null) {
                        rows.coming.put(key, Columns.instant(row, 3));
                    } else {
                        rows.going.add(key);
                    }
                }
            }
        }
        return rows;
    }

    private static Key key(ResultSet row) throws SQLException {
        return new Key(row.getLong(1), HistoryDocuments.visitKey(row.getLong(2), Columns.instant(row, 3)));
    }
}
