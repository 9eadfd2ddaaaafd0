package gavel.auction.dataset.load;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReplaceOptions;
import gavel.auction.dataset.plan.DataSetPlan;
import gavel.auction.dataset.plan.DataSetSpec;
import gavel.auction.dataset.plan.PlannedItem;
import gavel.auction.dataset.stores.DataSetRecord;
import gavel.auction.dataset.stores.Progress;
import gavel.auction.dataset.stores.Stores;
import gavel.auction.history.HistoryDocuments;
import gavel.auction.image.ImageDocuments;
import gavel.auction.image.ImageInfo;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.YearMonth;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.bson.Document;

/**
 * Returns a used set to its loaded state. First the documents, whose ids follow from the rows; then the rows, which are written anew:
 * that is seconds, and right whatever a run did to them. Every step can be repeated, so an interrupted reset is simply run again.
 */
public final class Resetting {
    private static final int PER_WRITE = 1_000;
    private static final BulkWriteOptions ANY_ORDER = new BulkWriteOptions().ordered(false);
    private static final ReplaceOptions UPSERT = new ReplaceOptions().upsert(true);

    private final Stores stores;
    private final DataSetRecord before;
    private final Progress progress;
    private long imagesDeleted;
    private long bucketsDeleted;

    public Resetting(Stores stores, DataSetRecord before, Progress progress) {
        this.stores = stores;
        this.before = before;
        this.progress = progress;
    }

    /** @param now the instant the running lots are opened in mid-life for */
    public DataSetRecord run(Instant now) throws SQLException, IOException {
        DataSetSpec spec = before.spec().staggeredAt(now);
        DataSetPlan plan = new DataSetPlan(spec);
        DataSetRecord after = before.with(spec, ExpectedCounts.of(plan));
        Tables tables = new Tables(stores, plan, after.passwordHash(), after.expected(), progress);
        deletePicturesOfAddedItems(plan);
        restorePictures(plan);
        stores.deleteUnfinishedPictures();
        progress.say("pictures of " + imagesDeleted + " items restored or deleted");
        try (Workers workers = new Workers()) {
            var histories = workers.start(() -> rewriteHistories(plan));
            Workers.join(histories);
            after.write(stores);
            tables.empty();
            tables.fill(workers);
        }
        tables.settle();
        tables.analyse();
        return after;
    }

    public Map<String, Long> deleted() {
        return Map.of("items with pictures", imagesDeleted, "history buckets", bucketsDeleted);
    }

    private void deletePicturesOfAddedItems(DataSetPlan plan) throws SQLException, IOException {
        List<Long> added = ids("select id from item where id > " + plan.size().items());
        MongoCollection<Document> metadata = stores.documents().getCollection(ImageDocuments.METADATA);
        for (int from = 0; from < added.size(); from += PER_WRITE) {
            List<Long> some = added.subList(from, Math.min(added.size(), from + PER_WRITE));
            for (Document document : metadata.find(new Document("_id", new Document("$in", some)))) {
                stores.images()
                        .delete(ImageDocuments.images(document).stream()
                                .map(ImageInfo::id)
                                .toList());
            }
            deleteAll(metadata, some);
            imagesDeleted += some.size();
        }
    }

    /** Removes pictures that a run added to items of the set; those of the set itself cannot be deleted. */
    private void restorePictures(DataSetPlan plan) throws SQLException, IOException {
        MongoCollection<Document> metadata = stores.documents().getCollection(ImageDocuments.METADATA);
        try (Connection connection = stores.connection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select id, image_count from item where id <= "
                        + plan.size().items())) {
            while (rows.next()) {
                PlannedItem item = plan.item(rows.getInt(1));
                if (rows.getInt(2) != item.images()) {
                    restore(metadata, item);
                }
            }
        }
    }

    private void restore(MongoCollection<Document> metadata, PlannedItem item) throws IOException {
        Document byId = new Document("_id", (long) item.id());
        List<ImageInfo> found = ImageDocuments.images(metadata.find(byId).first());
        List<ImageInfo> kept = found.stream()
                .filter(image -> image.position() <= item.images())
                .toList();
        stores.images()
                .delete(found.stream()
                        .filter(image -> image.position() > item.images())
                        .map(ImageInfo::id)
                        .toList());
        metadata.bulkWrite(List.of(new ReplaceOneModel<>(byId, ImageDocuments.metadata(item.id(), kept), UPSERT)));
        imagesDeleted++;
    }

    /**
     * Deletes the buckets of all months a run may have written, of all accounts there are, and writes those of the plan again.
     * What mid-life bids of the last load or reset left behind lies in these months, too.
     */
    private void rewriteHistories(DataSetPlan plan) throws SQLException {
        List<YearMonth> months = monthsTouched(plan.spec());
        List<Long> accounts = new ArrayList<>(
                LongStream.rangeClosed(1, plan.size().accounts()).boxed().toList());
        accounts.addAll(ids("select id from account where id > " + plan.size().accounts()));
        for (String name : List.of(HistoryDocuments.BIDS, HistoryDocuments.ATTENDANCE)) {
            MongoCollection<Document> collection = stores.documents().getCollection(name);
            deleteParts(collection);
            List<String> buckets = new ArrayList<>(PER_WRITE);
            for (long account : accounts) {
                for (YearMonth month : months) {
                    buckets.add(HistoryDocuments.bucketId(account, month));
                }
                if (buckets.size() >= PER_WRITE) {
                    bucketsDeleted += deleteAll(collection, buckets);
                    buckets.clear();
                }
            }
            bucketsDeleted += deleteAll(collection, buckets);
        }
        Buckets buckets = new Buckets(plan, stores.documents());
        for (int pass = 0; pass < buckets.passes(); pass++) {
            buckets.write(pass, months::contains, _ -> {});
        }
    }

    /**
     * Deletes what full buckets are continued in; a set as it was loaded has no such buckets. The smallest first: only a full bucket tells of
     * its parts, so an interrupted reset finds them again.
     */
    private void deleteParts(MongoCollection<Document> collection) {
        List<String> full = new ArrayList<>();
        for (Document bucket : collection.find(HistoryDocuments.full()).projection(new Document("_id", true))) {
            full.add(bucket.getString("_id"));
        }
        full.sort(
                Comparator.comparing((String id) -> HistoryDocuments.sliceOf(id).size())
                        .reversed());
        for (String bucket : full) {
            bucketsDeleted += deleteAll(collection, HistoryDocuments.partsOf(bucket));
        }
    }

    /**
     * From an hour before the earlier staggering, as lots met in mid-life may have opened in the month before, to the later one. That is the
     * one before where the clock has been set back since.
     */
    private List<YearMonth> monthsTouched(DataSetSpec spec) {
        Instant earlier = before.spec().staggeredAt();
        Instant later = spec.staggeredAt();
        if (later.isBefore(earlier)) {
            earlier = later;
            later = before.spec().staggeredAt();
        }
        List<YearMonth> months = new ArrayList<>();
        YearMonth last = HistoryDocuments.monthOf(later);
        YearMonth month = HistoryDocuments.monthOf(earlier.minusSeconds(3_600));
        while (!month.isAfter(last)) {
            months.add(month);
            month = month.plusMonths(1);
        }
        return months;
    }

    private static <T> long deleteAll(MongoCollection<Document> collection, List<T> ids) {
        if (ids.isEmpty()) {
            return 0;
        }
        return collection
                .bulkWrite(
                        ids.stream()
                                .map(id -> new DeleteOneModel<Document>(new Document("_id", id)))
                                .toList(),
                        ANY_ORDER)
                .getDeletedCount();
    }

    private List<Long> ids(String sql) throws SQLException {
        List<Long> ids = new ArrayList<>();
        try (Connection connection = stores.connection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                ids.add(rows.getLong(1));
            }
        }
        return ids;
    }
}
