package gavel.auction.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PixelsTest {
    @ParameterizedTest(name = "{0} x {1} in a box of {2}: {3} x {4}")
    @CsvSource({
        "100, 50, 100, 100, 50",
        "101, 50, 100, 100, 50",
        "1000, 10, 100, 100, 1",
        "10, 1000, 100, 1, 100",
        "4000, 1, 100, 100, 1",
        "7, 5, 100, 7, 5"
    })
    void aReductionFitsTheBoxAndLeavesNoSideWithoutPixels(int width, int height, int box, int w, int h) {
        Pixels reduced = grey(width, height, 77).within(box);

        assertThat(reduced.width()).isEqualTo(w);
        assertThat(reduced.height()).isEqualTo(h);
        assertThat(reduced.bgr()).hasSize(3 * w * h);
    }

    @Test
    void whatFitsIsNotCopied() {
        Pixels small = grey(10, 10, 3);

        assertThat(small.within(10)).isSameAs(small);
    }

    @Test
    void anEvenAreaKeepsItsColourWhateverTheProportion() {
        for (int width = 101; width < 140; width++) {
            for (int level : new int[] {0, 1, 127, 254, 255}) {
                Pixels reduced = grey(width, 37, level).within(100);
                for (byte value : reduced.bgr()) {
                    assertThat(value & 0xff).isEqualTo(level);
                }
            }
        }
    }

    @Test
    void aPixelIsTheMeanOfTheAreaItCovers() {
        // Two columns of 0 and 200 for one pixel, then 100 and 50.
        byte[] row = bgr(0, 200, 100, 50);
        Pixels reduced = new Pixels(4, 1, row).within(2);

        assertThat(reduced.bgr()[0] & 0xff).isEqualTo(100);
        assertThat(reduced.bgr()[3] & 0xff).isEqualTo(75);
    }

    @Test
    void aPixelThatIsDividedCountsForBothSides() {
        // Three columns for two pixels: each takes one and a half.
        Pixels reduced = new Pixels(3, 1, bgr(0, 90, 180)).within(2);

        assertThat(reduced.bgr()[0] & 0xff).isEqualTo(30);
        assertThat(reduced.bgr()[3] & 0xff).isEqualTo(150);
    }

    @Test
    void reducingKeepsTheMeanOfNoise() {
        byte[] noise = new byte[3 * 400 * 300];
        SplittableRandom random = new SplittableRandom(4);
        random.nextBytes(noise);

        Pixels reduced = new Pixels(400, 300, noise).within(100);

        assertThat(mean(reduced.bgr())).isBetween(mean(noise) - 1, mean(noise) + 1);
    }

    @Test
    void coloursKeepTheirPlaceOnTheWayThroughAnImage() {
        BufferedImage image = new BufferedImage(2, 1, BufferedImage.TYPE_INT_RGB);
        image.setRGB(0, 0, 0x102030);
        image.setRGB(1, 0, 0xf0e0d0);

        BufferedImage back = Pixels.of(image).toImage();

        assertThat(back.getRGB(0, 0) & 0xffffff).isEqualTo(0x102030);
        assertThat(back.getRGB(1, 0) & 0xffffff).isEqualTo(0xf0e0d0);
    }

    @Test
    void aPartOfALargerRasterIsReadForItself() {
        BufferedImage large = new BufferedImage(4, 4, BufferedImage.TYPE_3BYTE_BGR);
        large.setRGB(2, 2, 0xff0000);

        Pixels part = Pixels.of(large.getSubimage(2, 2, 2, 2));

        assertThat(part.bgr()).startsWith(bytes(0, 0, 255)).hasSize(12);
    }

    @Test
    void halfTransparentIsHalfWhite() {
        BufferedImage image = new BufferedImage(1, 1, BufferedImage.TYPE_INT_ARGB);
        image.setRGB(0, 0, new Color(0, 0, 0, 128).getRGB());

        assertThat(Pixels.of(image).bgr()[0] & 0xff).isBetween(125, 129);
    }

    private static Pixels grey(int width, int height, int level) {
        byte[] bytes = new byte[3 * width * height];
        Arrays.fill(bytes, (byte) level);
        return new Pixels(width, height, bytes);
    }

    private static byte[] bgr(int... levels) {
        byte[] bytes = new byte[3 * levels.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) levels[i / 3];
        }
        return bytes;
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    private static double mean(byte[] bytes) {
        long sum = 0;
        for (byte value : bytes) {
            sum += value & 0xff;
        }
        return (double) sum / bytes.length;
    }
}
