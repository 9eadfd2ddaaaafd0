package gavel.auction.dataset.photo;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/**
 * A JPEG file cut at its restart markers. Each piece decodes on its own (ITU T.81, E.1.4: predictions start anew after a marker), so
 * that pieces of files with equal headers can be exchanged.
 *
 * @param header everything up to the entropy-coded data
 * @param pieces entropy-coded data between the markers
 */
record Tiles(byte[] header, List<byte[]> pieces) {
    private static final String FORMAT = "javax_imageio_jpeg_image_1.0";
    private static final int MCU = 16;
    private static final int PIECES = 40;

    static Tiles encode(BufferedImage image, double quality) {
        ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
        ImageWriteParam parameters = writer.getDefaultWriteParam();
        parameters.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
        parameters.setCompressionQuality((float) quality);
        int mcus = ((image.getWidth() + MCU - 1) / MCU) * ((image.getHeight() + MCU - 1) / MCU);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(64 * 1024);
        try (MemoryCacheImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
            IIOMetadata metadata =
                    writer.getDefaultImageMetadata(ImageTypeSpecifier.createFromRenderedImage(image), parameters);
            metadata.mergeTree(FORMAT, restartEach(Math.max(1, mcus / PIECES)));
            writer.setOutput(out);
            writer.write(null, new IIOImage(image, null, metadata), parameters);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            writer.dispose();
        }
        return cut(bytes.toByteArray());
    }

    private static IIOMetadataNode restartEach(int mcus) {
        IIOMetadataNode interval = new IIOMetadataNode("dri");
        interval.setAttribute("interval", Integer.toString(mcus));
        IIOMetadataNode markers = new IIOMetadataNode("markerSequence");
        markers.appendChild(interval);
        IIOMetadataNode root = new IIOMetadataNode(FORMAT);
        root.appendChild(new IIOMetadataNode("JPEGvariety"));
        root.appendChild(markers);
        return root;
    }

    static Tiles cut(byte[] jpeg) {
        int start = scanStart(jpeg);
        List<byte[]> pieces = new ArrayList<>();
        int from = start;
        for (int i = start; i < jpeg.length - 1; i++) {
            if (jpeg[i] == (byte) 0xff && jpeg[i + 1] != 0) {
                pieces.add(Arrays.copyOfRange(jpeg, from, i));
                from = i + 2;
                i++;
            }
        }
        return new Tiles(Arrays.copyOf(jpeg, start), List.copyOf(pieces));
    }

    /** Walks the marker segments up to the end of the start-of-scan header. */
    private static int scanStart(byte[] jpeg) {
        int at = 2;
        while (true) {
            int marker = jpeg[at + 1] & 0xff;
            int length = (jpeg[at + 2] & 0xff) << 8 | jpeg[at + 3] & 0xff;
            at += 2 + length;
            if (marker == 0xda) {
                return at;
            }
        }
    }

    int bytes() {
        return header.length + pieces.stream().mapToInt(piece -> piece.length + 2).sum();
    }
}
