package gavel.auction.image;

import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;

/**
 * The bytes of a picture that others may see: what the decoder needs, and which way up it is. Where and when it was taken, with which
 * camera, by whom, comments, colour profiles, smaller pictures inside and whatever follows its end stay behind. The pixels are not coded
 * anew, so nothing is lost of them.
 */
final class Published {
    private static final byte[] JFIF = "JFIF\0".getBytes(StandardCharsets.US_ASCII);
    private static final int JFIF_BYTES = 14;
    private static final byte[] ADOBE = "Adobe".getBytes(StandardCharsets.US_ASCII);
    private static final int ADOBE_BYTES = 12;

    /** An Exif segment whose only entry is 0x0112, the orientation; its number follows, then the end of the list. */
    private static final byte[] ORIENTATION = {
        (byte) 0xff,
        (byte) 0xe1,
        0,
        34,
        'E',
        'x',
        'i',
        'f',
        0,
        0,
        'M',
        'M',
        0,
        42,
        0,
        0,
        0,
        8,
        0,
        1,
        1,
        0x12,
        0,
        3,
        0,
        0,
        0,
        1,
        0
    };

    private static final byte[] ORIENTATION_END = {0, 0, 0, 0, 0, 0};

    private static final int SIGNATURE_BYTES = 8;
    private static final Set<String> CHUNKS = Set.of("IHDR", "PLTE", "IDAT", "IEND");
    /** What else says how pixels look, with the most bytes each may have. */
    private static final Map<String, Integer> SMALL_CHUNKS =
            Map.of("tRNS", 256, "gAMA", 4, "cHRM", 32, "sRGB", 1, "sBIT", 4, "bKGD", 6, "pHYs", 9);

    private Published() {}

    static byte[] of(PictureType type, byte[] upload, Orientation orientation) throws UnusablePictureException {
        ByteBuffer in = ByteBuffer.wrap(upload);
        ByteArrayOutputStream out = new ByteArrayOutputStream(upload.length + ORIENTATION.length + 8);
        try {
            switch (type) {
                case JPEG -> jpeg(in, out, orientation);
                case PNG -> png(in, out);
            }
        } catch (BufferUnderflowException
                | IllegalArgumentException
                | IndexOutOfBoundsException
                | ArithmeticException e) {
            throw new UnusablePictureException("the picture is cut off or damaged", e);
        }
        return out.toByteArray();
    }

    private static void jpeg(ByteBuffer in, ByteArrayOutputStream out, Orientation orientation) {
        marker(out, 0xd8);
        in.position(2);
        boolean turned = orientation == Orientation.UPRIGHT;
        int marker = nextMarker(in);
        while (marker != 0xd9) {
            int start = in.position();
            int length = in.getShort() & 0xffff;
            ByteBuffer segment = in.slice(start + 2, length - 2);
            in.position(start + length);
            if (!turned && marker != 0xe0) {
                out.writeBytes(ORIENTATION);
                out.write(orientation.ordinal() + 1);
                out.writeBytes(ORIENTATION_END);
                turned = true;
            }
            write(marker, segment, out);
            if (marker == 0xda) {
                scan(in, out);
            }
            marker = nextMarker(in);
        }
        marker(out, 0xd9);
    }

    /** Frames, tables and scans as they are; of what applications add only the two that say how colours are coded, without pictures. */
    private static void write(int marker, ByteBuffer segment, ByteArrayOutputStream out) {
        boolean coding = marker >= 0xc0 && marker <= 0xcf || marker >= 0xda && marker <= 0xdd;
        if (coding) {
            segment(marker, segment, out);
        } else if (marker == 0xe0 && begins(segment, JFIF, JFIF_BYTES)) {
            ByteBuffer plain = ByteBuffer.allocate(JFIF_BYTES).put(segment.slice(0, JFIF_BYTES - 2));
            segment(marker, plain.rewind(), out);
        } else if (marker == 0xee && begins(segment, ADOBE, ADOBE_BYTES)) {
            segment(marker, segment.slice(0, ADOBE_BYTES), out);
        }
    }

    private static void segment(int marker, ByteBuffer content, ByteArrayOutputStream out) {
        int length = content.remaining() + 2;
        marker(out, marker);
        out.write(length >> 8);
        out.write(length);
        copy(content, out);
    }

    private static boolean begins(ByteBuffer segment, byte[] with, int bytes) {
        return segment.remaining() >= bytes && segment.slice(0, with.length).equals(ByteBuffer.wrap(with));
    }

    /** Copies coded pixels up to the next marker that is no restart; zeros after 0xff are part of them. */
    private static void scan(ByteBuffer in, ByteArrayOutputStream out) {
        int start = in.position();
        int end = start;
        while (true) {
            if (in.get(end) == (byte) 0xff) {
                int next = in.get(end + 1) & 0xff;
                if (next != 0 && (next < 0xd0 || next > 0xd7)) {
                    break;
                }
                end++;
            }
            end++;
        }
        copy(in.slice(start, end - start), out);
        in.position(end);
    }

    /** Decoders pass over bytes between segments, so these are left out. */
    private static int nextMarker(ByteBuffer in) {
        int marker = 0;
        while (marker == 0 || marker == 0xff || marker >= 0xd0 && marker <= 0xd7 || marker == 1) {
            while ((in.get() & 0xff) != 0xff) {
                // Looks for the next marker.
            }
            marker = in.get() & 0xff;
            if (marker == 0xff) {
                in.position(in.position() - 1);
            }
        }
        return marker;
    }

    private static void marker(ByteArrayOutputStream out, int marker) {
        out.write(0xff);
        out.write(marker);
    }

    private static void png(ByteBuffer in, ByteArrayOutputStream out) {
        copy(in.slice(0, SIGNATURE_BYTES), out);
        in.position(SIGNATURE_BYTES);
        String name = "";
        while (!name.equals("IEND")) {
            int start = in.position();
            int length = in.getInt();
            byte[] type = new byte[4];
            in.get(type);
            name = new String(type, StandardCharsets.ISO_8859_1);
            ByteBuffer whole = in.slice(start, Math.addExact(length, 12));
            in.position(start + whole.remaining());
            if (CHUNKS.contains(name) || length <= SMALL_CHUNKS.getOrDefault(name, -1)) {
                copy(whole, out);
            }
        }
    }

    private static void copy(ByteBuffer from, ByteArrayOutputStream out) {
        out.write(from.array(), from.arrayOffset() + from.position(), from.remaining());
    }
}
