package gavel.auction.image;

/**
 * A picture as the API shows it; a size that is not kept has no link.
 *
 * @param width of the full size in pixels
 * @param height of the full size in pixels
 */
public record ImageLinks(String id, int width, int height, String thumbnail, String preview, String full) {

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
