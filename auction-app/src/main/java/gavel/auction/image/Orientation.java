package gavel.auction.image;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Which way up a camera says its picture is: the Exif entry 0x0112, whose numbers these are in their order. Browsers turn the full size
 * by it, so the smaller sizes, which carry no Exif, are turned here.
 */
enum Orientation {
    UPRIGHT(false, false, false),
    MIRRORED(false, true, false),
    UPSIDE_DOWN(false, true, true),
    UPSIDE_DOWN_MIRRORED(false, false, true),
    TRANSPOSED(true, false, false),
    TURN_RIGHT(true, false, true),
    TRANSPOSED_BACKWARDS(true, true, true),
    TURN_LEFT(true, true, false);

    private static final byte[] EXIF = "Exif\0\0".getBytes(StandardCharsets.US_ASCII);
    private static final int TAG = 0x0112;
    private static final int SHORT = 3;
    private static final int ENTRY_BYTES = 12;

    private final boolean swapsSides;
    private final boolean flipsX;
    private final boolean flipsY;

    Orientation(boolean swapsSides, boolean flipsX, boolean flipsY) {
        this.swapsSides = swapsSides;
        this.flipsX = flipsX;
        this.flipsY = flipsY;
    }

    /** Whether width and height change places. */
    boolean swapsSides() {
        return swapsSides;
    }

    Pixels apply(Pixels seen) {
        if (this == UPRIGHT) {
            return seen;
        }
        int width = swapsSides ? seen.height() : seen.width();
        int height = swapsSides ? seen.width() : seen.height();
        byte[] turned = new byte[seen.bgr().length];
        int at = 0;
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int fromX = swapsSides ? y : x;
                int fromY = swapsSides ? x : y;
                fromX = flipsX ? seen.width() - 1 - fromX : fromX;
                fromY = flipsY ? seen.height() - 1 - fromY : fromY;
                System.arraycopy(seen.bgr(), 3 * (fromY * seen.width() + fromX), turned, at, 3);
                at += 3;
            }
        }
        return new Pixels(width, height, turned);
    }

    /** Upright when the file does not say, or says it in a way that makes no sense. */
    static Orientation of(byte[] jpeg) {
        try {
            return exif(ByteBuffer.wrap(jpeg)).map(Orientation::read).orElse(UPRIGHT);
        } catch (BufferUnderflowException | IllegalArgumentException | IndexOutOfBoundsException e) {
            return UPRIGHT;
        }
    }

    /** The first application segment with Exif before the picture itself. */
    private static Optional<ByteBuffer> exif(ByteBuffer file) {
        file.position(2);
        while (file.remaining() >= 4 && (file.get() & 0xff) == 0xff) {
            int marker = file.get() & 0xff;
            if (marker == 0xff) {
                file.position(file.position() - 1); // padding
                continue;
            }
            int length = (file.getShort() & 0xffff) - 2;
            if (marker == 0xda) {
                return Optional.empty();
            }
            ByteBuffer segment = file.slice(file.position(), length);
            if (marker == 0xe1 && begins(segment, EXIF)) {
                return Optional.of(segment.slice(EXIF.length, length - EXIF.length));
            }
            file.position(file.position() + length);
        }
        return Optional.empty();
    }

    private static boolean begins(ByteBuffer segment, byte[] with) {
        return segment.remaining() >= with.length
                && segment.slice(0, with.length).equals(ByteBuffer.wrap(with));
    }

    private static Orientation read(ByteBuffer tiff) {
        tiff.order(tiff.get(0) == 'I' ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
        int directory = tiff.getInt(4);
        int entries = tiff.getShort(directory) & 0xffff;
        for (int i = 0; i < entries; i++) {
            int entry = directory + 2 + i * ENTRY_BYTES;
            if ((tiff.getShort(entry) & 0xffff) == TAG && tiff.getShort(entry + 2) == SHORT) {
                return values()[tiff.getShort(entry + 8) - 1];
            }
        }
        return UPRIGHT;
    }
}
