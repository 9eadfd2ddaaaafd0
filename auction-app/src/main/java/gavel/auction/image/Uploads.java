package gavel.auction.image;

import com.mongodb.MongoException;
import gavel.auction.body.UploadForm;
import gavel.auction.image.ImageStore.Picture;
import gavel.auction.problem.ApiProblem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Adds pictures to items.
 *
 * <p>The picture is checked and reduced first. Then, while the row of the item is locked, its metadata are stored, then its bytes, and the
 * count of pictures is committed last. So a crash never leaves bytes without metadata. What it leaves is never shown; the next upload,
 * which takes the same position, or a reset finds and deletes it.
 */
@Component
public final class Uploads {
    static final int MAX_IMAGES = 8;
    private static final Logger LOG = LoggerFactory.getLogger(Uploads.class);
    private static final String PART = "file";

    private final JdbcClient database;
    private final TransactionTemplate transaction;
    private final UploadQuotas quotas;
    private final UploadPlaces places;
    private final RenderQueue renders;
    private final ImageStore store;
    private final ImageMetadata metadata;
    private final RandomGenerator random;

    Uploads(
            JdbcClient database,
            TransactionTemplate transaction,
            UploadQuotas quotas,
            UploadPlaces places,
            RenderQueue renders,
            ImageStore store,
            ImageMetadata metadata,
            RandomGenerator random) {
        this.database = database;
        this.transaction = transaction;
        this.quotas = quotas;
        this.places = places;
        this.renders = renders;
        this.store = store;
        this.metadata = metadata;
        this.random = random;
    }

    /**
     * Nothing of the form is read before there is room for it: on the item, in the account, in the store and in memory.
     *
     * @throws ApiProblem 400, 408, 409, 413, 415, 422, 429, 503 or 507
     */
    public ImageInfo add(long itemId, long sellerId, UploadForm form) throws IOException {
        requireRoom(itemId);
        quotas.require(sellerId);
        try (var _ = places.take(sellerId, form.heldBytes())) {
            Rendition rendition = render(form.file(PART));
            ImageInfo added = places.store(() -> transaction.execute(_ -> store(itemId, sellerId, rendition)));
            metadata.changed(itemId);
            return added;
        }
    }

    /** Asked before the work, and again when the picture is stored. */
    private void requireRoom(long itemId) {
        int count = database.sql("select image_count from item where id = :id")
                .param("id", itemId)
                .query(Integer.class)
                .optional()
                .orElse(0);
        if (count >= MAX_IMAGES) {
            throw full();
        }
    }

    private static ApiProblem full() {
        return ApiProblem.conflict("An item may have at most " + MAX_IMAGES + " pictures.");
    }

    private Rendition render(byte[] upload) {
        try {
            return renders.render(upload);
        } catch (UnusablePictureException e) {
            HttpStatus status =
                    switch (e.reason()) {
                        case WRONG_TYPE -> HttpStatus.UNSUPPORTED_MEDIA_TYPE;
                        case TOO_MANY_PIXELS, BROKEN -> HttpStatus.UNPROCESSABLE_CONTENT;
                    };
            throw ApiProblem.of(status, e.getMessage() + ".");
        }
    }

    private ImageInfo store(long itemId, long sellerId, Rendition rendition) {
        int position = nextPosition(itemId, sellerId);
        quotas.count(sellerId, rendition.bytes());
        String id = ImageIds.of(itemId, position, suffix());
        ImageInfo image = new ImageInfo(
                id,
                position,
                rendition.type().contentType(),
                rendition.width(),
                rendition.height(),
                Set.of(ImageSize.values()));
        List<String> abandoned = metadata.idsFrom(itemId, position);
        try {
            store.delete(abandoned);
            metadata.add(itemId, image);
            store.write(List.of(
                    new Picture(id, ImageSize.FULL, rendition.full()),
                    new Picture(id, ImageSize.PREVIEW, rendition.preview()),
                    new Picture(id, ImageSize.THUMBNAIL, rendition.thumbnail())));
        } catch (StoreFullException e) {
            throw noRoom(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (MongoException e) {
            throw StoreFullException.isSaidBy(e) ? noRoom(e) : e;
        }
        database.sql(
                        "update item set image_count = :position, thumbnail_id = coalesce(thumbnail_id, :image) where id = :id")
                .param("position", position)
                .param("image", id)
                .param("id", itemId)
                .update();
        return image;
    }

    private static ApiProblem noRoom(Exception e) {
        LOG.warn("A picture was not stored: {}", e.getMessage());
        return ApiProblem.full("The server has no room for more pictures.");
    }

    /** Locks the item until the transaction ends, so that two uploads cannot take one position. */
    private int nextPosition(long itemId, long sellerId) {
        int count = database.sql("""
                        select image_count from item
                        where id = :id and seller_id = :seller and state = 'DRAFT' for update""")
                .param("id", itemId)
                .param("seller", sellerId)
                .query(Integer.class)
                .optional()
                .orElseThrow(() -> ApiProblem.conflict("Item " + itemId + " can no longer be changed."));
        if (count >= MAX_IMAGES) {
            throw full();
        }
        return count + 1;
    }

    private String suffix() {
        return Long.toString(random.nextLong(36L * 36 * 36 * 36 * 36 * 36 * 36 * 36), 36);
    }
}
