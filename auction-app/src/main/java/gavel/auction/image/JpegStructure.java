package gavel.auction.image;

import gavel.auction.image.PictureStructure.Part;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads the segments of a JPEG file (ITU-T T.81) without decoding any. What follows its end, such as a second picture, is left alone. */
final class JpegStructure {
    /** Each scan of a progressive picture is a pass over all of it, however few bytes it has; encoders make 10 or so. */
    static final int MAX_SCANS = 32;

    static final long MAX_SCANNED_PIXELS = 400_000_000;

    private static final int MAX_SEGMENTS = 1_000;

    /** A profile that is a matrix has a few hundred bytes; larger ones are tables. */
    private static final int SMALL_PROFILE = 4_096;

    private static final byte[] JFIF = "JFIF\0".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ADOBE = "Adobe".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] ONLY_PROFILE = "ICC_PROFILE\0\1\1".getBytes(StandardCharsets.US_ASCII);

    private static final int END = 0xd9;
    private static final int SCAN = 0xda;
    private static final int NONE = -1;
    private static final int BLOCK = 8;
    private static final int COEFFICIENT_BYTES = 2;
    private static final int ROWS_HELD = 128;

    private final ByteBuffer file;
    private final List<Part> needed = new ArrayList<>(List.of(new Part(0, 2)));
    private int at = 2;
    private int scans;
    private Frame frame;
    private boolean inSeveralScans;

    /** @param blocks of all components together */
    private record Frame(int width, int height, int components, boolean progressive, long blocks) {}

    JpegStructure(byte[] upload) {
        this.file = ByteBuffer.wrap(upload);
    }

    PictureStructure read() throws UnusablePictureException {
        int segments = 0;
        int marker = marker();
        while (marker != END && marker != NONE) {
            segments++;
            if (segments > MAX_SEGMENTS) {
                throw PictureStructure.damaged("it has more than " + MAX_SEGMENTS + " segments");
            }
            segment(marker);
            marker = marker();
        }
        if (frame == null || scans == 0) {
            throw PictureStructure.damaged("it has no frame or no scan");
        }
        if (marker == END) {
            needed.add(new Part(at - 2, 2));
        }
        return new PictureStructure(PictureType.JPEG, frame.width(), frame.height(), decodingBytes(), needed);
    }

    /** The next marker, after fill bytes; none at the end of a file that lacks the mark of its end. */
    private int marker() throws UnusablePictureException {
        if (scans > 0 && at >= file.limit() - 1) {
            return NONE;
        }
        if (unsigned(at) != 0xff) {
            throw PictureStructure.damaged("it has no marker where one should be");
        }
        while (unsigned(at) == 0xff) {
            at++;
        }
        at++;
        return unsigned(at - 1);
    }

    private void segment(int marker) throws UnusablePictureException {
        int length = file.getShort(at) & 0xffff;
        int content = at + 2;
        if (length < 2 || at + length > file.limit()) {
            throw new IndexOutOfBoundsException(length);
        }
        boolean wanted =
                switch (marker) {
                    case 0xc0, 0xc1, 0xc2 -> readFrame(content, length, marker == 0xc2);
                    case 0xc4, 0xdb, 0xdd -> true;
                    case SCAN -> readScan(content, length);
                    case 0xe0 -> begins(content, length, JFIF);
                    case 0xe2 -> length <= SMALL_PROFILE && begins(content, length, ONLY_PROFILE);
                    case 0xee -> begins(content, length, ADOBE);
                    default -> isSkipped(marker);
                };
        int from = at - 2;
        at += length;
        if (marker == SCAN) {
            skipScan();
        }
        if (wanted) {
            needed.add(new Part(from, at - from));
        }
    }

    private static boolean isSkipped(int marker) throws UnusablePictureException {
        if (marker < 0xe0 || marker > 0xfe) {
            throw PictureStructure.damaged("it is neither baseline nor progressive");
        }
        return false;
    }

    private boolean readFrame(int content, int length, boolean progressive) throws UnusablePictureException {
        int components = unsigned(content + 5);
        if (frame != null
                || unsigned(content) != 8
                || length != 8 + 3 * components
                || components > 4
                || components == 0) {
            throw PictureStructure.damaged("its frame is of no known kind");
        }
        int height = file.getShort(content + 1) & 0xffff;
        int width = file.getShort(content + 3) & 0xffff;
        PictureStructure.requireSides(width, height);
        int across = 1;
        int down = 1;
        for (int i = 0; i < components; i++) {
            across = Math.max(across, factor(content, i) >> 4);
            down = Math.max(down, factor(content, i) & 0xf);
        }
        long blocks = 0;
        for (int i = 0; i < components; i++) {
            int factor = factor(content, i);
            if (factor >> 4 < 1 || factor >> 4 > 4 || (factor & 0xf) < 1 || (factor & 0xf) > 4) {
                throw PictureStructure.damaged("its frame is of no known kind");
            }
            // Whole groups of blocks, as they are stored.
            blocks += (long) Math.ceilDiv(width, BLOCK * across)
                    * (factor >> 4)
                    * Math.ceilDiv(height, BLOCK * down)
                    * (factor & 0xf);
        }
        frame = new Frame(width, height, components, progressive, blocks);
        return true;
    }

    private int factor(int content, int component) {
        return unsigned(content + 7 + 3 * component);
    }

    private boolean readScan(int content, int length) throws UnusablePictureException {
        int components = unsigned(content);
        if (frame == null || length != 6 + 2 * components || components > frame.components() || components == 0) {
            throw PictureStructure.damaged("a scan does not fit its frame");
        }
        scans++;
        inSeveralScans |= components < frame.components();
        if (scans > MAX_SCANS || (long) scans * frame.width() * frame.height() > MAX_SCANNED_PIXELS) {
            throw PictureStructure.tooLarge(
                    "a JPEG may have at most %d scans, and %,d pixels in all of them", MAX_SCANS, MAX_SCANNED_PIXELS);
        }
        return true;
    }

    /** To the next marker that is none of the data. */
    private void skipScan() {
        while (at < file.limit() - 1) {
            int next = unsigned(at + 1);
            if (unsigned(at) == 0xff && next != 0 && next != 0xff && (next < 0xd0 || next > 0xd7)) {
                return;
            }
            at++;
        }
        at = file.limit();
    }

    private boolean begins(int content, int length, byte[] with) {
        return length - 2 >= with.length && file.slice(content, with.length).equals(ByteBuffer.wrap(with));
    }

    private int unsigned(int index) {
        return file.get(index) & 0xff;
    }

    /** With several scans the decoder holds the coefficients of the whole picture, else some rows of it. */
    private long decodingBytes() {
        long held = frame.progressive() || inSeveralScans || scans > 1
                ? frame.blocks() * BLOCK * BLOCK * COEFFICIENT_BYTES
                : 0;
        return held
                + (long) ROWS_HELD * frame.width() * frame.components()
                + PictureStructure.bytesOfResult(frame.width(), frame.height(), frame.components())
                + needed.stream().mapToLong(Part::length).sum();
    }
}
