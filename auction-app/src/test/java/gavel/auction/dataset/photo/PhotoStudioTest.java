package gavel.auction.dataset.photo;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.dataset.photo.PhotoStudio.Photo;
import gavel.auction.dataset.plan.DataSetSpec.ImageProfile;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class PhotoStudioTest {
    private static final PhotoStudio STUDIO = PhotoStudio.open(5, ImageProfile.SMALL, 300);

    private static BufferedImage decoded(byte[] jpeg) throws IOException {
        return ImageIO.read(new ByteArrayInputStream(jpeg));
    }

    @Test
    void everySizeDecodesWithinItsBox() throws IOException {
        for (int number = 0; number < 20; number++) {
            Photo photo = STUDIO.photo(number, true);
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
            assertThat(STUDIO.photo(number, true).full().length).isBetween(30_000, 60_000);
        }
    }

    @Test
    void noTwoPhotosAreEqualInBytes() {
        Set<Integer> hashes = new HashSet<>();
        int made = 5_000;
        for (int number = 0; number < made; number++) {
            hashes.add(Arrays.hashCode(STUDIO.photo(number, false).thumbnail()));
        }
        // Of 5,000 random 32-bit hashes 0.003 pairs are equal by chance.
        assertThat(hashes).hasSize(made);
    }

    @Test
    void noTwoPhotosAreEqualInPixels() throws IOException {
        Set<Integer> hashes = new HashSet<>();
        for (int number = 0; number < 300; number++) {
            BufferedImage image = decoded(STUDIO.photo(number, false).thumbnail());
            int[] pixels = image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
            hashes.add(Arrays.hashCode(pixels));
        }
        assertThat(hashes).hasSize(300);
    }

    @Test
    void equalNumbersGiveEqualFiles() {
        PhotoStudio again = PhotoStudio.open(5, ImageProfile.SMALL, 300);
        assertThat(again.photo(17, true).full())
                .isEqualTo(STUDIO.photo(17, true).full());
    }

    /** A file that is already entropy-coded cannot be packed much further, and one padded with zeros could. */
    @Test
    void filesAreAsDenseAsPhotos() throws IOException {
        byte[] full = STUDIO.photo(3, true).full();
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
        PhotoStudio large = PhotoStudio.open(5, ImageProfile.PHOTO, 100);
        for (int number = 0; number < 100; number++) {
            assertThat(large.photo(number, true).full().length).isBetween(400_000, 900_000);
        }
        assertThat(longSide(decoded(large.photo(3, true).full()))).isEqualTo(2_000);
    }
}
