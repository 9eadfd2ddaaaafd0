package gavel.auction.audit;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.MongoCollection;
import gavel.auction.bid.BidIds;
import gavel.auction.dataset.LoadedSet;
import gavel.auction.dataset.plan.LotTiming;
import gavel.auction.dataset.stores.DataSetRecord;
import gavel.auction.dataset.stores.Stores;
import gavel.auction.history.HistoryDocuments;
import gavel.auction.history.Visit;
import gavel.auction.history.VisitHistories;
import gavel.auction.image.ImageDocuments;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.conversions.Bson;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Damages every field of every document, deletes and invents some, and does the same to pictures that are files. */
class DamagedDocumentsIT {
    private static final LotTiming LOTS = new LotTiming(Duration.ofSeconds(30), Duration.ofSeconds(30));
    private static final String NUMBER = "#";

    @TempDir
    private static Path directory;

    private static LoadedSet set;
    private static Stores stores;

    @BeforeAll
    static void use() throws Exception {
        set = LoadedSet.copied(directory);
        new UsedSet(set).use();
        stores = set.stores();
    }

    /** What a test damaged and did not mend might be taken for what another one damages. */
    @AfterAll
    static void everyDamageWasMended() throws Exception {
        try {
            assertThat(broken(stores)).isEmpty();
        } finally {
            stores.close();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            decisions-in-history | bid_history        | 3:2026-04  | {$unset: {'bids.BID': ''}}
            decisions-in-history | bid_history        | 3:2026-04  | {$set: {'bids.BID.auction': {$numberLong: '2'}}}
            decisions-in-history | bid_history        | 3:2026-04  | {$set: {'bids.BID.lot': {$numberLong: '2'}}}
            decisions-in-history | bid_history        | 3:2026-04  | {$set: {'bids.BID.amount': {$numberDecimal: '1.00'}}}
            decisions-in-history | bid_history        | 3:2026-04  | {$set: {'bids.BID.outcome': 'ACCEPTED'}}
            decisions-in-history | bid_history        | 3:2026-04  | {$set: {'bids.BID.placed': {$date: '2026-04-01T00:00:00Z'}}}
            decisions-in-history | bid_history        | 3:2026-04  | {$set: {'bids.BID.decided': {$date: '2026-04-01T00:00:00Z'}}}
            decisions-in-history | bid_history        | 3:2026-04  | {$unset: {'bids.BID.decided': ''}}
            decisions-in-history | bid_history        | 3:2026-04  | {$unset: {'bids.BID.lot': ''}}
            decisions-in-history | bid_history        | 3:2026-04  | delete
            decisions-in-history | bid_history        | 3:2026-04  | copy to 9:2026-04
            decisions-in-history | bid_history        | 3:2026-04  | copy to nobody
            visits-in-history    | attendance_history | 3:2026-04  | {$unset: {'visits.VISIT': ''}}
            visits-in-history    | attendance_history | 3:2026-04  | {$set: {'visits.VISIT.auction': {$numberLong: '2'}}}
            visits-in-history    | attendance_history | 3:2026-04  | {$set: {'visits.VISIT.joined': {$date: '2026-04-01T00:00:00Z'}}}
            visits-in-history    | attendance_history | 3:2026-04  | {$set: {'visits.VISIT.left': {$date: '2026-04-01T01:00:00Z'}}}
            visits-in-history    | attendance_history | 3:2026-04  | {$unset: {'visits.VISIT.joined': ''}}
            visits-in-history    | attendance_history | 4:2026-04  | {$unset: {'visits.VISIT.left': ''}}
            visits-in-history    | attendance_history | 3:2026-04  | delete
            visits-in-history    | attendance_history | 3:2026-04  | copy to 9:2026-04
            visits-in-history    | attendance_history | 4:2026-04  | copy to 900000:2026-04
            visits-in-history    | attendance_history | 4:2026-04  | copy to nobody
            visits-in-history    | attendance_history | LOADED     | delete
            visits-in-history    | attendance_history | LOADED     | {$unset: {'visits.FIRST': ''}}
            visits-in-history    | attendance_history | LOADED     | {$unset: {'visits.FIRST.left': ''}}
            visits-in-history    | attendance_history | LOADED     | {$set: {'visits.FIRST.left': {$date: '2026-04-01T01:00:00Z'}}}
            pictures             | image_metadata     | #700       | delete
            pictures             | image_metadata     | #200       | delete
            pictures             | image_metadata     | #700       | copy to #9000
            pictures             | image_metadata     | #700       | {$unset: {'images.1': ''}}
            pictures             | image_metadata     | #700       | {$set: {'images.1.id': '700-1-other'}}
            pictures             | image_metadata     | #200       | {$set: {'images.1.id': '200-1-other'}}
            pictures             | image_metadata     | #200       | {$set: {'images.1.id': '201-1'}}
            pictures             | image_metadata     | #200       | {$set: {'images.1.type': 'image/png'}}
            pictures             | image_metadata     | #700       | {$set: {'images.1.type': 'text/html'}}
            pictures             | image_metadata     | #200       | {$set: {'images.1.width': 0}}
            pictures             | image_metadata     | #200       | {$unset: {'images.1.height': ''}}
            pictures             | image_metadata     | #200       | {$set: {'images.1.sizes': ['thumbnail']}}
            pictures             | image_metadata     | #700       | {$set: {'images.1.sizes': ['thumbnail', 'preview']}}
            pictures             | image_bytes        | 700-1-abc:full    | delete
            pictures             | image_bytes        | 1-1:full          | delete
            pictures             | image_bytes        | 200-1:thumbnail   | delete
            pictures             | image_bytes        | 200-1:thumbnail   | copy to 200-1:full
            pictures             | image_bytes        | 200-1:thumbnail   | copy to 9000-1:full
            pictures             | image_bytes        | 200-1:thumbnail   | copy to 200-1-abc:full
            pictures             | image_bytes        | 200-1:thumbnail   | copy to nothing
            as-loaded            | data_set           | LOADED     | delete
            """)
    void damageIsNoticed(String invariant, String collection, String id, String damage) throws SQLException {
        MongoCollection<Document> documents = stores.documents().getCollection(collection);
        Document before = documents.find(damaged(documents, id)).first();
        Bson byId = new Document("_id", before.get("_id"));
        String copy = damage.startsWith("copy to ") ? damage.substring(8) : null;
        if (copy != null) {
            documents.insertOne(new Document(before).append("_id", idOf(copy)));
        } else if (damage.equals("delete")) {
            documents.deleteOne(byId);
        } else {
            documents.updateOne(byId, Document.parse(written(damage, before)));
        }
        try {
            assertThat(broken(stores)).contains(invariant);
        } finally {
            if (copy != null) {
                documents.deleteOne(new Document("_id", idOf(copy)));
            }
            documents.deleteOne(byId);
            documents.insertOne(before);
        }
    }

    @Test
    void whoLeavesWhileTheAuditRunsIsNotMissed() throws Exception {
        try (Connection snapshot = stores.connection();
                var statement = snapshot.createStatement()) {
            snapshot.setAutoCommit(false);
            snapshot.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
            Visits visits = new Visits(stores, DataSetRecord.read(snapshot).orElseThrow());
            statement.executeQuery("select count(*) from attendance").close();
            MongoCollection<Document> histories = stores.documents().getCollection(HistoryDocuments.ATTENDANCE);
            Document before = histories.find(new Document("_id", "3:2026-04")).first();
            new VisitHistories(stores.documents())
                    .write(List.of(new Visit(3, 1, UsedSet.CAME, UsedSet.CAME.plusSeconds(60))));
            try {
                assertThat(visits.check(snapshot).examples())
                        .as("an end that nobody asked for")
                        .containsExactly("account 3: visit " + HistoryDocuments.visitKey(1, UsedSet.CAME)
                                + " has ended by the history, but it attends still");

                set.sql(
                        "create table kept as select * from attendance where account_id = 3",
                        "delete from attendance where account_id = 3");
                try {
                    assertThat(visits.check(snapshot).examples()).isEmpty();
                } finally {
                    set.sql("insert into attendance select * from kept", "drop table kept");
                }
            } finally {
                snapshot.rollback();
                histories.replaceOne(new Document("_id", "3:2026-04"), before);
            }
        }
    }

    private static Object idOf(String text) {
        return text.startsWith(NUMBER) ? (Object) Long.valueOf(text.substring(1)) : text;
    }

    private static Bson damaged(MongoCollection<Document> documents, String id) {
        return id.equals("LOADED")
                ? new Document("_id", documents.find().first().get("_id"))
                : new Document("_id", idOf(id));
    }

    private static String written(String damage, Document document) {
        Document visits = document.get("visits", Document.class);
        return damage.replace("BID", new BidIds(UsedSet.SECRET).of(3, "outbid"))
                .replace("VISIT", HistoryDocuments.visitKey(1, UsedSet.CAME))
                .replace(
                        "FIRST",
                        visits == null ? "" : visits.keySet().iterator().next());
    }

    @Test
    void picturesThatWereDeletedByTheDozenAreCounted() throws SQLException {
        MongoCollection<Document> bytes = stores.documents().getCollection(ImageDocuments.BYTES);
        List<Document> deleted = bytes.find().limit(72).into(new ArrayList<>());
        deleted.forEach(document -> bytes.deleteOne(new Document("_id", document.get("_id"))));
        try {
            assertThat(results(stores))
                    .filteredOn(result -> !result.holds())
                    .singleElement()
                    .matches(result -> result.name().equals("pictures") && result.violations() == 72);
        } finally {
            bytes.insertMany(deleted);
        }
    }

    @Test
    void everyFieldIsLookedAtOrNamedAsNotLookedAt() {
        Set<String> found = new TreeSet<>();
        for (String name : stores.documents().listCollectionNames()) {
            for (Document document : stores.documents().getCollection(name).find()) {
                document.forEach((field, value) -> {
                    found.add(name + "." + field);
                    if (value instanceof Document entries) {
                        entries.values().stream()
                                .flatMap(entry -> ((Document) entry).keySet().stream())
                                .forEach(key -> found.add(name + "." + field + "." + key));
                    }
                });
            }
        }
        assertThat(found).hasSize(23);
        assertThat(Coverage.all()).extracting(Coverage::where).containsAll(found);
    }

    @Test
    void picturesThatAreFilesAreLookedAtTheSame(@TempDir Path other, @TempDir Path pictures) throws Exception {
        LoadedSet files = new LoadedSet(other, "  images: {store: directory, directory: " + pictures + "}").loaded();
        try (Stores audited = files.stores()) {
            assertThat(broken(audited)).isEmpty();
            Path file;
            try (Stream<Path> all = Files.walk(pictures)) {
                file = all.filter(Files::isRegularFile).sorted().findFirst().orElseThrow();
            }
            byte[] bytes = Files.readAllBytes(file);
            Files.delete(file);
            assertThat(violations(audited)).containsExactly("is described, but not stored");
            Files.createFile(file);
            assertThat(violations(audited)).containsExactly("has no bytes");
            Files.write(file, bytes);
            Files.write(file.resolveSibling(".unfinished.part"), bytes);
            assertThat(broken(audited)).isEmpty();
            Path elsewhere = Files.move(file, pictures.resolve(file.getFileName()));
            assertThat(violations(audited))
                    .containsExactlyInAnyOrder("is described, but not stored", "is stored, but no item describes it");
            Files.move(elsewhere, file);
            Path stray = Files.write(file.resolveSibling("9000-1.full"), bytes);
            assertThat(violations(audited)).containsExactly("is stored, but no item describes it");
            Files.delete(stray);
            assertThat(broken(audited)).isEmpty();
        }
    }

    /** What is said of each picture. */
    private static List<String> violations(Stores audited) throws SQLException {
        return results(audited).stream()
                .flatMap(result -> result.examples().stream())
                .map(example -> example.replaceFirst("picture \\S+ ", ""))
                .toList();
    }

    private static List<InvariantResult> results(Stores audited) throws SQLException {
        return new Audit(audited, LOTS, List.of()).run();
    }

    private static List<String> broken(Stores audited) throws SQLException {
        return results(audited).stream()
                .filter(result -> !result.holds())
                .map(InvariantResult::name)
                .toList();
    }
}
