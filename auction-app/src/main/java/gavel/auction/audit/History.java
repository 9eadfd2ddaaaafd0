package gavel.auction.audit;

import com.mongodb.client.MongoCollection;
import gavel.auction.dataset.stores.Stores;
import gavel.auction.history.HistoryDocuments;
import gavel.auction.history.Slice;
import gavel.auction.relational.Dialect;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.Document;

/**
 * Every decision is in its bidder's history with the same content, and nothing else is there. One that is still in the outbox, where no
 * application server is left, may be missing. Streams the decisions in the order of the buckets and reads those of some hundred at a time, so
 * memory grows neither with the set nor with what one account did in a month.
 */
final class History implements Invariant {
    private static final int MONTHS = 500;
    private static final int BIDS = 50_000;
    private static final int BUCKETS = 500;

    private final MongoCollection<Document> collection;
    private final PlacedBids bids;
    private final Dialect dialect;

    History(Stores stores) {
        this.dialect = stores.dialect();
        this.collection = stores.documents().getCollection(HistoryDocuments.BIDS);
        this.bids = new PlacedBids(stores);
    }

    @Override
    public InvariantResult check(Connection snapshot) throws SQLException {
        InvariantResult.Tally tally = new InvariantResult.Tally(
                "decisions-in-history",
                "every decision is once in the relational store and once in its bidder's history, and the history has no other");
        // Before the rows are streamed: a connection that is asked in between may take all of them into memory.
        Set<String> left = Outbox.left(snapshot, dialect);
        try (Statement statement = snapshot.createStatement()) {
            statement.setFetchSize(5_000);
            try (ResultSet rows = statement.executeQuery(PlacedBids.SELECT + "order by account_id, placed_at")) {
                Comparison comparison = new Comparison(tally, left);
                while (rows.next()) {
                    comparison.add(PlacedBids.placed(rows));
                    tally.checked(1);
                }
                comparison.compare();
                if (collection.countDocuments() > comparison.found) {
                    lookForOthers(tally);
                }
            }
        }
        return tally.result();
    }

    /** A decision that has to be in the history. */
    private static final class Expected {
        private final String bidId;
        private final PlacedBids.Decided decided;
        private boolean found;

        Expected(PlacedBids.Placed bid) {
            this.bidId = bid.bidId();
            this.decided = bid.decided();
        }
    }

    /** Decisions in the order of the buckets, some at a time. */
    private final class Comparison {
        private final InvariantResult.Tally tally;
        /** By the bucket of their month. */
        private final Map<String, List<Expected>> months = new LinkedHashMap<>();

        private int decisions;
        /** Buckets, each once. */
        private long found;
        /** Those of the last decisions compared: the next ones may be in them, too. */
        private Set<String> begun = Set.of();

        /** In the outbox. */
        private final Set<String> left;

        Comparison(InvariantResult.Tally tally, Set<String> left) {
            this.tally = tally;
            this.left = left;
        }

        void add(PlacedBids.Placed bid) throws SQLException {
            boolean another = !months.containsKey(bid.bucket());
            if (decisions == BIDS || another && months.size() == MONTHS) {
                compare();
            }
            months.computeIfAbsent(bid.bucket(), _ -> new ArrayList<>()).add(new Expected(bid));
            decisions++;
        }

        void compare() throws SQLException {
            if (months.isEmpty()) {
                return;
            }
            List<PlacedBids.Placed> unexplained = new ArrayList<>();
            Set<String> there = new HashSet<>();
            Map<String, List<Expected>> buckets = months;
            for (Slice.Size size : Slice.Size.values()) {
                buckets = compare(buckets, size, there, unexplained);
            }
            months.forEach((bucket, expected) -> expected.stream()
                    .filter(each -> !each.found && !left.contains(each.bidId))
                    .forEach(each -> tally.violation(
                            there.contains(bucket)
                                    ? "bid " + each.bidId + " of account " + each.decided.account()
                                            + ": not in the history"
                                    : "bid " + each.bidId + ": no history " + bucket)));
            bids.judge(unexplained, tally);
            found += there.stream().filter(bucket -> !begun.contains(bucket)).count();
            begun = there;
            months.clear();
            decisions = 0;
        }

        /** @return what may be in parts of those buckets that are full, by the part */
        private Map<String, List<Expected>> compare(
                Map<String, List<Expected>> buckets,
                Slice.Size size,
                Set<String> there,
                List<PlacedBids.Placed> unexplained) {
            Map<String, List<Expected>> parts = new LinkedHashMap<>();
            List<String> ids = List.copyOf(buckets.keySet());
            for (int from = 0; from < ids.size(); from += BUCKETS) {
                List<String> some = ids.subList(from, Math.min(ids.size(), from + BUCKETS));
                for (Document document : collection.find(new Document("_id", new Document("$in", some)))) {
                    String bucket = document.getString("_id");
                    there.add(bucket);
                    List<Expected> expected = buckets.get(bucket);
                    unexplained.addAll(compare(expected, document));
                    if (HistoryDocuments.isFull(document) && !size.isSmallest()) {
                        expected.forEach(each -> parts.computeIfAbsent(
                                        HistoryDocuments.bucketId(
                                                each.decided.account(), size.part(), each.decided.placed()),
                                        _ -> new ArrayList<>())
                                .add(each));
                    }
                }
            }
            return parts;
        }

        /** @return what is there besides */
        private List<PlacedBids.Placed> compare(List<Expected> expected, Document document) {
            Map<String, PlacedBids.Placed> placed = new HashMap<>();
            PlacedBids.in(document, tally).forEach(bid -> placed.put(bid.bidId(), bid));
            for (Expected each : expected) {
                PlacedBids.Placed past = placed.remove(each.bidId);
                if (past != null) {
                    each.found = true;
                    if (!past.decided().equals(each.decided)) {
                        tally.violation("bid " + each.bidId + ": decided " + each.decided + ", in the history "
                                + past.decided());
                    }
                }
            }
            return List.copyOf(placed.values());
        }
    }

    /** Buckets of which the snapshot expects nothing: nothing in them was decided in that time, or all of it since. */
    private void lookForOthers(InvariantResult.Tally tally) throws SQLException {
        List<List<PlacedBids.Placed>> buckets = new ArrayList<>();
        int placed = 0;
        for (Document document : collection.find()) {
            List<PlacedBids.Placed> bucket = PlacedBids.in(document, tally);
            buckets.add(bucket);
            placed += bucket.size();
            if (buckets.size() == BUCKETS || placed >= BIDS) {
                bids.judgeOthers(buckets, tally);
                buckets.clear();
                placed = 0;
            }
        }
        bids.judgeOthers(buckets, tally);
    }
}
