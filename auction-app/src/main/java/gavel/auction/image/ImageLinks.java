package gavel.auction.image;

import org.jspecify.annotations.Nullable;

/**
 * A picture as the API shows it; a size that is not kept has no link.
 *
 * @param width of the full size in pixels
 * @param height of the full size in pixels
 */
public record ImageLinks(
        String id,
        int width,
        int height,
        @Nullable String thumbnail,
        @Nullable String preview,
        @Nullable String full) {

    public static ImageLinks of(ImageInfo image) {
        return new ImageLinks(
                image.id(),
                image.width(),
                image.height(),
                image.link(ImageSize.THUMBNAIL),
                image.link(ImageSize.PREVIEW),
                image.link(ImageSize.FULL));
    }
}
