package gavel.auction.dataset.photo;

import gavel.auction.dataset.plan.Draws;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.util.random.RandomGenerator;

/** What lies between a scene and its file: the size of the film and its grain. */
final class Film {
    private static final int GRAIN = 14;

    private Film() {}

    /** Halves as long as it can, so that every pixel of the drawing counts. */
    static BufferedImage scaled(BufferedImage drawing, int longSide) {
        BufferedImage image = drawing;
        while (longSide(image) >= 2 * longSide) {
            image = resized(image, longSide(image) / 2);
        }
        return longSide(image) == longSide ? image : resized(image, longSide);
    }

    /** Takes differ in their grain only. */
    static BufferedImage grained(BufferedImage image, int take) {
        int width = image.getWidth();
        int height = image.getHeight();
        RandomGenerator grains = Draws.SCENE.of(take, (long) width << 32 | height);
        int[] pixels = image.getRGB(0, 0, width, height, null, 0, width);
        BufferedImage grained = new BufferedImage(width, height, BufferedImage.TYPE_3BYTE_BGR);
        byte[] bytes = ((DataBufferByte) grained.getRaster().getDataBuffer()).getData();
        for (int i = 0; i < pixels.length; i++) {
            long bits = grains.nextLong();
            int sum = (int) ((bits & 0xff) + (bits >>> 8 & 0xff) + (bits >>> 16 & 0xff)) - 382;
            int light = sum * GRAIN / 256;
            bytes[3 * i] = brightened(pixels[i], light);
            bytes[3 * i + 1] = brightened(pixels[i] >> 8, light);
            bytes[3 * i + 2] = brightened(pixels[i] >> 16, light);
        }
        return grained;
    }

    private static byte brightened(int colour, int light) {
        return (byte) Math.clamp((colour & 0xff) + light, 0, 255);
    }

    private static int longSide(BufferedImage image) {
        return Math.max(image.getWidth(), image.getHeight());
    }

    private static BufferedImage resized(BufferedImage image, int longSide) {
        boolean portrait = image.getHeight() > image.getWidth();
        int shortSide = longSide * 3 / 4;
        BufferedImage resized = new BufferedImage(
                portrait ? shortSide : longSide, portrait ? longSide : shortSide, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = resized.createGraphics();
        graphics.setRenderingHint(RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BILINEAR);
        graphics.drawImage(image, 0, 0, resized.getWidth(), resized.getHeight(), null);
        graphics.dispose();
        return resized;
    }
}
