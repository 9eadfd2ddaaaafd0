package gavel.auction.dataset.photo;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.SplittableRandom;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class TilesTest {
    private static final BufferedImage DRAWING = new Scene(3, 1).draw(200);
    private static final Format FORMAT = new Format(200, 1, 1_000_000, 0.6);
    private static final Tone PLAIN = new Tone(1, 1);

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
        BufferedImage strong = ImageIO.read(
                new ByteArrayInputStream(negative.print(1, new Tone(1.1f, 1.3f), new SplittableRandom(1))));
        assertThat(meanDifference(plain, strong)).isGreaterThan(2);
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
