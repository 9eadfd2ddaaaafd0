package gavel.auction.image;

import gavel.auction.image.UnusablePictureException.Reason;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Locale;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageInputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/**
 * An uploaded picture, checked, with its smaller sizes.
 *
 * <p>Dimensions are read from the header and checked before anything is decoded. Large pictures are decoded at a fraction of their
 * size, so that the memory needed is bounded: about 6 MB, and for a progressive JPEG its coefficients, 6 bytes a pixel.
 *
 * @param width of the full size as it is seen, which Exif may have turned
 * @param height of the full size as it is seen
 */
record Rendition(PictureType type, int width, int height, byte[] full, byte[] preview, byte[] thumbnail) {
    static final int MAX_PIXELS = 25_000_000;
    static final int MAX_SCANS = 64;
    private static final float QUALITY = 0.8f;

    static Rendition of(byte[] upload) throws UnusablePictureException {
        PictureType type = PictureType.of(upload)
                .orElseThrow(() -> new UnusablePictureException(
                        Reason.WRONG_TYPE, "a picture must be a JPEG or PNG; this file begins like neither"));
        if (type == PictureType.JPEG && countScans(upload) > MAX_SCANS) {
            throw new UnusablePictureException(
                    Reason.TOO_MANY_PIXELS, "a progressive JPEG may have at most " + MAX_SCANS + " scans");
        }
        ImageReader reader = ImageIO.getImageReadersByFormatName(type.format()).next();
        try (var input = new MemoryCacheImageInputStream(new ByteArrayInputStream(upload))) {
            reader.setInput(input, true, true);
            int width = reader.getWidth(0);
            int height = reader.getHeight(0);
            requireReasonable(width, height);
            Pixels decoded = Pixels.of(decode(reader, width, height));
            Orientation orientation = type == PictureType.JPEG ? Orientation.of(upload) : Orientation.UPRIGHT;
            Pixels preview = orientation.apply(decoded.within(ImageSize.PREVIEW.box()));
            Pixels thumbnail = preview.within(ImageSize.THUMBNAIL.box());
            boolean swapped = orientation.swapsSides();
            return new Rendition(
                    type,
                    swapped ? height : width,
                    swapped ? width : height,
                    Published.of(type, upload, orientation),
                    encode(preview),
                    encode(thumbnail));
        } catch (IOException | RuntimeException e) {
            // The decoders answer damaged files with any runtime exception.
            throw new UnusablePictureException("the picture cannot be decoded: it is damaged or of an unusual kind", e);
        } finally {
            reader.dispose();
        }
    }

    private static void requireReasonable(int width, int height) throws UnusablePictureException {
        if ((long) width * height > MAX_PIXELS) {
            throw new UnusablePictureException(
                    Reason.TOO_MANY_PIXELS,
                    String.format(
                            Locale.ROOT, "a picture may have at most %,d pixels: %d x %d", MAX_PIXELS, width, height));
        }
    }

    /** Reads every n-th pixel of every n-th row, with n so that the preview is still an average of at least four. */
    private static BufferedImage decode(ImageReader reader, int width, int height) throws IOException {
        int step = Math.max(1, Math.max(width, height) / (2 * ImageSize.PREVIEW.box()));
        ImageReadParam param = reader.getDefaultReadParam();
        param.setSourceSubsampling(Math.min(step, width), Math.min(step, height), 0, 0);
        return reader.read(0, param);
    }

    private static byte[] encode(Pixels pixels) throws IOException {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(24 * 1024);
        try (var output = new MemoryCacheImageOutputStream(bytes)) {
            writer.setOutput(output);
            ImageWriteParam param = writer.getDefaultWriteParam();
            param.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
            param.setCompressionQuality(QUALITY);
            writer.write(null, new IIOImage(pixels.toImage(), null, null), param);
        } finally {
            writer.dispose();
        }
        return bytes.toByteArray();
    }

    /** Each scan of a progressive JPEG is a pass over the whole picture, however few bytes it has. */
    private static int countScans(byte[] jpeg) {
        int scans = 0;
        for (int i = 0; i + 1 < jpeg.length; i++) {
            if (jpeg[i] == (byte) 0xff && jpeg[i + 1] == (byte) 0xda) {
                scans++;
            }
        }
        return scans;
    }
}
