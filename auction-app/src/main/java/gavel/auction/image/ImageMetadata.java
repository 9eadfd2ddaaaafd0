package gavel.auction.image;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.UpdateOptions;
import gavel.auction.cache.Cache;
import gavel.auction.cache.Caches;
import java.time.Duration;
import java.util.List;
import org.bson.Document;
import org.springframework.stereotype.Component;

/** Which pictures each item has; from the document store, through a cache that uploads invalidate. */
@Component
public final class ImageMetadata {
    private static final Duration TIME_TO_LIVE = Duration.ofMinutes(10);
    private static final UpdateOptions UPSERT = new UpdateOptions().upsert(true);

    private final MongoCollection<Document> documents;
    private final Cache<Long, Entry> cache;

    ImageMetadata(MongoDatabase documents, Caches caches) {
        this.documents = documents.getCollection(ImageDocuments.METADATA);
        this.cache = caches.create(
                Caches.Spec.byId("image-metadata", Entry.class, caches.sizes().images(), TIME_TO_LIVE));
    }

    /** The pictures of one item by position, at most {@code count}: what a crashed upload left behind is not shown. */
    public List<ImageInfo> of(long itemId, int count) {
        if (count == 0) {
            return List.of();
        }
        return cache.get(itemId, this::read).images().stream()
                .filter(image -> image.position() <= count)
                .toList();
    }

    void add(long itemId, ImageInfo image) {
        documents.updateOne(new Document("_id", itemId), ImageDocuments.addition(image), UPSERT);
    }

    /** To be called when an addition and the new count are committed. */
    void changed(long itemId) {
        cache.invalidate(itemId);
    }

    private Entry read(long itemId) {
        return new Entry(ImageDocuments.images(
                documents.find(new Document("_id", itemId)).first()));
    }

    /** The cached value. */
    record Entry(List<ImageInfo> images) {}
}
