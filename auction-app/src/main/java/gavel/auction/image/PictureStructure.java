package gavel.auction.image;

import gavel.auction.image.UnusablePictureException.Reason;
import java.util.List;
import java.util.Locale;

/**
 * What an uploaded file says of its picture before anything of it is decoded. It tells its size, what a decoder has to hold and to do at
 * most, and where the parts are that a decoder needs. Everything else of the file, such as texts, thumbnails and profiles, never reaches
 * one.
 *
 * @param decodingBytes memory a decoder takes at most, whether of the heap or beside it
 * @param needed parts of the file in their order
 */
record PictureStructure(PictureType type, int width, int height, long decodingBytes, List<Part> needed) {
    static final int MAX_PIXELS = 25_000_000;
    static final int MAX_SIDE = 16_384;

    private static final int BYTES_OF_PIXEL = 3;
    private static final long SMALLER_SIZES = 2L << 20;

    /** Bytes of the file. */
    record Part(int offset, int length) {}

    PictureStructure {
        needed = List.copyOf(needed);
    }

    /** Allocates next to nothing, whatever the file says. */
    static PictureStructure of(byte[] upload) throws UnusablePictureException {
        PictureType type = PictureType.of(upload)
                .orElseThrow(() -> new UnusablePictureException(
                        Reason.WRONG_TYPE, "a picture must be a JPEG or PNG file: this one is neither"));
        try {
            return switch (type) {
                case JPEG -> new JpegStructure(upload).read();
                case PNG -> new PngStructure(upload).read();
            };
        } catch (IndexOutOfBoundsException e) {
            throw damaged("it ends in the middle");
        }
    }

    static UnusablePictureException damaged(String how) {
        return new UnusablePictureException(
                Reason.BROKEN, "the picture cannot be decoded, it is damaged or of an unusual kind: " + how);
    }

    static UnusablePictureException tooLarge(String rule, Object... values) {
        return new UnusablePictureException(Reason.TOO_MANY_PIXELS, String.format(Locale.ROOT, rule, values));
    }

    /** @param width as the file says, read without a sign */
    static void requireSides(long width, long height) throws UnusablePictureException {
        if (width == 0 || height == 0) {
            throw damaged("it has no pixels");
        }
        if (width * (double) height > MAX_PIXELS) {
            throw tooLarge("a picture may have at most %,d pixels: %d x %d", MAX_PIXELS, width, height);
        }
        if (Math.max(width, height) > MAX_SIDE) {
            throw tooLarge("each side of a picture may have at most %,d pixels: %d x %d", MAX_SIDE, width, height);
        }
    }

    /** Every so manyth pixel of every so manyth row is decoded, so that the preview is still an average of at least four. */
    static int step(int width, int height) {
        return Math.max(1, Math.max(width, height) / (2 * ImageSize.PREVIEW.box()));
    }

    /** What is decoded at this step, what it is painted on, and the smaller sizes. */
    static long bytesOfResult(int width, int height, int bytesOfPixel) {
        int step = step(width, height);
        long pixels = Math.ceilDiv((long) width, step) * Math.ceilDiv((long) height, step);
        return pixels * (bytesOfPixel + BYTES_OF_PIXEL) + SMALLER_SIZES;
    }

    /** What a decoder is given of the file. */
    byte[] essence(byte[] upload) {
        byte[] essence = new byte[needed.stream().mapToInt(Part::length).reduce(0, Math::addExact)];
        int at = 0;
        for (Part part : needed) {
            System.arraycopy(upload, part.offset(), essence, at, part.length());
            at += part.length();
        }
        return essence;
    }
}
