package gavel.auction.history;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandStartedEvent;
import gavel.auction.image.DocumentImageStore;
import gavel.auction.image.ImageInfo;
import gavel.auction.image.ImageSize;
import gavel.auction.image.ImageStore.Picture;
import gavel.auction.image.MetadataDocuments;
import gavel.auction.testing.EmbeddedServices;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.bson.BsonDocument;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The document store is asked for documents by their {@code _id} and for nothing else, as its command log shows; for single ones, except when
 * full buckets are looked for.
 */
class DocumentsByIdIT {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");
    private static final Set<String> HOUSEKEEPING =
            Set.of("hello", "ismaster", "isMaster", "endSessions", "ping", "buildInfo");

    private final List<Command> log = Collections.synchronizedList(new ArrayList<>());
    private MongoClient client;
    private MongoDatabase documents;

    private record Command(String name, BsonDocument body) {}

    @BeforeEach
    void connect() {
        client = MongoClients.create(MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString(EmbeddedServices.documentsUri("by_id")))
                .addCommandListener(new CommandListener() {
                    @Override
                    public void commandStarted(CommandStartedEvent event) {
                        // The command is a view of a buffer that is used again.
                        log.add(new Command(
                                event.getCommandName(),
                                BsonDocument.parse(event.getCommand().toJson())));
                    }
                })
                .build());
        documents = client.getDatabase("by_id");
    }

    @AfterEach
    void disconnect() {
        client.close();
    }

    @Test
    void histories() {
        BidHistories bids = new BidHistories(documents);
        VisitHistories visits = new VisitHistories(documents);
        bids.write(List.of(HistoryDocumentsTest.bid("a", 1, NOW), HistoryDocumentsTest.bid("b", 2, NOW)));
        visits.write(List.of(new Visit(1, 3, NOW, null), new Visit(1, 3, NOW, NOW.plusSeconds(1))));
        Span span = Span.of(null, null, NOW);

        assertThat(bids.page(1, span, null, 10).items()).hasSize(1);
        assertThat(visits.page(1, span, null, 10).items()).hasSize(1);

        assertThat(filters()).hasSizeGreaterThan(4).allSatisfy(DocumentsByIdIT::isOneId);
    }

    @Test
    void anOrdinaryPortionOfAHistoryIsWrittenInOneCommand() {
        new BidHistories(documents)
                .write(List.of(HistoryDocumentsTest.bid("a", 1, NOW), HistoryDocumentsTest.bid("b", 2, NOW)));

        assertThat(commands()).extracting(Command::name).containsExactly("update");
    }

    @Test
    void bucketsThatMayBeFull() {
        BidHistories bids = new BidHistories(documents);
        bids.write(IntStream.range(0, 3 * BucketWriter.MOST_ENTRIES)
                .mapToObj(i -> HistoryDocumentsTest.bid("b" + i, 1, NOW))
                .toList());

        assertThat(filters()).hasSizeGreaterThan(6).allSatisfy(filter -> assertThat(filter.keySet())
                .containsExactly("_id"));
        log.clear();
        assertThat(bids.page(1, Span.of(null, null, NOW), null, 10).items()).hasSize(10);
        assertThat(filters()).hasSizeGreaterThan(2).allSatisfy(DocumentsByIdIT::isOneId);
    }

    @Test
    void images() {
        DocumentImageStore store = new DocumentImageStore(documents);
        store.write(List.of(
                new Picture("1-1", ImageSize.FULL, new byte[] {1}),
                new Picture("1-1", ImageSize.PREVIEW, new byte[1])));
        store.read("1-1", ImageSize.FULL);
        store.delete(List.of("1-1"));

        assertThat(filters()).hasSize(2 + 1 + ImageSize.values().length).allSatisfy(DocumentsByIdIT::isOneId);
    }

    @Test
    void imageMetadata() {
        MetadataDocuments metadata = new MetadataDocuments(documents);
        ImageInfo first = new ImageInfo("7-1-a", 1, "image/jpeg", 64, 48, Set.of(ImageSize.FULL));
        ImageInfo second = new ImageInfo("7-2-b", 2, "image/png", 64, 48, Set.of(ImageSize.values()));
        metadata.add(7, second);
        metadata.add(7, first);
        metadata.add(7, first);

        assertThat(metadata.read(7)).containsExactly(first, second);
        assertThat(metadata.read(8)).isEmpty();

        assertThat(filters()).hasSize(5).allSatisfy(DocumentsByIdIT::isOneId);
    }

    private List<Command> commands() {
        return List.copyOf(log).stream()
                .filter(command -> !HOUSEKEEPING.contains(command.name()))
                .toList();
    }

    private List<BsonDocument> filters() {
        return commands().stream().flatMap(DocumentsByIdIT::filters).toList();
    }

    private static Stream<BsonDocument> filters(Command command) {
        BsonDocument body = command.body();
        return switch (command.name()) {
            case "find" -> Stream.of(body.getDocument("filter"));
            case "update" ->
                body.getArray("updates").stream()
                        .map(update -> update.asDocument().getDocument("q"));
            case "delete" ->
                body.getArray("deletes").stream()
                        .map(delete -> delete.asDocument().getDocument("q"));
            default -> throw new AssertionError("not one of the commands agreed on: " + body);
        };
    }

    private static void isOneId(BsonDocument filter) {
        assertThat(filter.keySet()).containsExactly("_id");
        assertThat(filter.get("_id").isDocument())
                .as("an operator instead of a value: %s", filter)
                .isFalse();
    }
}
