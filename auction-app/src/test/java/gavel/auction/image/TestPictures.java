package gavel.auction.image;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import javax.imageio.ImageIO;

/** Small pictures for tests. */
public final class TestPictures {
    private TestPictures() {}

    public static byte[] gradient(String format, int width, int height) {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                image.setRGB(x, y, new Color(255 * x / width, 255 * y / height, (x * 31 + y * 17) & 0x3f).getRGB());
            }
        }
        return encoded(format, image);
    }

    static byte[] quarters(String format, int width, int height) {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = image.createGraphics();
        Color[] colours = {Color.RED, Color.GREEN, Color.BLUE, Color.YELLOW};
        for (int i = 0; i < colours.length; i++) {
            graphics.setColor(colours[i]);
            graphics.fillRect(i % 2 * width / 2, i / 2 * height / 2, width / 2, height / 2);
        }
        graphics.dispose();
        return encoded(format, image);
    }

    public static byte[] encoded(String format, BufferedImage image) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            ImageIO.write(image, format, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }
}
