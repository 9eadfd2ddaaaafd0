package gavel.auction.image;

import gavel.auction.image.PictureStructure.Part;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the chunks of a PNG file (W3C PNG, third edition) without decoding any. */
final class PngStructure {
    /** All rows as they come out of the decompressor, each with the byte of its filter. */
    static final long MAX_RAW_BYTES = 100_000_000;

    /** Encoders write data in chunks of 8 KiB or more. */
    static final int MAX_CHUNKS = 10_000;

    /** Their names as numbers. */
    private static final int HEADER = 'I' << 24 | 'H' << 16 | 'D' << 8 | 'R';

    private static final int PALETTE = 'P' << 24 | 'L' << 16 | 'T' << 8 | 'E';
    private static final int DATA = 'I' << 24 | 'D' << 16 | 'A' << 8 | 'T';
    private static final int TRANSPARENCY = 't' << 24 | 'R' << 16 | 'N' << 8 | 'S';
    private static final int END = 'I' << 24 | 'E' << 16 | 'N' << 8 | 'D';
    private static final int ANIMATION = 'a' << 24 | 'c' << 16 | 'T' << 8 | 'L';
    /** A small first letter. */
    private static final int ANCILLARY = 0x20 << 24;

    private static final int SIGNATURE = 8;
    private static final int HEADER_BYTES = 13;
    private static final int FRAME = 12;
    private static final int MAX_PALETTE = 256;
    private static final int INDEXED = 3;
    private static final Map<Integer, Integer> CHANNELS = Map.of(0, 1, 2, 3, INDEXED, 1, 4, 2, 6, 4);
    private static final Map<Integer, Set<Integer>> DEPTHS = Map.of(
            0,
            Set.of(1, 2, 4, 8, 16),
            2,
            Set.of(8, 16),
            INDEXED,
            Set.of(1, 2, 4, 8),
            4,
            Set.of(8, 16),
            6,
            Set.of(8, 16));
    /** First column and row of each pass of an interlaced picture, and the steps to the next. */
    private static final int[][] PASSES = {
        {0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4}, {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}
    };

    private final ByteBuffer file;
    private final List<Part> needed = new ArrayList<>(List.of(new Part(0, SIGNATURE)));
    private int width;
    private int height;
    private int bitsOfPixel;
    private int colours;
    private boolean interlaced;
    private boolean palette;
    private boolean data;
    private boolean dataEnded;

    PngStructure(byte[] upload) {
        this.file = ByteBuffer.wrap(upload);
    }

    PictureStructure read() throws UnusablePictureException {
        int at = SIGNATURE;
        int chunk = 0;
        for (int chunks = 0; chunk != END; chunks++) {
            if (chunks == MAX_CHUNKS) {
                throw PictureStructure.damaged("it has more than " + MAX_CHUNKS + " chunks");
            }
            int length = file.getInt(at);
            chunk = file.getInt(at + 4);
            if (length < 0 || length > file.limit() - at - FRAME) {
                throw new IndexOutOfBoundsException(length);
            }
            if ((chunks == 0) != (chunk == HEADER)) {
                throw PictureStructure.damaged("its header is not its first chunk");
            }
            if (isNeeded(chunk, at + 8, length)) {
                needed.add(new Part(at, length + FRAME));
            }
            at += length + FRAME;
        }
        if (!data || colours == INDEXED && !palette) {
            throw PictureStructure.damaged("it has no data or no palette");
        }
        return new PictureStructure(PictureType.PNG, width, height, decodingBytes(), needed);
    }

    private boolean isNeeded(int chunk, int at, int length) throws UnusablePictureException {
        dataEnded |= data && chunk != DATA;
        return switch (chunk) {
            case HEADER -> readHeader(at, length);
            case PALETTE -> readPalette(length);
            case DATA -> isData();
            case TRANSPARENCY -> !data && length <= MAX_PALETTE;
            case END -> true;
            case ANIMATION -> throw PictureStructure.damaged("it is animated");
            default -> isAncillary(chunk);
        };
    }

    private boolean readHeader(int at, int length) throws UnusablePictureException {
        if (length != HEADER_BYTES) {
            throw PictureStructure.damaged("its header is " + length + " bytes long");
        }
        PictureStructure.requireSides(
                Integer.toUnsignedLong(file.getInt(at)), Integer.toUnsignedLong(file.getInt(at + 4)));
        width = file.getInt(at);
        height = file.getInt(at + 4);
        int depth = file.get(at + 8);
        colours = file.get(at + 9);
        int interlacing = file.get(at + 12);
        if (!DEPTHS.getOrDefault(colours, Set.of()).contains(depth)
                || file.getShort(at + 10) != 0
                || interlacing < 0
                || interlacing > 1) {
            throw PictureStructure.damaged("its header names no known kind");
        }
        bitsOfPixel = depth * CHANNELS.get(colours);
        interlaced = interlacing == 1;
        if (rawBytes() > MAX_RAW_BYTES) {
            throw PictureStructure.tooLarge(
                    "a picture may unpack to at most %,d bytes: %,d (%d x %d, %d bits each)",
                    MAX_RAW_BYTES, rawBytes(), width, height, bitsOfPixel);
        }
        return true;
    }

    private boolean readPalette(int length) throws UnusablePictureException {
        if (palette || data || length == 0 || length > 3 * MAX_PALETTE || length % 3 != 0) {
            throw PictureStructure.damaged("its palette is out of place or of " + length + " bytes");
        }
        palette = true;
        return colours == INDEXED;
    }

    private boolean isData() throws UnusablePictureException {
        if (dataEnded) {
            throw PictureStructure.damaged("its data are not in one piece");
        }
        data = true;
        return true;
    }

    private static boolean isAncillary(int chunk) throws UnusablePictureException {
        if ((chunk & ANCILLARY) == 0) {
            throw PictureStructure.damaged("it has an unknown critical chunk");
        }
        return false;
    }

    private long rawBytes() {
        if (!interlaced) {
            return height * (1 + rowBytes(width));
        }
        long all = 0;
        for (int[] pass : PASSES) {
            long columns = Math.ceilDiv(width - pass[0], pass[2]);
            long rows = Math.ceilDiv(height - pass[1], pass[3]);
            all += columns > 0 && rows > 0 ? rows * (1 + rowBytes(columns)) : 0;
        }
        return all;
    }

    private long rowBytes(long pixels) {
        return Math.ceilDiv(pixels * bitsOfPixel, 8);
    }

    /** The result with up to 16 bits for each of four channels; some rows; the parts given to the decoder. */
    private long decodingBytes() {
        return PictureStructure.bytesOfResult(width, height, Math.max(1, bitsOfPixel / 8) + (palette ? 0 : 2))
                + 4 * rowBytes(width)
                + needed.stream().mapToLong(Part::length).sum();
    }
}
