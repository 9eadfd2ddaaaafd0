package gavel.auction.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import gavel.auction.Command;
import gavel.auction.dataset.LoadedSet;
import gavel.auction.dataset.plan.LotTiming;
import gavel.auction.dataset.stores.Stores;
import gavel.auction.history.HistoryDocuments;
import gavel.auction.history.PastBid;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.bson.Document;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What one statement cannot plant: damage in documents, in several rows, and what only looks like damage. */
class AuditIT {
    /** A bid of the first past auction, neither the first nor the last of its lot. */
    private static final String BID =
            "(select bid_id from bid_decision where auction_id = 5 order by seq limit 1 offset 7)";

    private static final LotTiming LOTS = new LotTiming(Duration.ofSeconds(30), Duration.ofSeconds(30));

    @TempDir
    private static Path directory;

    private static LoadedSet set;

    @BeforeAll
    static void load() throws IOException {
        set = LoadedSet.copied(directory);
    }

    @Test
    void everyInvariantHoldsOnAnUntouchedSetAndCountsSomething() throws Exception {
        List<InvariantResult> results = audit();
        assertThat(results).hasSize(29).allMatch(InvariantResult::holds);
        assertThat(results)
                .filteredOn(result -> result.checked() == 0)
                .extracting(InvariantResult::name)
                .as("nobody has logged in, or answered a bid")
                .containsExactly("sessions", "answered-bids");
    }

    @Test
    void aRevisionThatWasLeftOutBetweenTwoBidsInQuickSuccessionIsFound() throws Exception {
        try (Stores stores = set.stores();
                Connection connection = stores.connection();
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("update bid_decision set revision = revision + 1 where auction_id = 5"
                    + " and seq >= (select seq from bid_decision where bid_id = " + BID + ")");
            statement.execute("update auction set revision = revision + 1 where id = 5");
            List<String> broken = new ArrayList<>();
            for (InvariantResult result : new Audit(stores, LOTS, List.of()).check(connection)) {
                if (!result.holds() && !result.name().equals("as-loaded")) {
                    broken.add(result.name() + " " + result.violations());
                }
            }
            connection.rollback();
            assertThat(broken).containsExactly("revisions-of-bids 1");
        }
    }

    @Test
    void aRefusedBidMustHaveARevisionBetweenThoseOfItsNeighbours() throws Exception {
        try (Stores stores = set.stores();
                Connection connection = stores.connection();
                var statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("update bid_decision set outcome = 'OUTBID', revision = 1 where bid_id = " + BID);
            InvariantResult result = Revisions.invariants(Duration.ofSeconds(30), stores.dialect())
                    .getFirst()
                    .check(connection);
            connection.rollback();
            assertThat(result.examples())
                    .anyMatch(example -> example.contains("revision 1, OUTBID after a decision at"));
        }
    }

    @Test
    void aLostHistoryAnInventedOneAndAChangedOneAreFound() throws Exception {
        assertHistoryBroken(
                "not in the history",
                collection -> collection.updateOne(
                        byId(), new Document("$unset", new Document("bids." + victim().bidId(), ""))));
        assertHistoryBroken("no history", collection -> collection.deleteOne(byId()));
        assertHistoryBroken(
                "never decided",
                collection -> collection.updateOne(
                        byId(),
                        new Document(
                                "$set",
                                new Document(
                                        "bids.invented",
                                        bucket(collection)
                                                .get("bids", Document.class)
                                                .get(victim().bidId())))));
        assertHistoryBroken(
                "in the history Decided",
                collection -> collection.updateOne(
                        byId(), new Document("$set", new Document("bids." + victim().bidId() + ".outcome", "OUTBID"))));
    }

    @Test
    void aBidDecidedWhileTheAuditRunsIsNoInvention() throws Exception {
        set.sql(
                "create table kept as select * from bid_decision where bid_id = " + BID,
                "delete from bid_decision where bid_id = (select bid_id from kept)");
        boolean back = false;
        try (Stores stores = set.stores();
                Connection snapshot = stores.connection();
                var statement = snapshot.createStatement()) {
            snapshot.setAutoCommit(false);
            snapshot.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            statement.executeQuery("select count(*) from bid_decision").close();
            set.sql("insert into bid_decision select * from kept", "drop table kept");
            back = true;

            InvariantResult result = new History(stores).check(snapshot);
            snapshot.rollback();
            assertThat(result.examples()).isEmpty();
            assertThat(result.holds()).isTrue();
        } finally {
            if (!back) {
                set.sql("insert into bid_decision select * from kept", "drop table kept");
            }
        }
    }

    @Test
    void aBidInTheHistoryOfAnotherAccountIsFound() throws Exception {
        assertHistoryBroken(
                " of history ",
                collection -> collection.updateOne(
                        byId(),
                        new Document(
                                "$set",
                                new Document(
                                        "bids." + another(),
                                        bucket(collection)
                                                .get("bids", Document.class)
                                                .get(victim().bidId())))));
    }

    @Test
    void aBidInAMonthInWhichNothingWasDecidedIsFound() throws Exception {
        String bucket = HistoryDocuments.bucketId(victim().accountId(), YearMonth.of(1999, 12));
        try (Stores stores = set.stores()) {
            var collection = stores.documents().getCollection(HistoryDocuments.BIDS);
            Document invented = bucket(collection).get("bids", Document.class).get(victim().bidId(), Document.class);
            collection.insertOne(new Document("_id", bucket).append("bids", new Document("invented", invented)));
            try {
                assertThat(broken()).containsExactly("decisions-in-history");
                assertThat(audit().getFirst().examples())
                        .singleElement()
                        .asString()
                        .contains("never decided");
            } finally {
                collection.deleteOne(new Document("_id", bucket));
            }
        }
    }

    @Test
    void aDecisionThatIsMissingIsFoundInWhateverItLeftBehind() throws Exception {
        set.sql(
                "create table kept as select * from bid_decision where bid_id = " + BID,
                "delete from bid_decision where bid_id = (select bid_id from kept)");
        try {
            assertThat(broken()).contains("decisions-in-history", "decision-sequence", "last-bid-leads");
        } finally {
            set.sql("insert into bid_decision select * from kept", "drop table kept");
        }
    }

    @Test
    void answersAreComparedWithDecisions() throws Exception {
        PastBid bid = victim();
        long revision = set.count("select revision from bid_decision where bid_id = '" + bid.bidId() + "'");
        String good = "%s,%d,%d,%d,%s,ACCEPTED,%d"
                .formatted(bid.bidId(), bid.auctionId(), bid.lotId(), bid.accountId(), bid.amount(), revision);
        assertThat(answered(good)).isEqualTo(Command.GOOD);
        assertThat(set.lastReport().get("invariants").get(28).get("checked").asInt())
                .isEqualTo(1);
        for (String wrong : List.of(
                good.replace("ACCEPTED", "OUTBID"),
                good.replace(bid.bidId(), "lost"),
                good.replace("," + bid.lotId() + ",", ",1,"),
                good.replace("ACCEPTED," + revision, "ACCEPTED," + (revision + 1)))) {
            assertThat(answered(wrong)).as(wrong).isEqualTo(Command.VIOLATION);
        }
        assertThat(set.output()).contains("bid lost: answered ACCEPTED", "never decided");
    }

    @Test
    void aFileThatHoldsSomethingElseIsRefused() throws Exception {
        Path file = Files.writeString(directory.resolve("other.csv"), "a,b\n1,2\n");
        assertThat(set.run(AuditCommand::new, "--answered=" + file)).isEqualTo(Command.BAD_ARGUMENTS);
        assertThat(set.output()).contains("must begin with the line bidId,auctionId");
    }

    @Test
    void decisionsOnTheirWayToTheHistoryAreWaitedForAndTold() throws Exception {
        set.sql("update partition_lease set history_cursor = history_cursor - 1 where \"partition\" = 5");
        try {
            assertThat(set.run(AuditCommand::new, "--wait=200ms"))
                    .as("they are there already")
                    .isEqualTo(Command.GOOD);
            assertThat(set.lastReport().get("historyLagMillis").asLong()).isPositive();
        } finally {
            set.sql("update partition_lease set history_cursor = history_cursor + 1 where \"partition\" = 5");
        }
    }

    @Test
    void whatNoServerIsLeftToBringToTheHistoryIsNotLost() throws Exception {
        set.sql("create table kept as select * from partition_lease", "update partition_lease set history_cursor = 0");
        try (Stores stores = set.stores()) {
            var collection = stores.documents().getCollection(HistoryDocuments.BIDS);
            Document before = bucket(collection);
            collection.updateOne(byId(), new Document("$unset", new Document("bids." + victim().bidId(), "")));
            try {
                assertThat(broken()).isEmpty();
                assertThat(set.run(AuditCommand::new, "--wait=1h")).isEqualTo(Command.GOOD);
                assertThat(set.output()).contains("no application server was left to bring them there");

                set.sql(
                        "insert into node_lease (node, instance, started_at, expires_at) values"
                                + " ('app1', '00000000-0000-0000-0000-000000000001', '2000-01-01 00:00:00', '2100-01-01 00:00:00')");
                assertThat(broken())
                        .as("it is there, and should have brought it")
                        .containsExactly("decisions-in-history");
            } finally {
                collection.deleteOne(byId());
                collection.insertOne(before);
            }
        } finally {
            set.sql(
                    "delete from node_lease where node = 'app1'",
                    "update partition_lease set history_cursor ="
                            + " (select history_cursor from kept where kept.\"partition\" = partition_lease.\"partition\")",
                    "drop table kept");
        }
    }

    private static int answered(String... lines) throws IOException {
        Path file = directory.resolve("answered.csv");
        Files.writeString(file, AnsweredBids.HEADER + "\n" + String.join("\n", lines) + "\n");
        return set.run(AuditCommand::new, "--answered", file.toString());
    }

    private static List<InvariantResult> audit() throws Exception {
        try (Stores stores = set.stores()) {
            return new Audit(stores, LOTS, List.of()).run();
        }
    }

    private static Set<String> broken() throws Exception {
        Set<String> names = new TreeSet<>();
        audit().stream()
                .filter(result -> !result.holds())
                .map(InvariantResult::name)
                .forEach(names::add);
        return names;
    }

    private interface Planting {
        void plant(MongoCollection<Document> collection) throws Exception;
    }

    private static void assertHistoryBroken(String example, Planting planting) throws Exception {
        try (Stores stores = set.stores()) {
            var collection = stores.documents().getCollection(HistoryDocuments.BIDS);
            Document before = bucket(collection);
            planting.plant(collection);
            try {
                assertThat(broken()).containsExactly("decisions-in-history");
                assertThat(audit().getFirst().examples().getFirst()).contains(example);
            } finally {
                collection.deleteOne(byId());
                collection.insertOne(before);
            }
        }
    }

    private static Document bucket(MongoCollection<Document> collection) throws Exception {
        return collection.find(byId()).first();
    }

    private static Document byId() throws Exception {
        return new Document("_id", HistoryDocuments.bucketId(victim().accountId(), victim().placedAt()));
    }

    /** Key of a bid of another account. */
    private static String another() throws Exception {
        try (Stores stores = set.stores();
                Connection connection = stores.connection();
                var row = connection
                        .createStatement()
                        .executeQuery("select bid_id from bid_decision where account_id <> (select account_id"
                                + " from bid_decision where bid_id = " + BID + ") limit 1")) {
            row.next();
            return row.getString(1);
        }
    }

    private static PastBid victim() throws Exception {
        try (Stores stores = set.stores();
                Connection connection = stores.connection();
                var row = connection
                        .createStatement()
                        .executeQuery(
                                "select bid_id, account_id, auction_id, lot_id, amount, placed_at from bid_decision where bid_id = "
                                        + BID)) {
            row.next();
            var placed = row.getTimestamp(6).toInstant();
            BigDecimal amount = row.getBigDecimal(5);
            return new PastBid(
                    row.getString(1),
                    row.getLong(2),
                    row.getLong(3),
                    row.getLong(4),
                    amount,
                    "ACCEPTED",
                    placed,
                    placed);
        }
    }
}
