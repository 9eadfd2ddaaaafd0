package gavel.auction.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import gavel.auction.dataset.LoadedSet;
import gavel.auction.dataset.stores.DataSetRecord;
import gavel.auction.dataset.stores.Stores;
import gavel.auction.history.BidHistories;
import gavel.auction.history.HistoryDocuments;
import gavel.auction.history.PastBid;
import gavel.auction.history.Visit;
import gavel.auction.history.VisitHistories;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Histories of an account that bid and came so often that a month, and a day, have no room for it. */
class FullHistoriesIT {
    private static final Instant AT = Instant.parse("2026-04-01T10:20:30Z");
    private static final long ACCOUNT = 3;
    private static final int ENTRIES = 2_500;

    @TempDir
    private static Path directory;

    private static Stores stores;
    private static Connection snapshot;

    @BeforeAll
    static void use() throws Exception {
        stores = new LoadedSet(directory).loaded().stores();
        List<PastBid> bids = IntStream.range(0, ENTRIES)
                .mapToObj(i -> new PastBid(
                        "often-" + i, ACCOUNT, 1, 1, BigDecimal.TEN, "OUTBID", AT.plusMillis(i), AT.plusMillis(i)))
                .toList();
        decide(bids);
        new BidHistories(stores.documents()).write(bids);
        // Another node takes over and writes some again, which it may do anywhere.
        new BidHistories(stores.documents()).write(bids.subList(ENTRIES - 100, ENTRIES));
        VisitHistories visits = new VisitHistories(stores.documents());
        visits.write(IntStream.range(0, ENTRIES)
                .mapToObj(i -> new Visit(ACCOUNT, 1, AT.plusMillis(i), null))
                .toList());
        visits.write(IntStream.range(0, ENTRIES)
                .mapToObj(i -> new Visit(ACCOUNT, 1, AT.plusMillis(i), AT.plusSeconds(60)))
                .toList());
        snapshot = stores.connection();
        snapshot.setAutoCommit(false);
    }

    private static void decide(List<PastBid> bids) throws Exception {
        try (Connection connection = stores.connection();
                PreparedStatement insert = connection.prepareStatement(
                        "insert into bid_decision (bid_id, \"partition\", seq, auction_id, lot_id, account_id, idempotency_key,"
                                + " amount, outcome, revision, placed_at, decided_at) values (?, 1, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?)")) {
            int seq = 1_000_000;
            for (PastBid bid : bids) {
                insert.setString(1, bid.bidId());
                insert.setLong(2, seq++);
                insert.setLong(3, bid.auctionId());
                insert.setLong(4, bid.lotId());
                insert.setLong(5, bid.accountId());
                insert.setString(6, bid.bidId());
                insert.setBigDecimal(7, bid.amount());
                insert.setString(8, bid.outcome());
                insert.setObject(9, bid.placedAt().atOffset(ZoneOffset.UTC));
                insert.setObject(10, bid.decidedAt().atOffset(ZoneOffset.UTC));
                insert.addBatch();
            }
            insert.executeBatch();
            try (var brought = connection.createStatement()) {
                brought.execute(
                        "update partition_lease set history_cursor = " + (seq - 1) + " where \"partition\" = 1");
            }
        }
    }

    @AfterAll
    static void close() throws Exception {
        snapshot.close();
        stores.close();
    }

    @Test
    void whatIsInPartsIsFound() throws Exception {
        for (String name : List.of(HistoryDocuments.BIDS, HistoryDocuments.ATTENDANCE)) {
            assertThat(stores.documents().getCollection(name).countDocuments(HistoryDocuments.full()))
                    .as("full buckets of %s", name)
                    .isGreaterThanOrEqualTo(2);
        }
        assertThat(results()).flatExtracting(InvariantResult::examples).isEmpty();
        assertThat(results()).allMatch(InvariantResult::holds);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            decisions-in-history | bid_history        | 3:2026-04-01    | {$unset: {full: ''}}
            decisions-in-history | bid_history        | 3:2026-04-01    | delete
            decisions-in-history | bid_history        | 3:2026-04-01T10 | {$unset: {bids: ''}}
            decisions-in-history | bid_history        | 3:2026-04-01T10 | {$set: {'bids.often-2499.outcome': 'ACCEPTED'}}
            decisions-in-history | bid_history        | 3:2026-04-01T10 | copy to 3:2026-04-01T11
            decisions-in-history | bid_history        | 3:2026-04-01T10 | copy to 4:2026-04-01T10
            visits-in-history    | attendance_history | 3:2026-04-01    | {$unset: {full: ''}}
            visits-in-history    | attendance_history | 3:2026-04-01T10 | copy to 3:2026-04-01T11
            visits-in-history    | attendance_history | 3:2026-04-01T10 | copy to 3:nonsense
            """)
    void damageIsNoticed(String invariant, String collection, String id, String damage) throws Exception {
        MongoCollection<Document> documents = stores.documents().getCollection(collection);
        Document byId = new Document("_id", id);
        Document before = documents.find(byId).first();
        String copy = damage.startsWith("copy to ") ? damage.substring("copy to ".length()) : null;
        if (copy != null) {
            documents.insertOne(new Document(before).append("_id", copy));
        } else if (damage.equals("delete")) {
            documents.deleteOne(byId);
        } else {
            documents.updateOne(byId, Document.parse(damage));
        }
        try {
            assertThat(results())
                    .filteredOn(result -> !result.holds())
                    .extracting(InvariantResult::name)
                    .containsExactly(invariant);
        } finally {
            if (copy != null) {
                documents.deleteOne(new Document("_id", copy));
            }
            documents.deleteOne(byId);
            documents.insertOne(before);
        }
    }

    /** Of what reads the histories; what else there is would not like decisions without an auction that knows of them. */
    private static List<InvariantResult> results() throws Exception {
        try {
            return List.of(
                    new History(stores).check(snapshot),
                    new Visits(stores, DataSetRecord.read(snapshot).orElseThrow()).check(snapshot));
        } finally {
            snapshot.rollback();
        }
    }
}
