package gavel.harness.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoCursor;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.UpdateOptions;
import de.bwaldvogel.mongo.MongoServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.stream.Stream;
import org.bson.Document;
import org.bson.types.Binary;
import org.bson.types.Decimal128;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** As the application's driver sees the store. */
class CompactBackendSliceTest {
    private static final int PICTURE = 10_000;
    private static final long MOST = 1 << 20;

    @TempDir
    Path directory;

    private MongoServer server;
    private MongoClient client;
    private MongoCollection<Document> collection;
    private volatile long left = Long.MAX_VALUE;

    @BeforeEach
    void start() throws IOException {
        server = new MongoServer(new CompactBackend(SpillFile.in(directory), new StoreRoom(MOST, () -> left)));
        InetSocketAddress address = server.bind();
        client = MongoClients.create("mongodb://127.0.0.1:" + address.getPort());
        collection = client.getDatabase("gavel").getCollection("documents");
    }

    @AfterEach
    void stop() {
        client.close();
        server.shutdownNow();
    }

    @Test
    void everyTypeTheApplicationWritesComesBack() {
        Document bid = new Document("auction", 17L)
                .append("amount", Decimal128.parse("12.50"))
                .append("outcome", "ACCEPTED")
                .append("placed", new Date(1_700_000_000_123L))
                .append("width", 640)
                .append("sizes", List.of("thumbnail", "preview"));
        Document document = new Document("_id", "17:2026-11").append("bids", new Document("b-1", bid));

        collection.insertOne(document);

        assertThat(found("17:2026-11")).isEqualTo(document);
    }

    @Test
    void anUpdateAddsToWhatIsThereAndSayingItAgainChangesNothing() {
        for (int i = 0; i < 3; i++) {
            for (int again = 0; again < 2; again++) {
                collection.updateOne(
                        id("bucket"),
                        new Document("$set", new Document("bids.b" + i, new Document("lot", (long) i))),
                        new UpdateOptions().upsert(true));
            }
        }

        assertThat(found("bucket").get("bids", Document.class))
                .containsOnlyKeys("b0", "b1", "b2")
                .containsEntry("b2", new Document("lot", 2L));
    }

    @Test
    void whatAReaderHoldsIsNotChangedByTheNextUpdate() {
        collection.insertOne(id("a").append("n", 1));
        try (MongoCursor<Document> scan = collection.find().batchSize(1).iterator()) {
            Document read = scan.next();
            collection.updateOne(id("a"), new Document("$set", new Document("n", 2)));
            assertThat(read).containsEntry("n", 1);
        }
        assertThat(found("a")).containsEntry("n", 2);
    }

    @Test
    void picturesAreInAFileAndGoWithTheirDocuments() throws IOException {
        collection.replaceOne(id("p"), picture("p", 1), new ReplaceOptions().upsert(true));
        collection.replaceOne(id("p"), picture("p", 2), new ReplaceOptions().upsert(true));

        assertThat(bytes(found("p"))).isEqualTo(bytes(picture("p", 2)));
        assertThat(spilled()).as("both; the file is not full yet").isBetween(2L * PICTURE, 3L * PICTURE);

        collection.deleteOne(id("p"));
        assertThat(collection.find(id("p")).first()).isNull();
    }

    @Test
    void aScanReadsAllThatWasThereButForWhatIsDeletedMeanwhile() {
        for (int i = 0; i < 1_000; i++) {
            collection.insertOne(i % 2 == 0 ? picture("p" + i, i) : id("d" + i).append("n", i));
        }
        List<Object> seen = new ArrayList<>();
        try (MongoCursor<Document> scan = collection.find().batchSize(10).iterator()) {
            while (scan.hasNext()) {
                seen.add(scan.next().get("_id"));
                if (seen.size() == 500) {
                    collection.deleteMany(new Document("n", new Document("$gt", 900)));
                }
            }
        }
        assertThat(seen).doesNotHaveDuplicates().hasSize(1_000);
        assertThat(collection.countDocuments()).isEqualTo(1_000 - 99);
        assertThat(collection.estimatedDocumentCount()).isEqualTo(1_000 - 99);
    }

    @Test
    void idsAloneAreFoundSortedAndCounted() {
        for (int i = 0; i < 30; i++) {
            collection.insertOne(picture("p" + i, i));
        }
        List<String> wanted = List.of("p3", "p7", "none");
        assertThat(collection
                        .find(new Document("_id", new Document("$in", wanted)))
                        .projection(id(1)))
                .extracting(document -> document.getString("_id"))
                .containsExactlyInAnyOrder("p3", "p7");
        assertThat(collection.find().projection(id(1)).batchSize(7)).hasSize(30).allMatch(d -> d.size() == 1);
        assertThat(collection.find().sort(id(-1)).limit(2))
                .extracting(document -> document.getString("_id"))
                .containsExactly("p9", "p8");
        assertThat(collection.countDocuments(new Document("_id", "p3"))).isEqualTo(1);
    }

    @Test
    void idsAreUnique() {
        collection.insertOne(id("a"));

        assertThatThrownBy(() -> collection.insertOne(id("a"))).isInstanceOf(MongoWriteException.class);
        assertThat(collection.countDocuments()).isEqualTo(1);
    }

    @Test
    void picturesAreRefusedBeforeHistoriesAndBothBeforeTheProcessEnds() {
        collection.insertOne(id("history").append("n", 1));
        collection.insertOne(picture("picture", 1));
        int filled = fill("d", 700, MOST);
        assertThat(filled).isBetween(1_000, 1_300);

        assertThatThrownBy(() -> collection.insertOne(picture("p", 1)))
                .isInstanceOfSatisfying(
                        MongoWriteException.class, e -> assertThat(e.getCode()).isEqualTo(StoreRoom.OUT_OF_SPACE))
                .hasMessageContaining("the document store is full");
        assertThatThrownBy(() -> collection.insertOne(id("d").append("text", "x".repeat(2_000))))
                .isInstanceOf(MongoWriteException.class);

        collection.deleteMany(new Document("_id", new Document("$regex", "^d1")));
        collection.updateOne(id("history"), new Document("$set", new Document("n", 2)));
        assertThat(found("history")).containsEntry("n", 2);
        assertThat(bytes(found("picture"))).isEqualTo(bytes(picture("picture", 1)));
        int more = fill("e", 700, MOST);
        assertThat(more).as("what was deleted made room").isPositive();
    }

    @Test
    void picturesAreRefusedBeforeTheDiskIsFullAndHistoriesAreNot() {
        left = (512 << 20) + 5_000;

        assertThatThrownBy(() -> collection.insertOne(picture("p", 1))).isInstanceOf(MongoWriteException.class);
        collection.insertOne(id("history").append("n", 1));

        assertThat(found("p")).isNull();
        assertThat(found("history")).containsEntry("n", 1);
    }

    /** How many documents were taken until the store was full. */
    private int fill(String prefix, int length, long most) {
        for (int i = 0; i < most / length; i++) {
            try {
                collection.insertOne(id(prefix + i).append("text", "x".repeat(length)));
            } catch (MongoWriteException full) {
                return i;
            }
        }
        throw new AssertionError("it took everything");
    }

    private Document found(String id) {
        return collection.find(id(id)).first();
    }

    private static Document id(Object id) {
        return new Document("_id", id);
    }

    private static Document picture(String id, int value) {
        byte[] bytes = new byte[PICTURE];
        Arrays.fill(bytes, (byte) value);
        return id(id).append("n", value).append("bytes", new Binary(bytes));
    }

    private static byte[] bytes(Document picture) {
        return picture.get("bytes", Binary.class).getData();
    }

    private long spilled() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.mapToLong(file -> file.toFile().length()).sum();
        }
    }
}
