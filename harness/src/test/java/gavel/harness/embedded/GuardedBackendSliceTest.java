package gavel.harness.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoSecurityException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import de.bwaldvogel.mongo.MongoServer;
import gavel.harness.tier.mongo.MongoCluster;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who gets in, as the application's driver sees it, and as somebody does who writes what he likes on the wire. */
class GuardedBackendSliceTest {
    private static final String DENIED = "requires authentication";
    private static final String FAILED = "Authentication failed";
    private static final String HIDDEN = "what nobody may read";

    @TempDir
    Path directory;

    private MongoServer server;
    private InetSocketAddress address;
    private MongoClient owner;

    @BeforeEach
    void start() throws IOException {
        server = new MongoServer(new GuardedBackend(
                new CompactBackend(SpillFile.in(directory), new StoreRoom(1 << 20, () -> Long.MAX_VALUE)),
                new Scram("gavel", "secret")));
        address = server.bind();
        owner = MongoClients.create(MongoCluster.uri("secret", socket()));
        documents()
                .insertMany(IntStream.range(0, 300)
                        .mapToObj(i -> new Document("_id", i).append("text", HIDDEN))
                        .toList());
        assertThat(documents().find()).as("more than one batch").hasSize(300);
        assertThat(documents().find(new Document("_id", 7)).first()).containsEntry("text", HIDDEN);
    }

    private MongoCollection<Document> documents() {
        return owner.getDatabase("gavel").getCollection("documents");
    }

    @AfterEach
    void stop() {
        owner.close();
        server.shutdownNow();
    }

    private String socket() {
        return "127.0.0.1:" + address.getPort();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{find: 'documents'}",
                "{Find: 'documents'}",
                "{aggregate: 'documents', pipeline: [], cursor: {}}",
                "{count: 'documents'}",
                "{distinct: 'documents', key: 'text'}",
                "{getMore: {$numberLong: '1'}, collection: 'documents'}",
                "{insert: 'documents', documents: [{_id: 1000}]}",
                "{update: 'documents', updates: [{q: {}, u: {$set: {text: 'mine'}}}]}",
                "{delete: 'documents', deletes: [{q: {}, limit: 0}]}",
                "{findAndModify: 'documents', query: {_id: 7}, remove: true}",
                "{drop: 'documents'}",
                "{dropDatabase: 1}",
                "{listCollections: 1}",
                "{listDatabases: 1}",
                "{listIndexes: 'documents'}",
                "{serverStatus: 1}",
                "{hostInfo: 1}",
                "{buildInfo: 1}",
                "{getLog: 'global'}",
                "{whatsmyuri: 1}",
                "{noSuchCommand: 1}",
            })
    void whoHasNotLoggedInMayDoNothing(String command) throws IOException {
        WireClient raw = new WireClient(address);
        try (MongoClient nobody = MongoClients.create("mongodb://" + socket())) {
            Document parsed = Document.parse(command);
            for (String database : List.of("gavel", "admin")) {
                assertThatThrownBy(() -> nobody.getDatabase(database).runCommand(parsed))
                        .isInstanceOfSatisfying(
                                MongoCommandException.class,
                                refused -> assertThat(refused.getErrorCode()).isEqualTo(13))
                        .hasMessageContaining(DENIED);
                assertThat(raw.query(database + ".$cmd", parsed)).isEqualTo(WireClient.CLOSED);
                assertThat(raw.query(database + ".$cmd", new Document("$query", parsed)))
                        .isEqualTo(WireClient.CLOSED);
            }
        }
        untouched();
    }

    @ParameterizedTest
    @ValueSource(strings = {"gavel.documents", "gavel.system.namespaces", "admin.$cmd.sys.inprog"})
    void queriesOfAnOldKindAreRefusedToo(String collection) throws IOException {
        assertThat(new WireClient(address).query(collection, new Document())).isEqualTo(WireClient.CLOSED);
    }

    /** Or these tests would show nothing. */
    @Test
    void withoutTheGuardTheyReadEverything() throws IOException {
        MongoServer open = new MongoServer(
                new CompactBackend(SpillFile.in(directory), new StoreRoom(1 << 20, () -> Long.MAX_VALUE)));
        WireClient raw = new WireClient(open.bind());
        raw.message(new Document("insert", "documents")
                .append("documents", List.of(new Document("_id", 7).append("text", HIDDEN)))
                .append("$db", "gavel"));

        assertThat(raw.query("gavel.documents", new Document())).contains(HIDDEN);
        assertThat(raw.query("gavel.$cmd", new Document("find", "documents"))).contains(HIDDEN);
        open.shutdownNow();
    }

    @Test
    void greetingsAreForAnybody() throws IOException {
        WireClient raw = new WireClient(address);
        try (MongoClient nobody = MongoClients.create("mongodb://" + socket())) {
            assertThat(nobody.getDatabase("admin").runCommand(new Document("ping", 1)))
                    .containsEntry("ok", 1.0);
            assertThat(raw.query("admin.$cmd", new Document("isMaster", 1))).contains("SCRAM-SHA-256");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "gavel:wrong@HOST/?authSource=admin",
                "gavel:@HOST/?authSource=admin",
                "other:secret@HOST/?authSource=admin",
                "gavel:secret@HOST/?authSource=gavel",
                "gavel:secret@HOST/?authSource=admin&authMechanism=SCRAM-SHA-1",
                "gavel:secret@HOST/?authMechanism=PLAIN",
            })
    void onlyTheRightPasswordOpensIt(String wrong) {
        try (MongoClient client = MongoClients.create("mongodb://" + wrong.replace("HOST", socket()))) {
            assertThatThrownBy(() -> client.getDatabase("gavel")
                            .getCollection("documents")
                            .find()
                            .first())
                    .isInstanceOf(MongoSecurityException.class)
                    .hasRootCauseInstanceOf(MongoCommandException.class);
        }
    }

    @Test
    void eachConnectionLogsInAndEachChallengeIsForOneAttempt() throws IOException {
        WireClient raw = new WireClient(address);

        assertThat(raw.message(continued(""))).as("nothing was begun").contains(FAILED);
        assertThat(raw.message(started("n,,n=gavel,r=12345678"))).contains("i=15000");
        assertThat(raw.message(continued("c=biws,r=12345678,p=AAAA"))).contains(FAILED);
        assertThat(raw.message(continued(""))).contains(FAILED);
        assertThat(raw.message(new Document("find", "documents").append("$db", "gavel")))
                .contains(DENIED);
    }

    private static Document started(String payload) {
        return new Document("saslStart", 1)
                .append("mechanism", "SCRAM-SHA-256")
                .append("payload", payload.getBytes(StandardCharsets.UTF_8))
                .append("$db", "admin");
    }

    private static Document continued(String payload) {
        return new Document("saslContinue", 1)
                .append("conversationId", 1)
                .append("payload", payload.getBytes(StandardCharsets.UTF_8))
                .append("$db", "admin");
    }

    private void untouched() {
        assertThat(documents().countDocuments(new Document("text", HIDDEN))).isEqualTo(300);
    }

    private void guest(String name, String password) {
        owner.getDatabase("admin")
                .runCommand(
                        new Document("createUser", name).append("pwd", password).append("roles", List.of()));
    }

    /** Two that share the store: each reads and writes its own, and neither what the owner or the other has. */
    @Test
    void guestsHaveADatabaseEachAndNoOther() {
        guest("tenant1", "one");
        guest("tenant2", "two");
        try (MongoClient one = MongoClients.create(MongoCluster.uri("tenant1", "one", socket()));
                MongoClient two = MongoClients.create(MongoCluster.uri("tenant2", "two", socket()))) {
            one.getDatabase("tenant1").getCollection("documents").insertOne(new Document("_id", 1));
            assertThat(one.getDatabase("tenant1").getCollection("documents").find())
                    .hasSize(1);
            assertThat(two.getDatabase("tenant2").getCollection("documents").find())
                    .isEmpty();
            for (String other : List.of("tenant1", "gavel", "admin")) {
                assertThatThrownBy(() -> two.getDatabase(other)
                                .getCollection("documents")
                                .find()
                                .first())
                        .hasMessageContaining("tenant2 has no right to find of database " + other);
                assertThatThrownBy(() -> two.getDatabase(other).drop()).hasMessageContaining("has no right to");
            }
            assertThatThrownBy(() -> two.getDatabase("admin")
                            .runCommand(new Document("createUser", "tenant3").append("pwd", "three")))
                    .hasMessageContaining("tenant2 has no right to createUser");
            assertThat(two.getDatabase("admin").runCommand(new Document("serverStatus", 1)))
                    .as("figures")
                    .isNotEmpty();
        }
    }

    @Test
    void aGuestNeedsItsOwnPassword() {
        guest("tenant1", "one");
        for (String uri : List.of(
                MongoCluster.uri("tenant1", "secret", socket()), MongoCluster.uri("nobody", "secret", socket()))) {
            try (MongoClient client = MongoClients.create(uri)) {
                assertThatThrownBy(() -> client.getDatabase("tenant1")
                                .getCollection("documents")
                                .find()
                                .first())
                        .isInstanceOf(MongoSecurityException.class);
            }
        }
    }

    @Test
    void accountsThatCannotBeAreRefused() {
        guest("tenant1", "one");
        assertThatThrownBy(() -> guest("tenant1", "again")).hasMessageContaining("user tenant1 exists already");
        assertThatThrownBy(() -> guest("gavel", "again")).hasMessageContaining("user gavel exists already");
        assertThatThrownBy(() -> guest("a b", "x")).hasMessageContaining("an account needs a name");
        assertThatThrownBy(() -> guest("a".repeat(41), "x")).hasMessageContaining("an account needs a name");
        assertThatThrownBy(() -> guest("tenant2", "")).hasMessageContaining("an account needs a name");
        for (int i = 2; i <= 100; i++) {
            guest("t" + i, "x");
        }
        assertThatThrownBy(() -> guest("t101", "x")).hasMessageContaining("there may be 100");
    }
}
