package gavel.auction.dataset.photo;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.dataset.photo.PhotoStudio.Photo;
import gavel.auction.dataset.plan.Catalogue;
import gavel.auction.dataset.plan.DataSetSpec.ImageProfile;
import gavel.auction.dataset.plan.Look;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class PhotoStudioTest {
    private static final PhotoStudio STUDIO = PhotoStudio.open(5, ImageProfile.SMALL);

    private static Photo photo(PhotoStudio studio, int number, boolean withFull) {
        Look look = Catalogue.all().get(number / 4 % 30);
        return studio.photo(look, number, 1 + number % 4, withFull);
    }

    private static BufferedImage decoded(byte[] jpeg) throws IOException {
        return ImageIO.read(new ByteArrayInputStream(jpeg));
    }

    @Test
    void everySizeDecodesWithinItsBox() throws IOException {
        for (int number = 0; number < 20; number++) {
            Photo photo = photo(STUDIO, number, true);
            assertThat(longSide(decoded(photo.thumbnail()))).isEqualTo(100);
            assertThat(longSide(decoded(photo.preview()))).isEqualTo(350);
            BufferedImage full = decoded(photo.full());
            assertThat(full.getWidth()).isEqualTo(photo.width());
            assertThat(full.getHeight()).isEqualTo(photo.height());
        }
    }

    @Test
    void aSmallFullImageHas30To60Kilobytes() {
        for (int number = 0; number < 200; number++) {
            assertThat(photo(STUDIO, number, true).full().length).isBetween(30_000, 60_000);
        }
    }

    @Test
    void noTwoPhotosAreEqualInBytes() {
        Set<Integer> hashes = new HashSet<>();
        int made = 5_000;
        for (int number = 0; number < made; number++) {
            hashes.add(Arrays.hashCode(photo(STUDIO, number, false).thumbnail()));
        }
        // Of 5,000 random 32-bit hashes 0.003 pairs are equal by chance.
        assertThat(hashes).hasSize(made);
    }

    @Test
    void noTwoPhotosAreEqualInPixels() throws IOException {
        Set<Integer> hashes = new HashSet<>();
        for (int number = 0; number < 300; number++) {
            BufferedImage image = decoded(photo(STUDIO, number, false).thumbnail());
            int[] pixels = image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
            hashes.add(Arrays.hashCode(pixels));
        }
        assertThat(hashes).hasSize(300);
    }

    @Test
    void equalNumbersGiveEqualFiles() {
        PhotoStudio again = PhotoStudio.open(5, ImageProfile.SMALL);
        assertThat(photo(again, 17, true).full())
                .isEqualTo(photo(STUDIO, 17, true).full());
    }

    /** A file that is already entropy-coded cannot be packed much further, and one padded with zeros could. */
    @Test
    void filesAreAsDenseAsPhotos() throws IOException {
        byte[] full = photo(STUDIO, 3, true).full();
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflater = new DeflaterOutputStream(packed, new Deflater(9))) {
            deflater.write(full);
        }
        assertThat(packed.size()).isGreaterThan(full.length * 9 / 10);
    }

    private static int longSide(BufferedImage image) {
        return Math.max(image.getWidth(), image.getHeight());
    }

    @Test
    void aPhotoOfTheLargeProfileHas400To900KilobytesAndTwoThousandPixels() throws IOException {
        PhotoStudio large = PhotoStudio.open(5, ImageProfile.PHOTO);
        for (int number = 0; number < 100; number++) {
            assertThat(photo(large, number, true).full().length).isBetween(400_000, 900_000);
        }
        assertThat(longSide(decoded(photo(large, 3, true).full()))).isEqualTo(2_000);
    }

    /** The lots of a running auction stand on one page. */
    @Test
    void noTwoLooksOfACategoryAreAlike() throws IOException {
        Map<Look, int[]> thumbnails = new LinkedHashMap<>();
        for (Look look : Catalogue.all()) {
            BufferedImage image = decoded(STUDIO.photo(look, 7, 1, false).thumbnail());
            thumbnails.put(look, image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth()));
        }
        List<String> alike = new ArrayList<>();
        thumbnails.forEach((one, pixels) -> thumbnails.forEach((other, others) -> {
            if (one.number() < other.number()
                    && one.category().equals(other.category())
                    && meanDifference(pixels, others) < 8) {
                alike.add(one + " and " + other + ": " + meanDifference(pixels, others));
            }
        }));
        assertThat(thumbnails).hasSize(240);
        assertThat(alike).isEmpty();
    }

    private static double meanDifference(int[] one, int[] other) {
        double sum = 0;
        for (int i = 0; i < one.length; i++) {
            for (int shift = 0; shift <= 16; shift += 8) {
                sum += Math.abs((one[i] >> shift & 0xff) - (other[i] >> shift & 0xff));
            }
        }
        return sum / (3.0 * one.length);
    }

    @Test
    void theThirdPictureOfAnItemIsWithoutColourAndTheSecondFromTheOtherSide() throws IOException {
        Look look = Catalogue.all().get(5);
        BufferedImage third = decoded(STUDIO.photo(look, 40, 3, false).preview());
        int colour = 0;
        for (int x = 0; x < third.getWidth(); x += 10) {
            int rgb = third.getRGB(x, 200);
            colour = Math.max(colour, Math.abs((rgb >> 16 & 0xff) - (rgb & 0xff)));
        }
        assertThat(colour).isLessThan(25);
        assertThat(STUDIO.photo(look, 40, 1, false).preview())
                .isNotEqualTo(STUDIO.photo(look, 40, 2, false).preview());
    }
}
