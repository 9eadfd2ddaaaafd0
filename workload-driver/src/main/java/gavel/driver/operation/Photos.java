package gavel.driver.operation;

import gavel.driver.profile.Draws;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;

/**
 * Photos for uploads, drawn before the run: colour gradients under a little noise, as large and as hard to compress as a small
 * photograph. Each upload gets one with a few bytes of its own, so that no two are the same file. Immutable and shared by all loops.
 */
public final class Photos {
    static final int WIDTH = 640;
    static final int HEIGHT = 480;
    private static final int NOISE = 26;
    private static final float QUALITY = 0.72f;
    private static final int START_OF_IMAGE = 2;
    private static final int COMMENT = 12;

    private final List<byte[]> photos;

    private Photos(List<byte[]> photos) {
        this.photos = photos;
    }

    public static Photos draw(int count, long seed) throws IOException {
        List<byte[]> photos = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            photos.add(jpeg(picture(Draws.of(seed, i, -1))));
        }
        return new Photos(List.copyOf(photos));
    }

    /** One of the photos with a comment segment that no other upload has. */
    byte[] vary(Draws draws) {
        byte[] photo = photos.get(draws.below(photos.size()));
        byte[] varied = new byte[photo.length + COMMENT];
        System.arraycopy(photo, 0, varied, 0, START_OF_IMAGE);
        varied[2] = (byte) 0xFF;
        varied[3] = (byte) 0xFE;
        varied[5] = COMMENT - 2;
        long own = draws.next();
        for (int i = 6; i < START_OF_IMAGE + COMMENT; i++) {
            varied[i] = (byte) (own >>> 8 * (i - 6));
        }
        System.arraycopy(photo, START_OF_IMAGE, varied, START_OF_IMAGE + COMMENT, photo.length - START_OF_IMAGE);
        return varied;
    }

    private static BufferedImage picture(Draws draws) {
        BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_INT_RGB);
        double[] waves = new double[9];
        for (int i = 0; i < waves.length; i++) {
            waves[i] = draws.between(1, 6);
        }
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                int noise = draws.below(NOISE);
                int rgb = 0;
                for (int colour = 0; colour < 3; colour++) {
                    double wave =
                            Math.sin(waves[colour] * x / WIDTH + waves[3 + colour] * y / HEIGHT * waves[6 + colour]);
                    rgb = rgb << 8 | (int) (115 + 110 * wave) + noise;
                }
                image.setRGB(x, y, rgb);
            }
        }
        return image;
    }

    private static byte[] jpeg(BufferedImage image) throws IOException {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(64 * 1024);
        try (ImageOutputStream out = ImageIO.createImageOutputStream(bytes)) {
            ImageWriteParam how = writer.getDefaultWriteParam();
            how.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            how.setCompressionQuality(QUALITY);
            writer.setOutput(out);
            writer.write(null, new IIOImage(image, null, null), how);
        } finally {
            writer.dispose();
        }
        return bytes.toByteArray();
    }
}
