package gavel.auction.dataset.photo;

import java.util.function.ToIntFunction;

/**
 * A size of pictures.
 *
 * @param longSide pixels of the longer side; the other has three quarters of it
 * @param smallest bytes of a file at least
 * @param largest bytes of a file at most
 */
record Format(int longSide, int smallest, int largest) {
    static final Format THUMBNAIL = new Format(100, 1_200, 4_000);
    static final Format PREVIEW = new Format(350, 7_000, 16_000);
    static final Format SMALL = new Format(800, 34_000, 56_000);
    static final Format PHOTO = new Format(2_000, 440_000, 840_000);

    private static final int ATTEMPTS = 7;

    /** Finds a quality with which a file is neither too small nor too large. */
    float quality(ToIntFunction<Float> bytesAtQuality) {
        float low = 0.1f;
        float high = 0.98f;
        float quality = 0.66f;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int bytes = bytesAtQuality.applyAsInt(quality);
            if (bytes >= smallest && bytes <= largest) {
                return quality;
            }
            low = bytes < smallest ? quality : low;
            high = bytes > largest ? quality : high;
            quality = (low + high) / 2;
        }
        throw new IllegalStateException("no quality gives " + smallest + ".." + largest + " bytes at " + longSide
                + " pixels; the last tried was " + quality);
    }
}
