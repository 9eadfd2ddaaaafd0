package gavel.auction.dataset.photo;

import java.util.function.DoubleFunction;

/**
 * A size of pictures.
 *
 * @param longSide pixels of the width; the height has three quarters of it
 * @param smallest bytes of a file at least
 * @param largest bytes of a file at most
 * @param firstQuality to try
 * @param takes from whose tiles prints are put together; prints of one take differ in tone, and in the number they carry
 */
record Format(int longSide, int smallest, int largest, double firstQuality, int takes) {
    static final Format THUMBNAIL = new Format(100, 1_200, 4_000, 0.66, 3);
    static final Format PREVIEW = new Format(350, 6_000, 14_000, 0.58, 1);
    static final Format SMALL = new Format(800, 34_000, 56_000, 0.56, 1);
    static final Format PHOTO = new Format(2_000, 440_000, 840_000, 0.8, 1);

    private static final int ATTEMPTS = 7;

    /** The first attempt that gives neither too small nor too large a file. */
    Fitting fit(DoubleFunction<Tiles> atQuality) {
        double low = 0.1;
        double high = 0.98;
        double quality = firstQuality;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Tiles tiles = atQuality.apply(quality);
            if (tiles.bytes() >= smallest && tiles.bytes() <= largest) {
                return new Fitting(tiles, quality);
            }
            low = tiles.bytes() < smallest ? quality : low;
            high = tiles.bytes() > largest ? quality : high;
            quality = (low + high) / 2;
        }
        throw new IllegalStateException("no quality gives " + smallest + ".." + largest + " bytes at " + longSide
                + " pixels; the last tried was " + quality);
    }

    record Fitting(Tiles tiles, double quality) {}
}
