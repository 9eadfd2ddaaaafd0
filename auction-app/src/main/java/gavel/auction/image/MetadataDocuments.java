package gavel.auction.image;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.UpdateOptions;
import java.util.List;
import org.bson.Document;

/** Reads and writes which pictures each item has, one document for each item. */
public final class MetadataDocuments {
    private static final UpdateOptions UPSERT = new UpdateOptions().upsert(true);

    private final MongoCollection<Document> documents;

    public MetadataDocuments(MongoDatabase documents) {
        this.documents = documents.getCollection(ImageDocuments.METADATA);
    }

    /** The pictures of an item by position. */
    public List<ImageInfo> read(long itemId) {
        return ImageDocuments.images(documents.find(byId(itemId)).first());
    }

    /** Puts a picture at its position, in place of one that was there. */
    public void add(long itemId, ImageInfo image) {
        documents.updateOne(byId(itemId), ImageDocuments.addition(image), UPSERT);
    }

    private static Document byId(long itemId) {
        return new Document("_id", itemId);
    }
}
