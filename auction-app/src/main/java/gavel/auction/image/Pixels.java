package gavel.auction.image;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.util.Arrays;

/**
 * An opaque picture as plain bytes, three for each pixel (blue, green, red), and its reduction by averaging areas.
 *
 * <p>A pixel of the smaller picture is the mean of the area it covers in the larger one, which neither blurs nor aliases. The cost is
 * one pass over the larger picture.
 */
record Pixels(int width, int height, byte[] bgr) {
    private static final int FRACTION_BITS = 12;

    /** Takes over the bytes of the image where it has them in the right form, else paints it on white. */
    static Pixels of(BufferedImage image) {
        BufferedImage opaque = image;
        boolean plain = image.getType() == BufferedImage.TYPE_3BYTE_BGR
                && image.getRaster().getParent() == null;
        if (!plain) {
            opaque = new BufferedImage(image.getWidth(), image.getHeight(), BufferedImage.TYPE_3BYTE_BGR);
            Graphics2D graphics = opaque.createGraphics();
            graphics.drawImage(image, 0, 0, Color.WHITE, null);
            graphics.dispose();
        }
        byte[] bytes = ((DataBufferByte) opaque.getRaster().getDataBuffer()).getData();
        return new Pixels(opaque.getWidth(), opaque.getHeight(), bytes);
    }

    BufferedImage toImage() {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_3BYTE_BGR);
        System.arraycopy(bgr, 0, ((DataBufferByte) image.getRaster().getDataBuffer()).getData(), 0, bgr.length);
        return image;
    }

    /** The picture in the largest size of the same proportions that fits the box; never larger than it is. */
    Pixels within(int box) {
        int longest = Math.max(width, height);
        if (longest <= box) {
            return this;
        }
        int newWidth = Math.max(1, Math.round((float) width * box / longest));
        int newHeight = Math.max(1, Math.round((float) height * box / longest));
        return reducedTo(newWidth, newHeight);
    }

    private Pixels reducedTo(int newWidth, int newHeight) {
        Coverage across = Coverage.of(width, newWidth);
        Coverage down = Coverage.of(height, newHeight);
        byte[] reduced = new byte[newWidth * newHeight * 3];
        int[] row = new int[newWidth * 3];
        int[] sums = new int[newWidth * 3];
        for (int y = 0; y < newHeight; y++) {
            Arrays.fill(sums, 1 << (FRACTION_BITS - 1));
            for (int i = 0; i < down.count(y); i++) {
                across.reduceRow(bgr, (down.first(y) + i) * width * 3, row);
                int weight = down.weight(y, i);
                for (int x = 0; x < row.length; x++) {
                    sums[x] += row[x] * weight;
                }
            }
            int start = y * row.length;
            for (int x = 0; x < row.length; x++) {
                reduced[start + x] = (byte) Math.min(255, sums[x] >> FRACTION_BITS);
            }
        }
        return new Pixels(newWidth, newHeight, reduced);
    }

    /**
     * Which pixels of a line each pixel of the shorter line covers, and how much of it each is.
     *
     * @param weights of the covered pixels of all short pixels, one after another; those of one short pixel add up to one
     */
    private record Coverage(int[] starts, int[] offsets, int[] weights) {

        static Coverage of(int length, int shorter) {
            int[] starts = new int[shorter];
            int[] offsets = new int[shorter + 1];
            int[] weights = new int[length + 2 * shorter];
            int used = 0;
            for (int i = 0; i < shorter; i++) {
                // In units of 1/shorter of a long pixel everything is a whole number.
                long from = (long) i * length;
                long to = from + length;
                starts[i] = (int) (from / shorter);
                int last = (int) ((to - 1) / shorter);
                int rest = 1 << FRACTION_BITS;
                for (int p = starts[i]; p <= last; p++) {
                    long covered = Math.min(to, (p + 1L) * shorter) - Math.max(from, (long) p * shorter);
                    int weight = p == last ? rest : (int) ((covered << FRACTION_BITS) / length);
                    weights[used++] = weight;
                    rest -= weight;
                }
                offsets[i + 1] = used;
            }
            return new Coverage(starts, offsets, weights);
        }

        int first(int i) {
            return starts[i];
        }

        int count(int i) {
            return offsets[i + 1] - offsets[i];
        }

        int weight(int i, int covered) {
            return weights[offsets[i] + covered];
        }

        void reduceRow(byte[] bytes, int rowStart, int[] into) {
            for (int i = 0; i < starts.length; i++) {
                int blue = 0;
                int green = 0;
                int red = 0;
                int at = rowStart + starts[i] * 3;
                for (int w = offsets[i]; w < offsets[i + 1]; w++) {
                    int weight = weights[w];
                    blue += (bytes[at++] & 0xff) * weight;
                    green += (bytes[at++] & 0xff) * weight;
                    red += (bytes[at++] & 0xff) * weight;
                }
                into[i * 3] = blue >> FRACTION_BITS;
                into[i * 3 + 1] = green >> FRACTION_BITS;
                into[i * 3 + 2] = red >> FRACTION_BITS;
            }
        }
    }
}
