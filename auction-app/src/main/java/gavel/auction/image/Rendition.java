package gavel.auction.image;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/**
 * An uploaded picture, checked, with its smaller sizes.
 *
 * <p>What the file says of itself is read and bounded before anything is decoded, and large pictures are decoded at a fraction of their
 * size. So the memory needed is known before ({@link PictureStructure#decodingBytes}).
 *
 * @param width of the full size as it is seen, which Exif may have turned
 * @param height of the full size as it is seen
 */
record Rendition(PictureType type, int width, int height, byte[] full, byte[] preview, byte[] thumbnail) {
    private static final float QUALITY = 0.8f;

    static Rendition of(byte[] upload) throws UnusablePictureException {
        return of(upload, PictureStructure.of(upload));
    }

    static Rendition of(byte[] upload, PictureStructure structure) throws UnusablePictureException {
        PictureType type = structure.type();
        int width = structure.width();
        int height = structure.height();
        ImageReader reader = ImageIO.getImageReadersByFormatName(type.format()).next();
        try (var input = new BytesInput(structure.essence(upload))) {
            reader.setInput(input, true, true);
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

    /** Of all sizes. */
    long bytes() {
        return (long) full.length + preview.length + thumbnail.length;
    }

    private static BufferedImage decode(ImageReader reader, int width, int height) throws IOException {
        int step = PictureStructure.step(width, height);
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
}
