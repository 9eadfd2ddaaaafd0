package gavel.auction.image;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.zip.CRC32;
import java.util.zip.Deflater;

/** Pictures made to cost whoever decodes them, and proper ones that look like them; a further one is a line more. */
public final class HostilePictures {
    private static final Map<Integer, int[]> DEPTHS = Map.of(
            0, new int[] {1, 2, 4, 8, 16},
            2, new int[] {8, 16},
            3, new int[] {1, 2, 4, 8},
            4, new int[] {8, 16},
            6, new int[] {8, 16});
    private static final byte[] NONE = {};
    private static final byte[] SIGNATURE = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    private static final byte[] PALETTE = chunk("PLTE", new byte[6]);
    private static final byte[] END = chunk("IEND", NONE);
    private static final byte[] GREY_PIXEL = chunk("IDAT", zlib(new byte[2]));

    /** @param status of an upload: 201, 415 or 422 */
    public record Picture(String name, int status, Supplier<byte[]> bytes) {
        @Override
        public String toString() {
            return name;
        }
    }

    private HostilePictures() {}

    public static List<Picture> all() {
        List<Picture> all = new ArrayList<>();
        all.addAll(pngHeaders());
        all.addAll(pngChunks());
        all.addAll(pngOrder());
        all.addAll(jpegFrames());
        all.addAll(jpegSegments());
        all.addAll(jpegApplications());
        all.addAll(others());
        return all;
    }

    private static List<Picture> pngHeaders() {
        List<Picture> all = new ArrayList<>();
        DEPTHS.forEach((colour, depths) -> {
            for (int depth : depths) {
                for (int interlace = 0; interlace < 2; interlace++) {
                    int[] kind = {depth, colour, interlace};
                    String name = "png depth %d colour %d interlace %d ".formatted(depth, colour, interlace);
                    all.add(png(name + "25,000,000 x 1", 422, 25_000_000, 1, kind));
                    all.add(png(name + "1 x 25,000,000", 422, 1, 25_000_000, kind));
                    all.add(png(name + "16,384 x 1,525 without data", 422, 16_384, 1_525, kind));
                }
            }
        });
        for (int[] kind : new int[][] {
            {3, 0, 0}, {8, 1, 0}, {8, 5, 0}, {8, 7, 0}, {4, 2, 0}, {16, 3, 0}, {0, 0, 0}, {32, 6, 0}, {8, 0, 2}
        }) {
            all.add(png("png of no kind " + Arrays.toString(kind), 422, 10, 10, kind));
        }
        for (int[] sides : new int[][] {
            {0, 10},
            {10, 0},
            {-1, 1},
            {1, -1},
            {Integer.MAX_VALUE, 1},
            {-1, -1},
            {65_536, 65_536},
            {5_001, 5_000},
            {16_385, 2}
        }) {
            all.add(png("png of sides " + Arrays.toString(sides), 422, sides[0], sides[1], new int[] {8, 0, 0}));
        }
        all.add(png("png that unpacks to 200 MB", 422, 5_000, 5_000, new int[] {16, 6, 0}));
        return all;
    }

    private static Picture png(String name, int status, int width, int height, int[] kind) {
        return new Picture(
                name,
                status,
                () -> png(width, height, kind, kind[1] == 3 ? PALETTE : NONE, chunk("IDAT", zlib(new byte[9])), END));
    }

    private static List<Picture> pngChunks() {
        byte[] bomb = zlib(new byte[50_000_000]);
        return List.of(
                grey("text that unpacks to 50 MB", 201, chunk("zTXt", join(ascii("a\0\0"), bomb)), GREY_PIXEL, END),
                grey(
                        "international text that unpacks to 50 MB",
                        201,
                        chunk("iTXt", join(ascii("a\0\1\0\0\0"), bomb)),
                        GREY_PIXEL,
                        END),
                grey("profile that unpacks to 50 MB", 201, chunk("iCCP", join(ascii("a\0\0"), bomb)), GREY_PIXEL, END),
                indexed(
                        "text that unpacks to 50 MB",
                        201,
                        PALETTE,
                        chunk("zTXt", join(ascii("a\0\0"), bomb)),
                        GREY_PIXEL,
                        END),
                indexed(
                        "profile that unpacks to 50 MB",
                        201,
                        PALETTE,
                        chunk("iCCP", join(ascii("a\0\0"), bomb)),
                        GREY_PIXEL,
                        END),
                indexed("suggested palette of no entries", 201, PALETTE, chunk("sPLT", ascii("a\0")), GREY_PIXEL, END),
                indexed("no palette", 422, GREY_PIXEL, END),
                indexed("a palette of 257", 422, chunk("PLTE", new byte[3 * 257]), GREY_PIXEL, END),
                indexed("a palette of four bytes", 422, chunk("PLTE", new byte[4]), GREY_PIXEL, END),
                indexed("an empty palette", 422, chunk("PLTE", NONE), GREY_PIXEL, END),
                indexed("two palettes", 422, PALETTE, PALETTE, GREY_PIXEL, END));
    }

    private static List<Picture> pngOrder() {
        return List.of(
                grey("4,000 texts", 201, many(4_000, chunk("tEXt", ascii("a\0b"))), GREY_PIXEL, END),
                grey("20,000 texts", 422, many(20_000, chunk("tEXt", ascii("a\0b"))), GREY_PIXEL, END),
                grey("20,000 empty pieces of data", 422, many(20_000, chunk("IDAT", NONE)), GREY_PIXEL, END),
                grey("data in two places", 422, GREY_PIXEL, chunk("tEXt", ascii("a\0b")), GREY_PIXEL, END),
                grey("no data", 422, END),
                grey("no end", 422, GREY_PIXEL),
                grey("two headers", 422, chunk("IHDR", new byte[13]), GREY_PIXEL, END),
                grey("animation", 422, chunk("acTL", ints(100_000, 0)), GREY_PIXEL, END),
                grey("a chunk nobody knows", 422, chunk("ABCD", NONE), GREY_PIXEL, END),
                grey("a chunk of negative length", 422, join(ints(-1), ascii("tEXt")), GREY_PIXEL, END),
                grey("a chunk of 2 GB", 422, join(ints(Integer.MAX_VALUE), ascii("tEXt")), GREY_PIXEL, END),
                grey(
                        "a chunk of 2 GB of data",
                        422,
                        join(ints(Integer.MAX_VALUE - 20), ascii("IDAT")),
                        GREY_PIXEL,
                        END),
                grey("data that are not packed", 422, chunk("IDAT", new byte[100]), END),
                grey("transparency of 60,000 bytes", 201, chunk("tRNS", new byte[60_000]), GREY_PIXEL, END),
                grey("a megabyte after its end", 201, GREY_PIXEL, END, new byte[1 << 20]),
                grey("a row filter nobody knows", 422, chunk("IDAT", zlib(new byte[] {9, 0})), END),
                new Picture(
                        "png of 25,000,000 black pixels",
                        201,
                        () -> png(
                                5_000, 5_000, new int[] {8, 0, 0}, chunk("IDAT", zlib(new byte[5_000 * 5_001])), END)),
                new Picture("png header cut short", 422, () -> join(SIGNATURE, ints(13), ascii("IHDR"), new byte[5])),
                new Picture("png signature alone", 422, () -> SIGNATURE),
                new Picture("png whose header is not first", 422, () -> join(SIGNATURE, GREY_PIXEL, END)),
                new Picture(
                        "png whose header is 14 bytes long",
                        422,
                        () -> join(SIGNATURE, chunk("IHDR", new byte[14]), GREY_PIXEL, END)));
    }

    private static Picture grey(String name, int status, byte[]... chunks) {
        return new Picture("png with " + name, status, () -> png(1, 1, new int[] {8, 0, 0}, chunks));
    }

    private static Picture indexed(String name, int status, byte[]... chunks) {
        return new Picture("indexed png with " + name, status, () -> png(1, 1, new int[] {8, 3, 0}, chunks));
    }

    private static List<Picture> jpegFrames() {
        List<Picture> all = new ArrayList<>();
        for (int marker : new int[] {0xc0, 0xc1, 0xc2}) {
            for (int components : new int[] {1, 3, 4}) {
                for (int[] sides :
                        new int[][] {{65_535, 65_535}, {65_535, 381}, {381, 65_535}, {5_001, 5_000}, {0, 10}, {10, 0}
                        }) {
                    all.add(new Picture(
                            "jpeg ff%x of %d components, %s".formatted(marker, components, Arrays.toString(sides)),
                            422,
                            () -> jpeg(frame(marker, 8, sides[0], sides[1], components, 0x11), scan(components))));
                }
            }
        }
        for (int marker : new int[] {0xc3, 0xc5, 0xc6, 0xc7, 0xc8, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf}) {
            all.add(new Picture(
                    "jpeg of kind ff%x".formatted(marker), 422, () -> jpeg(frame(marker, 8, 8, 8, 1, 0x11), scan(1))));
        }
        for (int factor : new int[] {0x00, 0x01, 0x10, 0x15, 0x51, 0xff}) {
            all.add(new Picture(
                    "jpeg of sampling %x".formatted(factor),
                    422,
                    () -> jpeg(frame(0xc0, 8, 8, 8, 3, factor), scan(3))));
        }
        for (int precision : new int[] {0, 2, 12, 16}) {
            all.add(new Picture(
                    "jpeg of precision " + precision, 422, () -> jpeg(frame(0xc0, precision, 8, 8, 1, 0x11), scan(1))));
        }
        for (int components : new int[] {0, 5, 255}) {
            all.add(new Picture(
                    "jpeg of %d components".formatted(components),
                    422,
                    () -> jpeg(frame(0xc0, 8, 8, 8, components, 0x11), scan(1))));
        }
        return all;
    }

    private static List<Picture> jpegSegments() {
        byte[] frame = frame(0xc2, 8, 8, 8, 1, 0x11);
        byte[] large = frame(0xc2, 8, 4_900, 4_900, 1, 0x11);
        return List.of(
                new Picture("jpeg of 33 scans", 422, () -> jpeg(frame, many(33, scan(1)))),
                new Picture("jpeg of 5,000 scans", 422, () -> jpeg(frame, many(5_000, scan(1)))),
                new Picture("jpeg of 17 scans of 24,000,000 pixels", 422, () -> jpeg(large, many(17, scan(1)))),
                new Picture("jpeg without a scan", 422, () -> jpeg(frame)),
                new Picture("jpeg without a frame", 422, () -> jpeg(scan(1))),
                new Picture("jpeg of two frames", 422, () -> jpeg(frame, frame, scan(1))),
                new Picture("jpeg of a scan of more components than the frame", 422, () -> jpeg(frame, scan(3))),
                new Picture("jpeg without tables", 422, () -> jpeg(frame(0xc0, 8, 8, 8, 1, 0x11), scan(1))));
    }

    private static List<Picture> jpegApplications() {
        byte[] proper = TestPictures.gradient("jpeg", 40, 30);
        byte[] rest = Arrays.copyOfRange(proper, 2, proper.length);
        byte[] start = {(byte) 0xff, (byte) 0xd8};
        return List.of(
                new Picture("jpeg of 2,000 comments", 422, () -> join(start, many(2_000, segment(0xfe, NONE)), rest)),
                new Picture(
                        "jpeg with comments of 4 MB",
                        201,
                        () -> join(start, many(64, segment(0xfe, new byte[65_533])), rest)),
                new Picture(
                        "jpeg with a thumbnail in its Exif",
                        201,
                        () -> join(start, segment(0xe1, join(ascii("Exif\0\0"), proper)), rest)),
                new Picture(
                        "jpeg with Exif that points to itself",
                        201,
                        () -> join(
                                start,
                                segment(
                                        0xe1,
                                        join(
                                                ascii("Exif\0\0MM\0*"),
                                                ints(8),
                                                new byte[] {(byte) 0xff, (byte) 0xff},
                                                ints(8))),
                                rest)),
                new Picture(
                        "jpeg with a profile of 255 parts",
                        201,
                        () -> join(
                                start,
                                many(255, segment(0xe2, join(ascii("ICC_PROFILE\0\1\1"), new byte[5_000]))),
                                rest)),
                new Picture(
                        "jpeg with a profile that is none",
                        201,
                        () -> join(start, segment(0xe2, join(ascii("ICC_PROFILE\0\1\1"), new byte[500])), rest)),
                new Picture("jpeg with another after its end", 201, () -> join(proper, proper)),
                new Picture(
                        "jpeg with a segment of no length",
                        422,
                        () -> join(start, new byte[] {(byte) 0xff, (byte) 0xfe, 0, 0}, rest)),
                new Picture(
                        "jpeg with a segment longer than the file",
                        422,
                        () -> join(start, new byte[] {(byte) 0xff, (byte) 0xfe, (byte) 0xff, (byte) 0xff})),
                new Picture(
                        "jpeg with a height that comes later",
                        422,
                        () -> join(start, segment(0xdc, new byte[2]), rest)),
                new Picture(
                        "jpeg of a megabyte of fill bytes",
                        422,
                        () -> join(start, many(1 << 20, new byte[] {(byte) 0xff}))),
                new Picture("jpeg that begins and ends", 422, () -> join(start, new byte[] {(byte) 0xff, (byte) 0xd9})),
                new Picture("jpeg start alone", 422, () -> join(start, new byte[] {(byte) 0xff})));
    }

    private static List<Picture> others() {
        return List.of(
                new Picture("nothing", 415, () -> NONE),
                new Picture("a gif", 415, () -> join(ascii("GIF89a"), new byte[100])),
                new Picture("a bmp of 2 GB", 415, () -> join(ascii("BM"), ints(-1, -1, -1, -1, -1, -1))),
                new Picture("a tiff", 415, () -> join(ascii("MM\0*"), ints(8), new byte[100])),
                new Picture("a webp", 415, () -> join(ascii("RIFF"), ints(100), ascii("WEBPVP8 "), new byte[100])),
                new Picture(
                        "an svg", 415, () -> ascii("<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"alert(1)\"/>")),
                new Picture("a page", 415, () -> ascii("<html><script>alert(1)</script></html>")),
                new Picture("a zip", 415, () -> join(ascii("PK\3\4"), new byte[100])),
                new Picture("a megabyte of zeros", 415, () -> new byte[1 << 20]));
    }

    static byte[] png(int width, int height, int[] kind, byte[]... chunks) {
        byte[] header = join(ints(width, height), new byte[] {(byte) kind[0], (byte) kind[1], 0, 0, (byte) kind[2]});
        return join(SIGNATURE, chunk("IHDR", header), join(chunks));
    }

    private static byte[] chunk(String type, byte[] content) {
        CRC32 check = new CRC32();
        byte[] named = join(ascii(type), content);
        check.update(named);
        return join(ints(content.length), named, ints((int) check.getValue()));
    }

    private static byte[] jpeg(byte[]... segments) {
        return join(new byte[] {(byte) 0xff, (byte) 0xd8}, join(segments), new byte[] {(byte) 0xff, (byte) 0xd9});
    }

    private static byte[] frame(int marker, int precision, int width, int height, int components, int factor) {
        ByteBuffer content = ByteBuffer.allocate(6 + 3 * components)
                .put((byte) precision)
                .putShort((short) height)
                .putShort((short) width)
                .put((byte) components);
        for (int i = 0; i < components; i++) {
            content.put((byte) (i + 1)).put((byte) factor).put((byte) 0);
        }
        return segment(marker, content.array());
    }

    private static byte[] scan(int components) {
        ByteBuffer content = ByteBuffer.allocate(4 + 2 * components).put((byte) components);
        for (int i = 0; i < components; i++) {
            content.put((byte) (i + 1)).put((byte) 0);
        }
        return join(segment(0xda, content.put(new byte[] {0, 63, 0}).array()), new byte[4]);
    }

    private static byte[] segment(int marker, byte[] content) {
        return ByteBuffer.allocate(4 + content.length)
                .put((byte) 0xff)
                .put((byte) marker)
                .putShort((short) (2 + content.length))
                .put(content)
                .array();
    }

    private static byte[] zlib(byte[] content) {
        Deflater deflater = new Deflater(Deflater.BEST_SPEED);
        deflater.setInput(content);
        deflater.finish();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        byte[] buffer = new byte[64 * 1024];
        while (!deflater.finished()) {
            out.write(buffer, 0, deflater.deflate(buffer));
        }
        deflater.end();
        return out.toByteArray();
    }

    private static byte[] many(int count, byte[] what) {
        byte[] all = new byte[count * what.length];
        for (int i = 0; i < count; i++) {
            System.arraycopy(what, 0, all, i * what.length, what.length);
        }
        return all;
    }

    private static byte[] ints(int... values) {
        ByteBuffer bytes = ByteBuffer.allocate(4 * values.length);
        Arrays.stream(values).forEach(bytes::putInt);
        return bytes.array();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        Arrays.stream(parts).forEach(all::writeBytes);
        return all.toByteArray();
    }
}
