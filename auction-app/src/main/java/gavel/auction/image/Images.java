package gavel.auction.image;

import gavel.auction.cache.Cache;
import gavel.auction.cache.Caches;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Reads the bytes of pictures: thumbnails through a cache, as every list shows them; larger ones from the store. */
@Component
final class Images {
    private static final Duration TIME_TO_LIVE = Duration.ofHours(1);

    private final ImageStore store;
    private final Cache<String, byte[]> thumbnails;

    Images(ImageStore store, Caches caches) {
        this.store = store;
        this.thumbnails = caches.create(
                Caches.Spec.byText("thumbnails", byte[].class, caches.sizes().thumbnails(), TIME_TO_LIVE));
    }

    Optional<byte[]> read(String imageId, ImageSize size) {
        if (!ImageIds.isValid(imageId)) {
            return Optional.empty();
        }
        return size == ImageSize.THUMBNAIL
                ? Optional.ofNullable(
                        thumbnails.get(imageId, id -> stored(id, size).orElse(null)))
                : stored(imageId, size);
    }

    private Optional<byte[]> stored(String imageId, ImageSize size) {
        try {
            return store.read(imageId, size);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
