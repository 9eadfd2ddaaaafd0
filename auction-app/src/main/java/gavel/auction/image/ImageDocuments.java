package gavel.auction.image;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.bson.Document;
import org.bson.types.Binary;

/**
 * The format of image documents, found by their {@code _id} only.
 *
 * <pre>
 * image_metadata {_id: ITEMID (int64), images: {"1": {id, type, width, height, sizes: ["thumbnail", …]}, "2": …}}
 * image_bytes    {_id: "IMAGEID:SIZE", bytes: BINARY}
 * </pre>
 *
 * Pictures are fields named by their position, so that a repeated upload overwrites what a crash left behind.
 */
public final class ImageDocuments {
    public static final String METADATA = "image_metadata";
    public static final String BYTES = "image_bytes";

    private ImageDocuments() {}

    public static String bytesId(String imageId, ImageSize size) {
        return ImageIds.require(imageId) + ":" + size.key();
    }

    public static Document bytes(String imageId, ImageSize size, byte[] bytes) {
        return new Document("_id", bytesId(imageId, size)).append("bytes", new Binary(bytes));
    }

    public static byte[] bytes(Document document) {
        return document.get("bytes", Binary.class).getData();
    }

    /** The metadata of an item with all its pictures, for bulk loading. */
    public static Document metadata(long itemId, Collection<ImageInfo> images) {
        Document entries = new Document();
        for (ImageInfo image : images) {
            entries.append(Integer.toString(image.position()), entry(image));
        }
        return new Document("_id", itemId).append("images", entries);
    }

    /** The update that adds one picture to its item. */
    public static Document addition(ImageInfo image) {
        return new Document("$set", new Document("images." + image.position(), entry(image)));
    }

    /** The pictures of an item by position; none when there is no document. */
    public static List<ImageInfo> images(Document metadata) {
        Document entries = metadata == null ? null : metadata.get("images", Document.class);
        List<ImageInfo> images = new ArrayList<>();
        if (entries != null) {
            entries.forEach((position, entry) -> images.add(info(Integer.parseInt(position), (Document) entry)));
        }
        images.sort(Comparator.comparingInt(ImageInfo::position));
        return List.copyOf(images);
    }

    private static Document entry(ImageInfo image) {
        return new Document("id", image.id())
                .append("type", image.contentType())
                .append("width", image.width())
                .append("height", image.height())
                .append(
                        "sizes",
                        image.sizes().stream().sorted().map(ImageSize::key).toList());
    }

    private static ImageInfo info(int position, Document entry) {
        Set<ImageSize> sizes = EnumSet.noneOf(ImageSize.class);
        entry.getList("sizes", String.class).forEach(key -> ImageSize.of(key).ifPresent(sizes::add));
        return new ImageInfo(
                entry.getString("id"),
                position,
                entry.getString("type"),
                entry.getInteger("width"),
                entry.getInteger("height"),
                sizes);
    }
}
