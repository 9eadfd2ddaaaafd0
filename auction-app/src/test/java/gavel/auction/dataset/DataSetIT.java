package gavel.auction.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import com.mongodb.client.model.UpdateOptions;
import gavel.auction.Command;
import gavel.auction.audit.AuditCommand;
import gavel.auction.dataset.stores.Stores;
import gavel.auction.history.BidHistories;
import gavel.auction.history.HistoryDocuments;
import gavel.auction.history.PastBid;
import gavel.auction.history.Visit;
import gavel.auction.history.VisitHistories;
import gavel.auction.image.ImageDocuments;
import gavel.auction.image.ImageInfo;
import gavel.auction.image.ImageSize;
import gavel.auction.image.ImageStore.Picture;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.bson.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;
import org.springframework.util.FileSystemUtils;

class DataSetIT {
    /** Twenty minutes after the load: in the next month. */
    private static final Instant LATER = LoadedSet.LOADED.plus(Duration.ofMinutes(20));

    /** What a reset empties, those that refer to others first. */
    private static final List<String> EMPTIED = List.of(
            "session",
            "attendance",
            "upload",
            "watched",
            "bid_decision",
            "lot",
            "item",
            "auction",
            "credit",
            "account");

    @TempDir
    private static Path kept;

    private static LoadedSet unchanged;

    @TempDir
    private Path directory;

    private LoadedSet set;

    /** One of its own for a test. */
    private void copy() throws IOException {
        set = LoadedSet.copied(directory);
    }

    /** One for all tests that change nothing of it. */
    private void copyOnce() throws IOException {
        if (unchanged == null) {
            unchanged = LoadedSet.copied(kept);
        }
        set = unchanged;
    }

    private void assertComplete() {
        assertThat(set.verify()).as(set::output).isEqualTo(Command.GOOD);
        assertThat(set.run(AuditCommand::new)).as(set::output).isEqualTo(Command.GOOD);
    }

    @Test
    void aLoadedSetIsCompleteAndAudited() throws Exception {
        set = new LoadedSet(directory).loaded();
        assertThat(set.lastReport().get("rows").get("bid_decision").asLong()).isGreaterThan(20 * 100);
        assertThat(set.lastReport().get("counts").size()).isGreaterThan(15);
        assertThat(miscounted()).isEmpty();
        assertComplete();
    }

    /** What the last load or reset found in the end that does not count as recorded. */
    private List<String> miscounted() throws IOException {
        return set.lastReport()
                .get("counts")
                .valueStream()
                .filter(count -> !count.get("expected").equals(count.get("actual")))
                .map(count -> count.get("what").asString())
                .toList();
    }

    /** A picture of the set cannot be deleted by people, and nothing but a load makes it. */
    @Test
    void aResetTellsWhatItDoesNotMend() throws Exception {
        copy();
        try (Stores stores = set.stores()) {
            stores.documents().getCollection(ImageDocuments.BYTES).deleteOne(new Document());
        }
        assertThat(set.reset()).isEqualTo(Command.VIOLATION);
        assertThat(set.output()).contains("image_bytes", "WRONG, expected");
        assertThat(miscounted()).containsExactly("image_bytes");
    }

    @Test
    void accountsShareThePassword() throws Exception {
        copyOnce();
        try (Stores stores = set.stores();
                var connection = stores.connection();
                var rows = connection.createStatement().executeQuery("select distinct password_hash from account")) {
            assertThat(rows.next()).isTrue();
            assertThat(new BCryptPasswordEncoder().matches("correct horse", rows.getString(1)))
                    .isTrue();
            assertThat(rows.next()).isFalse();
        }
    }

    @Test
    void picturesOfRunningItemsHaveAllSizes() throws Exception {
        copyOnce();
        try (Stores stores = set.stores()) {
            for (ImageSize size : ImageSize.values()) {
                byte[] bytes = stores.images().read("1-1", size).orElseThrow();
                assertThat(ImageIO.read(new ByteArrayInputStream(bytes))).isNotNull();
            }
            assertThat(stores.images().read("200-1", ImageSize.FULL)).isEmpty();
        }
    }

    @Test
    void newRowsGetIdsAboveTheLoadedOnes() throws Exception {
        copy();
        set.sql(
                "insert into item (seller_id, title, \"condition\", category, starting_price, state) values (1, 'x', 'good', 'Textiles', 1, 'DRAFT')");
        assertThat(set.count("select max(id) - (select count(*) - 1 from item) from item"))
                .isEqualTo(1);
    }

    @Test
    void loadingTheSameAgainDoesNothing() throws Exception {
        copyOnce();
        assertThat(set.load("--users=20", "--seed=3")).isEqualTo(Command.GOOD);
        assertThat(set.lastReport().get("rows").size()).isZero();
        assertThat(set.output()).contains("is there already");
    }

    @Test
    void whoeverAwaitsASetIsToldWhenItIsWhole(@TempDir Path another) throws Exception {
        copy();
        LoadedSet empty = new LoadedSet(another);
        assertThat(empty.await("--for=stores")).as(empty::output).isEqualTo(Command.GOOD);
        assertThat(empty.await("--for=data-set")).isEqualTo(Command.SERVICE_FAILED);
        assertThat(empty.output()).contains("there is no whole data set yet");
        assertThat(set.await("--for=data-set")).as(set::output).isEqualTo(Command.GOOD);
        set.sql("update data_set set loaded_at = null");
        assertThat(set.await("--for=data-set")).as("an unfinished set").isEqualTo(Command.SERVICE_FAILED);
        assertThat(set.await("--for=everything")).isEqualTo(Command.BAD_ARGUMENTS);
    }

    @Test
    void loadingSomethingElseIsRefused() throws IOException {
        copyOnce();
        assertThat(set.load("--users=30", "--seed=3")).isEqualTo(Command.BAD_ARGUMENTS);
        assertThat(set.output()).contains("holds a data set with users 20, seed 3, images small, but users 30");
        assertComplete();
    }

    @Test
    void aSetThatAnotherVersionMadeIsRefusedAndNotComparedWithThisOne() throws Exception {
        copy();
        set.sql("update data_set set parameters = replace(parameters, '\"format\":2', '\"format\":1')");

        assertThat(set.load("--users=20", "--seed=3")).isEqualTo(Command.BAD_ARGUMENTS);
        assertThat(set.output()).contains("a data set of format 1, this version makes and reads format 2");
        assertThat(set.reset()).isEqualTo(Command.BAD_ARGUMENTS);
        assertThat(set.run(AuditCommand::new)).isEqualTo(Command.BAD_ARGUMENTS);
    }

    @Test
    void anInterruptedLoadGoesOn() throws Exception {
        copy();
        set.sql(
                "update data_set set loaded_at = null",
                "delete from bid_decision",
                "delete from lot",
                "delete from load_progress where stage in ('lot', 'bid_decision', 'history buckets')",
                "update load_progress set done = 3 where stage = 'pictures'");
        try (Stores stores = set.stores()) {
            stores.documents()
                    .getCollection(ImageDocuments.METADATA)
                    .deleteMany(new Document("_id", new Document("$gt", 60L)));
            stores.documents().getCollection(HistoryDocuments.BIDS).drop();
        }
        set.setNow(LATER);
        assertThat(set.reset()).as("an unfinished set").isEqualTo(Command.BAD_ARGUMENTS);
        assertThat(set.load("--users=20", "--seed=3")).as(set::output).isEqualTo(Command.GOOD);
        assertComplete();
    }

    @Test
    void aLostDocumentStoreIsFilledAgain() throws IOException {
        copy();
        try (Stores stores = set.stores()) {
            stores.documents().drop();
        }
        assertThat(set.reset()).as("damaged, not asked wrongly").isEqualTo(Command.VIOLATION);
        assertThat(set.output()).contains("document store has lost the data set");
        assertThat(set.load("--users=20", "--seed=3")).as(set::output).isEqualTo(Command.GOOD);
        assertComplete();
    }

    @Test
    void aUsedSetIsReturnedToItsLoadedState() throws Exception {
        copy();
        set.setNow(LATER);
        use();
        assertThat(set.verify()).isEqualTo(Command.VIOLATION);
        assertThat(set.reset()).as(set::output).isEqualTo(Command.GOOD);
        assertComplete();
        assertThat(set.count(
                        "select count(*) from lot where state in ('OPEN', 'LAST_CALL') and closes_at > ? and closes_at <= ?",
                        LATER,
                        LATER.plusSeconds(30)))
                .isEqualTo(4);
        assertThat(set.count("select count(*) from lot where state = 'LAST_CALL'"))
                .as("lots that may be sold within the first half minute")
                .isPositive();
        assertThat(set.count("select count(*) from partition_lease where owner is null and released_at = ?", LATER))
                .as("partitions without an owner since the lots were staggered")
                .isEqualTo(64);
        assertThat(set.reset()).as("again").isEqualTo(Command.GOOD);
        assertThat(miscounted()).isEmpty();
        assertComplete();
    }

    /** The lots of a set cannot be in mid-life before its accounts are there. */
    @Test
    void aClockThatIsBehindTheLoadIsToldAsThat() throws Exception {
        copy();
        set.setNow(LoadedSet.LOADED.minusMillis(1));
        assertThat(set.reset()).isEqualTo(Command.BAD_ARGUMENTS);
        assertThat(set.output())
                .contains(
                        "The clock says 2026-03-31T23:49:59.999Z, but the data set was loaded at 2026-03-31T23:50:00Z");
        assertComplete();
    }

    /** It was in the next month when the set was used. */
    @Test
    void aResetAfterTheClockWasSetBackLeavesNothingOfTheRun() throws Exception {
        copy();
        set.setNow(LATER);
        assertThat(set.reset()).as(set::output).isEqualTo(Command.GOOD);
        use();
        set.setNow(LoadedSet.LOADED.plusSeconds(60));
        assertThat(set.reset()).as(set::output).isEqualTo(Command.GOOD);
        assertComplete();
    }

    @Test
    void anInterruptedResetIsRunAgain() throws Exception {
        copy();
        assertThat(set.reset()).as(set::output).isEqualTo(Command.GOOD);
        for (String table : EMPTIED) {
            set.sql("delete from " + table);
        }
        set.sql("delete from load_progress where stage <> 'pictures'");
        set.setNow(LATER);
        assertThat(set.reset()).as(set::output).isEqualTo(Command.GOOD);
        assertComplete();
    }

    @Test
    void nothingIsChangedUnderRunningServers() throws Exception {
        copy();
        set.sql(
                "insert into node_lease values ('app1', '00000000-0000-0000-0000-000000000001', now(), now() + interval '1' hour, false)");
        assertThat(set.reset()).isEqualTo(Command.BAD_ARGUMENTS);
        assertThat(set.output()).contains("still running: app1");
        assertThat(set.load("--users=20", "--seed=3"))
                .as("nothing is to be changed, as by `docker compose up` a second time")
                .isEqualTo(Command.GOOD);
        set.sql("insert into session values ('\\x00', 1, now(), now())");
        assertThat(set.load("--users=20", "--seed=3")).as("used since").isEqualTo(Command.GOOD);
        set.sql("update data_set set loaded_at = null");
        assertThat(set.load("--users=20", "--seed=3")).as("an unfinished set").isEqualTo(Command.BAD_ARGUMENTS);
        set.sql("update data_set set loaded_at = now()");
        set.sql("update node_lease set expires_at = now() - interval '1' second");
        assertThat(set.reset()).as(set::output).isEqualTo(Command.GOOD);
    }

    @Test
    void picturesMayBeFiles(@TempDir Path other, @TempDir Path pictures) throws Exception {
        set = new LoadedSet(other, "  images: {store: directory, directory: " + pictures + "}").loaded();
        assertComplete();
        Path folder = Files.createDirectories(pictures.resolve("00").resolve("00"));
        Path unfinished = Files.createFile(folder.resolve(".1234.part"));
        assertComplete();
        set.setNow(LATER);
        use();
        assertThat(set.reset()).as(set::output).isEqualTo(Command.GOOD);
        assertThat(unfinished).as("what a killed server was writing").doesNotExist();
        assertComplete();
        FileSystemUtils.deleteRecursively(pictures);
        assertThat(set.reset()).as("with the directory").isEqualTo(Command.VIOLATION);
        assertThat(miscounted()).containsExactly("image_bytes");
    }

    /** What a run leaves behind: accounts, sessions, bids, items with pictures, later rounds. */
    private void use() throws Exception {
        set.sql(
                "insert into account (id, email, password_hash, first_name, last_name, created_at) values (5001, 'new@x', 'h', 'a', 'b', now())",
                "insert into credit values (5001, 100, 0, 0)",
                "insert into session values ('\\x00', 5001, now(), now())",
                "insert into attendance values (5001, 1, now())",
                "insert into item (id, seller_id, title, \"condition\", category, starting_price, state, image_count) values (9001, 5001, 'x', 'good', 'Textiles', 1, 'DRAFT', 1)",
                "update item set image_count = image_count + 1 where id = 7",
                "update auction set revision = revision + 9, round = 2 where id = 1",
                "update lot set state = 'PASSED' where id = 1",
                "update partition_lease set owner = 'app1', epoch = 4, next_seq = next_seq + 1 where \"partition\" = 1",
                "insert into lot (auction_id, item_id, position, round, starting_price, state) values (1, 1, 1, 2, 5, 'OPEN')");
        try (Stores stores = set.stores()) {
            // More than a month has room for, and a day.
            new BidHistories(stores.documents())
                    .write(IntStream.range(0, 2_500)
                            .mapToObj(i -> new PastBid("new-" + i, 5_001, 1, 1, BigDecimal.TEN, "OUTBID", LATER, LATER))
                            .toList());
            new VisitHistories(stores.documents()).write(List.of(new Visit(3, 1, LATER, null)));
            assertThat(stores.documents().getCollection(HistoryDocuments.BIDS).countDocuments(HistoryDocuments.full()))
                    .as("full buckets")
                    .isEqualTo(2);
            addPicture(stores, 9_001, 1);
            addPicture(stores, 9_001, 2); // of an upload that was killed before its count was committed
            addPicture(stores, 7, 8);
        }
    }

    private static void addPicture(Stores stores, long item, int position) throws IOException {
        String id = item + "-" + position + "-abc";
        stores.images().write(List.of(new Picture(id, ImageSize.FULL, new byte[] {1})));
        ImageInfo info = new ImageInfo(id, position, "image/jpeg", 1, 1, EnumSet.of(ImageSize.FULL));
        var metadata = stores.documents().getCollection(ImageDocuments.METADATA);
        metadata.updateOne(new Document("_id", item), ImageDocuments.addition(info), new UpdateOptions().upsert(true));
    }
}
