package gavel.auction.dataset.photo;

import java.util.random.RandomGenerator;

/**
 * Contrast and saturation of a finished JPEG file. Its quantisation tables are factors of the coefficients (ITU T.81, B.2.4.1), so that
 * scaling them changes the picture without touching its data.
 *
 * @param contrast factor of the table of brightness
 * @param saturation factor of the table of colours
 */
record Tone(float contrast, float saturation) {

    static Tone draw(RandomGenerator random) {
        return new Tone(random.nextFloat(0.86f, 1.12f), random.nextFloat(0.6f, 1.3f));
    }

    /** Changes the header in place. */
    void apply(byte[] header) {
        int at = 2;
        while (at + 4 <= header.length) {
            int length = (header[at + 2] & 0xff) << 8 | header[at + 3] & 0xff;
            if ((header[at + 1] & 0xff) == 0xdb) {
                scaleTables(header, at + 4, at + 2 + length);
            }
            at += 2 + length;
        }
    }

    private void scaleTables(byte[] header, int from, int to) {
        for (int table = from; table < to; table += 65) {
            float factor = (header[table] & 0x0f) == 0 ? contrast : saturation;
            for (int i = table + 1; i <= table + 64; i++) {
                header[i] = (byte) Math.clamp(Math.round((header[i] & 0xff) * factor), 1, 255);
            }
        }
    }
}
