package gavel.auction.dataset.photo;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.random.RandomGenerator;

/**
 * How a print differs from others of its negative.
 *
 * @param mirrored whether it is to be shown mirrored, which Exif tells the browser (CIPA DC-008, 4.6.5.1.6)
 */
record Finish(Tone tone, boolean mirrored) {
    private static final byte[] MIRRORED = HexFormat.of()
            .parseHex("ffe10022" + "457869660000" + "4d4d002a00000008" + "0001" + "011200030000000100020000"
                    + "00000000");
    private static final Tone WITHOUT_COLOUR = new Tone(1, 0.06f);

    /** The second and the fourth picture of an item show it from the other side than the first, the third is without colour. */
    static Finish draw(int position, RandomGenerator random) {
        Tone tone = Tone.draw(random);
        boolean mirrored = random.nextBoolean() ^ position % 2 == 0;
        return new Finish(position == 3 ? WITHOUT_COLOUR : tone, mirrored);
    }

    /**
     * A new header; the one given stays as it is.
     *
     * @param number is written in a comment, unless it is negative
     */
    byte[] applied(byte[] header, long number) {
        byte[] changed = header.clone();
        tone.apply(changed);
        // Behind the first segment, which says that the file is JFIF.
        int first = 4 + ((header[4] & 0xff) << 8 | header[5] & 0xff);
        ByteArrayOutputStream out = new ByteArrayOutputStream(header.length + 64);
        out.write(changed, 0, first);
        if (mirrored) {
            out.writeBytes(MIRRORED);
        }
        if (number >= 0) {
            out.writeBytes(ByteBuffer.allocate(12)
                    .putShort((short) 0xfffe)
                    .putShort((short) 10)
                    .putLong(number)
                    .array());
        }
        out.write(changed, first, changed.length - first);
        return out.toByteArray();
    }
}
