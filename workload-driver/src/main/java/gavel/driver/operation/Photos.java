package gavel.driver.operation;

import gavel.driver.profile.Draws;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
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
    private static final String BOUNDARY = "gavel-photo-boundary-7d1f";
    static final String FORM = "multipart/form-data; boundary=" + BOUNDARY;
    private static final byte[] BEFORE = ascii(
            "--" + BOUNDARY
                    + "\r\ncontent-disposition: form-data; name=\"file\"; filename=\"photo.jpg\"\r\ncontent-type: image/jpeg\r\n\r\n");
    private static final byte[] AFTER = ascii("\r\n--" + BOUNDARY + "--\r\n");
    private static final int OWN_AT = BEFORE.length + START_OF_IMAGE + 4;

    private final List<byte[]> forms;

    private Photos(List<byte[]> forms) {
        this.forms = forms;
    }

    public static Photos draw(int count, long seed) throws IOException {
        List<byte[]> forms = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            forms.add(form(jpeg(picture(Draws.of(seed, i, -1)))));
        }
        return new Photos(List.copyOf(forms));
    }

    /** The form that uploads one of the photos, with a comment segment that no other upload has. */
    byte[] form(Draws draws) {
        byte[] form = forms.get(draws.below(forms.size())).clone();
        long own = draws.next();
        for (int i = 0; i < Long.BYTES; i++) {
            form[OWN_AT + i] = (byte) (own >>> 8 * i);
        }
        return form;
    }

    private static byte[] form(byte[] photo) {
        ByteBuffer form = ByteBuffer.allocate(BEFORE.length + photo.length + COMMENT + AFTER.length);
        form.put(BEFORE).put(photo, 0, START_OF_IMAGE);
        form.putShort((short) 0xFFFE).putShort((short) (COMMENT - 2)).putLong(0);
        return form.put(photo, START_OF_IMAGE, photo.length - START_OF_IMAGE)
                .put(AFTER)
                .array();
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
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
