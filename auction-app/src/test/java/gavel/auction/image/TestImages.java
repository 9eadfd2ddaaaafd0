package gavel.auction.image;

import com.mongodb.client.FindIterable;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import gavel.auction.cache.Caches;
import gavel.auction.testing.Fake;
import java.util.List;

/** Image metadata of a document store that says the same of every item. */
public final class TestImages {
    private TestImages() {}

    public static ImageMetadata of(Caches caches, ImageInfo... images) {
        FindIterable<?> found = Fake.of(FindIterable.class)
                .on("first", _ -> ImageDocuments.metadata(1, List.of(images)))
                .make();
        MongoCollection<?> documents =
                Fake.of(MongoCollection.class).on("find", _ -> found).make();
        MongoDatabase database =
                Fake.of(MongoDatabase.class).on("getCollection", _ -> documents).make();
        return new ImageMetadata(database, caches);
    }
}
