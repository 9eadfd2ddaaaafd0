package gavel.auction.image;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.BulkWriteOptions;
import com.mongodb.client.model.DeleteOneModel;
import com.mongodb.client.model.ReplaceOneModel;
import com.mongodb.client.model.ReplaceOptions;
import com.mongodb.client.model.WriteModel;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.bson.Document;

/** Keeps pictures in the document store, one document for each size. */
public final class DocumentImageStore implements ImageStore {
    private static final ReplaceOptions UPSERT = new ReplaceOptions().upsert(true);
    private static final BulkWriteOptions ANY_ORDER = new BulkWriteOptions().ordered(false);

    private static final int LISTED_AT_ONCE = 10_000;

    private final MongoCollection<Document> bytes;

    public DocumentImageStore(MongoDatabase documents) {
        this.bytes = documents.getCollection(ImageDocuments.BYTES);
    }

    @Override
    public void write(Collection<Picture> pictures) {
        List<ReplaceOneModel<Document>> writes = pictures.stream()
                .map(p -> ImageDocuments.bytes(p.imageId(), p.size(), p.bytes()))
                .map(document -> new ReplaceOneModel<>(byId(document.getString("_id")), document, UPSERT))
                .toList();
        bulk(writes);
    }

    @Override
    public Optional<byte[]> read(String imageId, ImageSize size) {
        return Optional.ofNullable(
                        bytes.find(byId(ImageDocuments.bytesId(imageId, size))).first())
                .map(ImageDocuments::bytes);
    }

    @Override
    public void delete(Collection<String> imageIds) {
        List<DeleteOneModel<Document>> deletes = imageIds.stream()
                .flatMap(id -> Stream.of(ImageSize.values()).map(size -> ImageDocuments.bytesId(id, size)))
                .map(id -> new DeleteOneModel<Document>(byId(id)))
                .toList();
        bulk(deletes);
    }

    /** The bytes stay where they are. */
    @Override
    public void list(Listing listing) {
        Document ids = new Document("_id", 1);
        for (Document document : bytes.find().projection(ids).hint(ids).batchSize(LISTED_AT_ONCE)) {
            listing.stored(String.valueOf(document.get("_id")), false);
        }
    }

    private void bulk(List<? extends WriteModel<Document>> writes) {
        if (!writes.isEmpty()) {
            bytes.bulkWrite(writes, ANY_ORDER);
        }
    }

    private static Document byId(String id) {
        return new Document("_id", id);
    }
}
