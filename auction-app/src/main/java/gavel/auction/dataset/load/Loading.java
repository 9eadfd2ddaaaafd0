package gavel.auction.dataset.load;

import com.mongodb.client.MongoCollection;
import gavel.auction.dataset.plan.DataSetPlan;
import gavel.auction.dataset.stores.DataSetRecord;
import gavel.auction.dataset.stores.LoadProgress;
import gavel.auction.dataset.stores.Progress;
import gavel.auction.dataset.stores.Stores;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.bson.Document;

/** Brings a set into the stores, from nothing or from wherever an earlier attempt stopped. */
public final class Loading {
    private static final String BUCKETS = "history buckets";
    private static final String MARK = "data_set";

    private final Stores stores;
    private final DataSetRecord record;
    private final Progress progress;
    private final DataSetPlan plan;
    private final Pictures pictures;
    private final Tables tables;

    public Loading(Stores stores, DataSetRecord record, Progress progress) {
        this.stores = stores;
        this.record = record;
        this.progress = progress;
        this.plan = new DataSetPlan(record.spec());
        this.pictures = new Pictures(stores, plan);
        this.tables = new Tables(stores, plan, record.passwordHash(), record.expected(), progress);
    }

    /** @param processors there are for it */
    public void run(int processors) throws SQLException {
        int threads = Pictures.threads(
                processors, Runtime.getRuntime().maxMemory(), record.spec().images());
        forgetLostDocuments();
        try (Workers workers = new Workers()) {
            var rows = workers.start(() -> tables.fill(workers));
            var images = workers.start(() -> pictures.store(workers, threads, progress));
            var histories = workers.start(this::writeBuckets);
            Workers.join(rows, images, histories);
        }
        tables.settle();
        tables.analyse();
        record.asFinished().write(stores);
    }

    public Map<String, Long> rows() {
        return tables.written();
    }

    public Map<String, Long> documents() {
        Map<String, Long> documents = new LinkedHashMap<>(record.expected());
        documents.keySet().removeIf(name -> !name.contains("_history") && !name.startsWith("image_"));
        return documents;
    }

    public long bytes() {
        return pictures.bytes();
    }

    /** An embedded document store forgets everything when it is stopped, and the relational store does not. */
    private void forgetLostDocuments() throws SQLException {
        MongoCollection<Document> marks = stores.documents().getCollection(MARK);
        String mark = markOf(record);
        if (marks.find(new Document("_id", mark)).first() == null) {
            LoadProgress loaded = new LoadProgress(stores);
            loaded.forget(Pictures.STAGE);
            loaded.forget(BUCKETS);
            marks.insertOne(new Document("_id", mark));
        }
    }

    /** Whether the document store still has the documents of this set. */
    public static boolean documentsPresent(Stores stores, DataSetRecord record) {
        return stores.documents()
                        .getCollection(MARK)
                        .find(new Document("_id", markOf(record)))
                        .first()
                != null;
    }

    private static String markOf(DataSetRecord record) {
        return record.spec().users() + ":" + record.spec().seed() + ":"
                + record.spec().loadedAt();
    }

    private void writeBuckets() throws SQLException {
        LoadProgress loaded = new LoadProgress(stores);
        Buckets buckets = new Buckets(plan, stores.documents());
        Progress.Count count = progress.count(
                BUCKETS,
                record.expected().get("bid_history") + record.expected().get("attendance_history"),
                0);
        for (int pass = (int) loaded.done(BUCKETS); pass < buckets.passes(); pass++) {
            buckets.write(pass, _ -> true, count::add);
            loaded.record(BUCKETS, pass + 1L);
        }
    }
}
