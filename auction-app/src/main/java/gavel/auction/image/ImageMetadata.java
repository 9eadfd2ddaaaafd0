package gavel.auction.image;

import com.mongodb.client.MongoDatabase;
import gavel.auction.cache.Cache;
import gavel.auction.cache.Caches;
import java.time.Duration;
import java.util.List;
import org.springframework.stereotype.Component;

/** Which pictures each item has; from the document store, through a cache that uploads invalidate. */
@Component
public final class ImageMetadata {
    private static final Duration TIME_TO_LIVE = Duration.ofMinutes(10);

    private final MetadataDocuments documents;
    private final Cache<Long, Entry> cache;

    ImageMetadata(MongoDatabase documents, Caches caches) {
        this.documents = new MetadataDocuments(documents);
        this.cache = caches.create(
                Caches.Spec.byId("image-metadata", Entry.class, caches.sizes().images(), TIME_TO_LIVE));
    }

    /** The pictures of one item by position, at most {@code count}: what a crashed upload left behind is not shown. */
    public List<ImageInfo> of(long itemId, int count) {
        if (count == 0) {
            return List.of();
        }
        return cache.get(itemId, key -> new Entry(documents.read(key))).images().stream()
                .filter(image -> image.position() <= count)
                .toList();
    }

    /** Ids of what is noted at a position and beyond, read past the cache: uploads that were never finished. */
    List<String> idsFrom(long itemId, int position) {
        return documents.read(itemId).stream()
                .filter(image -> image.position() >= position)
                .map(ImageInfo::id)
                .toList();
    }

    void add(long itemId, ImageInfo image) {
        documents.add(itemId, image);
    }

    /** To be called when an addition and the new count are committed. */
    void changed(long itemId) {
        cache.invalidate(itemId);
    }

    /** The cached value. */
    record Entry(List<ImageInfo> images) {}
}
