package gavel.auction.image;

import java.util.regex.Pattern;

/** The form of image ids and the addresses made from them; ids are also parts of keys and file names, so the form is strict. */
public final class ImageIds {
    private static final Pattern FORM = Pattern.compile("[1-9][0-9]{0,18}-[0-9]{1,4}(-[0-9a-z]{1,16})?");

    private ImageIds() {}

    public static boolean isValid(String id) {
        return id != null && FORM.matcher(id).matches();
    }

    /** The id of a picture that is made once, such as those of the loaded data set. */
    public static String of(long itemId, int position) {
        return itemId + "-" + position;
    }

    /** The id of an upload; the suffix keeps an id from meaning other bytes after a reset, which caches would not notice. */
    public static String of(long itemId, int position, String suffix) {
        return require(itemId + "-" + position + "-" + suffix);
    }

    /** The path of a picture, or null without one. */
    public static String link(String id, ImageSize size) {
        return id == null ? null : "/api/images/" + id + "?size=" + size.key();
    }

    static String require(String id) {
        if (!isValid(id)) {
            throw new IllegalArgumentException("image id must look like 17-1 or 17-1-x0y1: " + id);
        }
        return id;
    }
}
