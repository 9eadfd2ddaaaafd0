package gavel.auction.image;

import java.util.Locale;
import java.util.Optional;

/** The sizes an image is kept in; {@code FULL} is what was uploaded. */
public enum ImageSize {
    THUMBNAIL(100),
    PREVIEW(350),
    FULL(Integer.MAX_VALUE);

    private final int box;

    ImageSize(int box) {
        this.box = box;
    }

    /** Longest side in pixels. */
    public int box() {
        return box;
    }

    /** As it stands in addresses, keys and documents. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<ImageSize> of(String key) {
        for (ImageSize size : values()) {
            if (size.key().equals(key)) {
                return Optional.of(size);
            }
        }
        return Optional.empty();
    }
}
