package gavel.auction.image;

import java.util.Objects;
import java.util.Set;

/**
 * What is known of one picture of an item.
 *
 * @param id {@code <itemId>-<position>}, with a random suffix for uploads: an id is never used for other bytes
 * @param position 1 for the first picture of the item
 * @param contentType of the full size; the smaller ones are JPEG
 * @param width of the full size in pixels
 * @param height of the full size in pixels
 * @param sizes that are stored
 */
public record ImageInfo(String id, int position, String contentType, int width, int height, Set<ImageSize> sizes) {

    public ImageInfo {
        ImageIds.require(id);
        Objects.requireNonNull(contentType, "contentType");
        if (position < 1) {
            throw new IllegalArgumentException("position must be >= 1: " + position);
        }
        if (width < 1 || height < 1) {
            throw new IllegalArgumentException("width and height must be >= 1: " + width + " x " + height);
        }
        sizes = Set.copyOf(sizes);
    }

    /** The path of one size, or null when it is not stored. */
    public String link(ImageSize size) {
        return sizes.contains(size) ? ImageIds.link(id, size) : null;
    }
}
