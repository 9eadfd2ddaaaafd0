package gavel.harness.images;

/**
 * What images are called: {@code [REGISTRY/]gavel/app:TAG}.
 *
 * @param registry host and path of a registry; empty for none
 */
public record ImageNames(String registry, String tag) {
    private static final String PROJECT = "gavel/";

    public String of(Image image) {
        return (registry.isEmpty() ? "" : registry + "/") + PROJECT + image.word() + ":" + tag;
    }

    /** What all stand on unless another is named. */
    String debian() {
        return PROJECT + "debian:" + tag;
    }

    /** The same images where a registry keeps them. */
    public ImageNames in(String another) {
        return new ImageNames(another, tag);
    }
}
