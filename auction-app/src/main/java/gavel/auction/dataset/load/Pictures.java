package gavel.auction.dataset.load;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReplaceOptions;
import gavel.auction.dataset.photo.PhotoStudio;
import gavel.auction.dataset.plan.DataSetPlan;
import gavel.auction.dataset.plan.DataSetSpec.ImageProfile;
import gavel.auction.dataset.plan.PlannedItem;
import gavel.auction.dataset.stores.LoadProgress;
import gavel.auction.dataset.stores.Progress;
import gavel.auction.dataset.stores.Stores;
import gavel.auction.image.ImageDocuments;
import gavel.auction.image.ImageInfo;
import gavel.auction.image.ImageSize;
import gavel.auction.image.ImageStore.Picture;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.bson.Document;

/**
 * Makes and stores the pictures of all items, on several threads that each take some items at a time. Equal numbers make equal
 * pictures, so a portion that was cut off is simply written again.
 */
final class Pictures {
    static final String STAGE = "pictures";

    private static final int ITEMS = 16;
    private static final Set<ImageSize> ALL = EnumSet.allOf(ImageSize.class);
    private static final Set<ImageSize> SMALLER = EnumSet.of(ImageSize.THUMBNAIL, ImageSize.PREVIEW);
    private static final ReplaceOptions UPSERT = new ReplaceOptions().upsert(true);
    private static final BulkWriteOptions ANY_ORDER = new BulkWriteOptions().ordered(false);

    private final Stores stores;
    private final DataSetPlan plan;
    private final LoadProgress loaded;
    private final MongoCollection<Document> metadata;
    private final BitSet portionsDone = new BitSet();
    private final LongAdder bytes = new LongAdder();
    private int recorded;

    Pictures(Stores stores, DataSetPlan plan) {
        this.stores = stores;
        this.plan = plan;
        this.loaded = new LoadProgress(stores);
        this.metadata = stores.documents().getCollection(ImageDocuments.METADATA);
    }

    /**
     * How many threads make pictures: each has those of a portion in memory, as files and as what is sent, and the pixels of the next. They
     * have half the heap, because rows and histories are made meanwhile.
     *
     * @param heap bytes there may be of it
     */
    static int threads(int processors, long heap, ImageProfile images) {
        long each =
                switch (images) {
                    case SMALL -> 12L << 20;
                    case PHOTO -> 96L << 20;
                };
        return Math.clamp(heap / 2 / each, 1, processors);
    }

    /** Bytes of pictures stored by this process. */
    long bytes() {
        return bytes.sum();
    }

    void store(Workers workers, int threads, Progress progress) throws SQLException {
        int portions = (plan.size().items() - 1) / ITEMS + 1;
        recorded = (int) loaded.done(STAGE);
        portionsDone.set(0, recorded);
        if (recorded == portions) {
            return;
        }
        PhotoStudio studio = PhotoStudio.open(plan.spec().seed(), plan.spec().images());
        Progress.Count count = progress.count("items with pictures", plan.size().items(), (long) recorded * ITEMS);
        AtomicInteger next = new AtomicInteger(recorded);
        CompletableFuture<?>[] running = IntStream.range(0, threads)
                .mapToObj(_ -> workers.start(() -> {
                    int portion;
                    while ((portion = next.getAndIncrement()) < portions) {
                        count.add(store(studio, portion));
                        finished(portion);
                    }
                }))
                .toArray(CompletableFuture[]::new);
        Workers.join(running);
        loaded.record(STAGE, portions);
    }

    private int store(PhotoStudio studio, int portion) throws IOException {
        List<Picture> pictures = new ArrayList<>();
        List<ReplaceOneModel<Document>> documents = new ArrayList<>(ITEMS);
        int from = portion * ITEMS + 1;
        int to = Math.min(plan.size().items(), from + ITEMS - 1);
        for (int id = from; id <= to; id++) {
            PlannedItem item = plan.item(id);
            Document document = ImageDocuments.metadata(id, develop(studio, item, pictures));
            documents.add(new ReplaceOneModel<>(new Document("_id", document.get("_id")), document, UPSERT));
        }
        stores.images().write(pictures);
        metadata.bulkWrite(documents, ANY_ORDER);
        return to - from + 1;
    }

    private List<ImageInfo> develop(PhotoStudio studio, PlannedItem item, List<Picture> pictures) {
        List<ImageInfo> infos = new ArrayList<>(item.images());
        for (int position = 1; position <= item.images(); position++) {
            String id = item.imageId(position);
            PhotoStudio.Photo photo = studio.photo(item.look(), 4L * item.id() + position - 1, position, item.full());
            pictures.add(new Picture(id, ImageSize.THUMBNAIL, photo.thumbnail()));
            pictures.add(new Picture(id, ImageSize.PREVIEW, photo.preview()));
            if (item.full()) {
                pictures.add(new Picture(id, ImageSize.FULL, photo.full()));
            }
            bytes.add(photo.bytes());
            infos.add(new ImageInfo(
                    id, position, "image/jpeg", photo.width(), photo.height(), item.full() ? ALL : SMALLER));
        }
        return infos;
    }

    /** Records how many portions are done without a hole before them. */
    private synchronized void finished(int portion) throws SQLException {
        portionsDone.set(portion);
        int whole = portionsDone.nextClearBit(recorded);
        if (whole >= recorded + 16) {
            loaded.record(STAGE, whole);
            recorded = whole;
        }
    }
}
