package gavel.auction.image;

import java.io.IOException;
import java.util.Collection;
import java.util.Optional;

/** Where the bytes of pictures are kept. Pictures are immutable: writing one again writes the same bytes. */
public interface ImageStore {

    /** One size of one picture. */
    record Picture(String imageId, ImageSize size, byte[] bytes) {}

    /** Returns when all pictures can be read by every node. */
    void write(Collection<Picture> pictures) throws IOException;

    /** Empty when there is no such picture. */
    Optional<byte[]> read(String imageId, ImageSize size) throws IOException;

    /** Deletes all sizes; harmless for a picture that does not exist. */
    void delete(Collection<String> imageIds) throws IOException;

    /** What is stored, for the audit: the whole store is listed. */
    interface Listing {
        /**
         * @param key as {@link ImageDocuments#bytesId}; anything else is not a picture, or not where it is looked for
         * @param empty whether it is known to have no bytes
         */
        void stored(String key, boolean empty);
    }

    void list(Listing listing) throws IOException;
}
