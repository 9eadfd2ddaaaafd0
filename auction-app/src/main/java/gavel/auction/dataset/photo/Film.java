package gavel.auction.dataset.photo;

import gavel.auction.dataset.plan.Draws;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.awt.image.DataBufferInt;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;

/** What lies between a scene and its file: the size of the film and its grain. */
final class Film {
    private static final int GRAIN = 14;
    private static final int ONE = 256;
    private static final Map<Exposure, byte[]> GRAINS = new ConcurrentHashMap<>();

    private Film() {}

    /** Halves as long as it can, so that every pixel of the drawing counts. */
    static BufferedImage scaled(BufferedImage drawing, int longSide) {
        BufferedImage image = drawing;
        while (image.getWidth() >= 2 * longSide) {
            image = resized(image, image.getWidth() / 2);
        }
        if (image.getWidth() == longSide) {
            return image;
        }
        return 2 * image.getWidth() == longSide ? doubled(image) : resized(image, longSide);
    }

    /** Each pixel, and the means between it and those to the right and below. */
    private static BufferedImage doubled(BufferedImage image) {
        int width = image.getWidth();
        int height = image.getHeight();
        int[] from = ((DataBufferInt) image.getRaster().getDataBuffer()).getData();
        BufferedImage doubled = new BufferedImage(2 * width, 2 * height, BufferedImage.TYPE_INT_RGB);
        int[] to = ((DataBufferInt) doubled.getRaster().getDataBuffer()).getData();
        for (int row = 0; row < height; row++) {
            int below = row + 1 < height ? width : 0;
            for (int column = 0; column < width; column++) {
                int at = row * width + column;
                int right = column + 1 < width ? 1 : 0;
                int next = mean(from[at], from[at + right]);
                int out = 4 * row * width + 2 * column;
                to[out] = from[at];
                to[out + 1] = next;
                to[out + 2 * width] = mean(from[at], from[at + below]);
                to[out + 2 * width + 1] = mean(next, mean(from[at + below], from[at + below + right]));
            }
        }
        return doubled;
    }

    /** Of each colour at once: the lowest bit of each goes, so that none reaches its neighbour. */
    private static int mean(int one, int other) {
        return (one & other) + ((one ^ other) >> 1 & 0x7f7f7f);
    }

    /** Takes differ in their grain only; all scenes have the same. */
    static BufferedImage grained(BufferedImage image, int take) {
        int width = image.getWidth();
        int height = image.getHeight();
        byte[] grain = GRAINS.computeIfAbsent(new Exposure(take, width, height), Exposure::grain);
        int[] pixels = ((DataBufferInt) image.getRaster().getDataBuffer()).getData();
        BufferedImage grained = new BufferedImage(width, height, BufferedImage.TYPE_3BYTE_BGR);
        byte[] bytes = ((DataBufferByte) grained.getRaster().getDataBuffer()).getData();
        for (int i = 0; i < pixels.length; i++) {
            int light = grain[i];
            bytes[3 * i] = brightened(pixels[i], light);
            bytes[3 * i + 1] = brightened(pixels[i] >> 8, light);
            bytes[3 * i + 2] = brightened(pixels[i] >> 16, light);
        }
        return grained;
    }

    private record Exposure(int take, int width, int height) {
        private byte[] grain() {
            RandomGenerator grains = Draws.SCENE.of(take, (long) width << 32 | height);
            byte[] grain = new byte[width * height];
            for (int i = 0; i < grain.length; i++) {
                long bits = grains.nextLong();
                int sum = (int) ((bits & 0xff) + (bits >>> 8 & 0xff) + (bits >>> 16 & 0xff)) - 382;
                grain[i] = (byte) (sum * GRAIN / 256);
            }
            return grain;
        }
    }

    private static byte brightened(int colour, int light) {
        return (byte) Math.clamp((colour & 0xff) + light, 0, 255);
    }

    /** Each pixel from the four around where it would be, by their nearness. */
    private static BufferedImage resized(BufferedImage image, int longSide) {
        int width = image.getWidth();
        int height = image.getHeight();
        int[] from = ((DataBufferInt) image.getRaster().getDataBuffer()).getData();
        BufferedImage resized = new BufferedImage(longSide, longSide * 3 / 4, BufferedImage.TYPE_INT_RGB);
        int[] to = ((DataBufferInt) resized.getRaster().getDataBuffer()).getData();
        for (int row = 0; row < resized.getHeight(); row++) {
            int y = Math.max(0, (2 * row + 1) * height * ONE / (2 * resized.getHeight()) - ONE / 2);
            int above = y / ONE * width;
            int below = Math.min(y / ONE + 1, height - 1) * width;
            for (int column = 0; column < longSide; column++) {
                int x = Math.max(0, (2 * column + 1) * width * ONE / (2 * longSide) - ONE / 2);
                int left = x / ONE;
                int right = Math.min(left + 1, width - 1);
                to[row * longSide + column] = mixed(
                        mixed(from[above + left], from[above + right], x % ONE),
                        mixed(from[below + left], from[below + right], x % ONE),
                        y % ONE);
            }
        }
        return resized;
    }

    /** Red and blue at once, as neither reaches the other. @param share of the other colour, 0 to ONE */
    private static int mixed(int one, int other, int share) {
        int redAndBlue = ((one & 0xff00ff) * (ONE - share) + (other & 0xff00ff) * share) >>> 8 & 0xff00ff;
        int green = ((one & 0xff00) * (ONE - share) + (other & 0xff00) * share) >>> 8 & 0xff00;
        return redAndBlue | green;
    }
}
