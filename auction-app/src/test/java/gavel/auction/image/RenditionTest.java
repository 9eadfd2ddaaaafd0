package gavel.auction.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import gavel.auction.image.UnusablePictureException.Reason;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RenditionTest {

    @ParameterizedTest(name = "{0} {1} x {2}: preview {3} x {4}, thumbnail {5} x {6}")
    @CsvSource({
        "jpeg, 700, 350, 350, 175, 100, 50",
        "jpeg, 600, 800, 263, 350, 75, 100",
        "png, 351, 351, 350, 350, 100, 100",
        "png, 90, 60, 90, 60, 90, 60", // small pictures are not blown up
        "jpeg, 4000, 3000, 350, 263, 100, 75",
        "png, 3000, 1, 350, 1, 100, 1",
        "png, 1, 3000, 1, 350, 1, 100",
        "jpeg, 1, 1, 1, 1, 1, 1"
    })
    void fitsTheBoxesAndKeepsProportions(String format, int w, int h, int pw, int ph, int tw, int th) throws Exception {
        byte[] upload = TestPictures.gradient(format, w, h);

        Rendition rendition = Rendition.of(upload);

        assertThat(rendition.width()).isEqualTo(w);
        assertThat(rendition.height()).isEqualTo(h);
        assertThat(rendition.full()).isEqualTo(upload);
        assertSize(rendition.preview(), pw, ph);
        assertSize(rendition.thumbnail(), tw, th);
        assertThat(PictureType.of(rendition.preview())).contains(PictureType.JPEG);
    }

    @Test
    void keepsColoursInPlace() throws Exception {
        BufferedImage thumbnail =
                decoded(Rendition.of(TestPictures.quarters("jpeg", 640, 480)).thumbnail());

        assertColour(thumbnail, 10, 10, Color.RED);
        assertColour(thumbnail, 90, 10, Color.GREEN);
        assertColour(thumbnail, 10, 65, Color.BLUE);
        assertColour(thumbnail, 90, 65, Color.YELLOW);
    }

    @Test
    void paintsTransparentPicturesOnWhite() throws Exception {
        byte[] png = TestPictures.encoded("png", new BufferedImage(200, 200, BufferedImage.TYPE_INT_ARGB));

        assertColour(decoded(Rendition.of(png).thumbnail()), 50, 50, Color.WHITE);
    }

    @Test
    void readsGreyAndIndexedPictures() throws Exception {
        BufferedImage grey = new BufferedImage(400, 200, BufferedImage.TYPE_BYTE_GRAY);
        BufferedImage indexed = new BufferedImage(400, 200, BufferedImage.TYPE_BYTE_INDEXED);

        assertSize(Rendition.of(TestPictures.encoded("jpeg", grey)).thumbnail(), 100, 50);
        assertSize(Rendition.of(TestPictures.encoded("png", indexed)).thumbnail(), 100, 50);
    }

    @Test
    void refusesWhatIsNoPictureWhateverItIsCalled() {
        assertUnusable("GIF89a....".getBytes(StandardCharsets.US_ASCII), Reason.WRONG_TYPE);
        assertUnusable("<svg onload=\"x\"/>".getBytes(StandardCharsets.US_ASCII), Reason.WRONG_TYPE);
        assertUnusable(new byte[0], Reason.WRONG_TYPE);
    }

    @Test
    void refusesDamagedPictures() throws Exception {
        byte[] jpeg = TestPictures.gradient("jpeg", 300, 300);
        byte[] png = TestPictures.gradient("png", 300, 300);

        assertUnusable(Arrays.copyOf(jpeg, 20), Reason.BROKEN);
        assertUnusable(Arrays.copyOf(png, png.length / 2), Reason.BROKEN);
    }

    @Test
    void refusesAPictureThatClaimsMorePixelsThanMemoryHoldsWithoutDecodingIt() throws Exception {
        byte[] bomb = TestPictures.gradient("png", 10, 10);
        ByteBuffer.wrap(bomb).putInt(16, 100_000).putInt(20, 100_000); // width and height of the PNG header

        assertThatThrownBy(() -> Rendition.of(bomb))
                .isInstanceOfSatisfying(UnusablePictureException.class, e -> assertThat(e.reason())
                        .isEqualTo(Reason.TOO_MANY_PIXELS))
                .hasMessageContaining("100000 x 100000");
    }

    private static void assertUnusable(byte[] upload, Reason reason) {
        assertThatThrownBy(() -> Rendition.of(upload))
                .isInstanceOfSatisfying(UnusablePictureException.class, e -> assertThat(e.reason())
                        .isEqualTo(reason));
    }

    private static void assertSize(byte[] picture, int width, int height) throws IOException {
        BufferedImage image = decoded(picture);
        assertThat(image.getWidth()).isEqualTo(width);
        assertThat(image.getHeight()).isEqualTo(height);
    }

    private static BufferedImage decoded(byte[] picture) throws IOException {
        return ImageIO.read(new ByteArrayInputStream(picture));
    }

    private static void assertColour(BufferedImage image, int x, int y, Color expected) {
        Color actual = new Color(image.getRGB(x, y));
        assertThat(actual.getRed()).isCloseTo(expected.getRed(), within(12));
        assertThat(actual.getGreen()).isCloseTo(expected.getGreen(), within(12));
        assertThat(actual.getBlue()).isCloseTo(expected.getBlue(), within(12));
    }
}
