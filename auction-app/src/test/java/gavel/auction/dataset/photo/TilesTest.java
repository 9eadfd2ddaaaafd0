package gavel.auction.dataset.photo;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.dataset.plan.Catalogue;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.HexFormat;
import java.util.SplittableRandom;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class TilesTest {
    private static final BufferedImage DRAWING =
            new StillLife(3, Catalogue.all().get(1)).draw(200);
    private static final Format FORMAT = new Format(200, 1, 1_000_000, 0.6, 3);
    private static final Finish PLAIN = new Finish(new Tone(1, 1), false);

    @Test
    void aFileIsCutIntoManyPieces() {
        Tiles tiles = Tiles.encode(DRAWING, 0.6);
        assertThat(tiles.pieces()).hasSizeBetween(20, 60).allMatch(piece -> piece.length > 2);
    }

    @Test
    void aPrintIsClearOfTheSeamsOfItsTiles() throws IOException {
        Negative negative = Negative.expose(DRAWING, FORMAT);
        BufferedImage print =
                ImageIO.read(new ByteArrayInputStream(negative.print(12_345, PLAIN, new SplittableRandom(1))));
        assertThat(meanDifference(print, DRAWING))
                .as("grain and compression only")
                .isLessThan(14);
    }

    @Test
    void saturationChangesColoursAndContrastBrightness() throws IOException {
        Negative negative = Negative.expose(DRAWING, FORMAT);
        BufferedImage plain = ImageIO.read(new ByteArrayInputStream(negative.print(1, PLAIN, new SplittableRandom(1))));
        BufferedImage strong = ImageIO.read(new ByteArrayInputStream(
                negative.print(1, new Finish(new Tone(1.1f, 1.3f), false), new SplittableRandom(1))));
        assertThat(meanDifference(plain, strong)).isGreaterThan(2);
    }

    /** Exif says so; the picture itself stays as it is, and still begins as every JPEG file does. */
    @Test
    void aMirroredPrintIsTheSamePictureToldToBeMirrored() throws IOException {
        Negative negative = Negative.expose(DRAWING, FORMAT);
        byte[] plain = negative.print(1, PLAIN, new SplittableRandom(1));
        byte[] mirrored = negative.print(1, new Finish(new Tone(1, 1), true), new SplittableRandom(1));

        assertThat(mirrored).hasSize(plain.length + 36);
        String orientation = "0112" + "0003" + "00000001" + "0002";
        assertThat(HexFormat.of().formatHex(mirrored)).startsWith("ffd8ff").contains(orientation);
        assertThat(HexFormat.of().formatHex(plain)).startsWith("ffd8ff").doesNotContain(orientation);
        assertThat(meanDifference(
                        ImageIO.read(new ByteArrayInputStream(plain)),
                        ImageIO.read(new ByteArrayInputStream(mirrored))))
                .isZero();
    }

    private static double meanDifference(BufferedImage one, BufferedImage other) {
        double sum = 0;
        for (int y = 0; y < one.getHeight(); y++) {
            for (int x = 0; x < one.getWidth(); x++) {
                int a = one.getRGB(x, y);
                int b = other.getRGB(x, y);
                sum += Math.abs((a >> 16 & 0xff) - (b >> 16 & 0xff))
                        + Math.abs((a >> 8 & 0xff) - (b >> 8 & 0xff))
                        + Math.abs((a & 0xff) - (b & 0xff));
            }
        }
        return sum / (3.0 * one.getWidth() * one.getHeight());
    }
}
