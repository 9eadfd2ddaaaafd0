package gavel.auction.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class PublishedTest {
    private static final byte[] SECRET = "52.5200 N 13.4050 E".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] JPEG = TestPictures.quarters("jpeg", 64, 48);
    private static final byte[] PNG = TestPictures.quarters("png", 64, 48);

    @ParameterizedTest(name = "segment {0}")
    @CsvSource({"e1", "e2", "e3", "ed", "ef", "fe", "f0"})
    void whatACameraOrAProgramAddedStaysBehind(String marker) throws Exception {
        byte[] upload = withSegment(JPEG, Integer.parseInt(marker, 16), SECRET);

        byte[] published = Published.of(PictureType.JPEG, upload, Orientation.UPRIGHT);

        assertThat(published).isEqualTo(JPEG);
    }

    @Test
    void whatFollowsThePictureStaysBehind() throws Exception {
        assertThat(Published.of(PictureType.JPEG, joined(JPEG, SECRET, JPEG), Orientation.UPRIGHT))
                .isEqualTo(JPEG);
        assertThat(Published.of(PictureType.PNG, joined(PNG, SECRET), Orientation.UPRIGHT))
                .isEqualTo(PNG);
    }

    @Test
    void thePictureInsideAJfifHeaderStaysBehind() throws Exception {
        byte[] upload = joined(
                Arrays.copyOf(JPEG, 2),
                new byte[] {(byte) 0xff, (byte) 0xe0, 0, (byte) (16 + SECRET.length)},
                Arrays.copyOfRange(JPEG, 6, 18),
                new byte[] {1, 6},
                SECRET,
                Arrays.copyOfRange(JPEG, 20, JPEG.length));

        assertThat(Published.of(PictureType.JPEG, upload, Orientation.UPRIGHT)).isEqualTo(JPEG);
    }

    @ParameterizedTest
    @EnumSource(Orientation.class)
    void aPictureIsStillTurnedTheWayItWasTaken(Orientation orientation) throws Exception {
        byte[] published = Published.of(PictureType.JPEG, withSegment(JPEG, 0xe1, SECRET), orientation);

        assertThat(Orientation.of(published)).isEqualTo(orientation);
        assertThat(contains(published, SECRET)).isFalse();
        assertThat(ImageIO.read(new ByteArrayInputStream(published)).getWidth()).isEqualTo(64);
    }

    @ParameterizedTest(name = "chunk {0}")
    @CsvSource({
        "tEXt, false",
        "iTXt, false",
        "zTXt, false",
        "eXIf, false",
        "iCCP, false",
        "tIME, false",
        "acTL, false",
        "prVt, false",
        "pHYs, false",
        "gAMA, false"
    })
    void whatIsInAChunkThatDecodersDoNotNeedStaysBehind(String name, boolean kept) throws Exception {
        byte[] upload = joined(Arrays.copyOf(PNG, 33), chunk(name, SECRET), Arrays.copyOfRange(PNG, 33, PNG.length));

        byte[] published = Published.of(PictureType.PNG, upload, Orientation.UPRIGHT);

        assertThat(contains(published, SECRET)).isEqualTo(kept);
        assertThat(published).isEqualTo(PNG);
    }

    @Test
    void howThePixelsLookIsKept() throws Exception {
        byte[] gamma = chunk("gAMA", new byte[] {0, 0, (byte) 0xb1, (byte) 0x8f});
        byte[] upload = joined(Arrays.copyOf(PNG, 33), gamma, Arrays.copyOfRange(PNG, 33, PNG.length));

        assertThat(Published.of(PictureType.PNG, upload, Orientation.UPRIGHT)).isEqualTo(upload);
    }

    @Test
    void aPictureWithoutAnEndIsRefused() {
        byte[] jpeg = Arrays.copyOf(JPEG, JPEG.length - 2);
        byte[] png = Arrays.copyOf(PNG, PNG.length - 12);

        assertThatThrownBy(() -> Published.of(PictureType.JPEG, jpeg, Orientation.UPRIGHT))
                .isInstanceOf(UnusablePictureException.class);
        assertThatThrownBy(() -> Published.of(PictureType.PNG, png, Orientation.UPRIGHT))
                .isInstanceOf(UnusablePictureException.class);
    }

    /** Before the tables, behind the header of the file. */
    private static byte[] withSegment(byte[] jpeg, int marker, byte[] content) {
        byte[] head = {(byte) 0xff, (byte) marker, 0, (byte) (content.length + 2)};
        return joined(Arrays.copyOf(jpeg, 20), head, content, Arrays.copyOfRange(jpeg, 20, jpeg.length));
    }

    private static byte[] chunk(String name, byte[] content) {
        byte[] type = name.getBytes(StandardCharsets.US_ASCII);
        CRC32 sum = new CRC32();
        sum.update(type);
        sum.update(content);
        return ByteBuffer.allocate(content.length + 12)
                .putInt(content.length)
                .put(type)
                .put(content)
                .putInt((int) sum.getValue())
                .array();
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            whole.writeBytes(part);
        }
        return whole.toByteArray();
    }

    private static boolean contains(byte[] bytes, byte[] part) {
        return new String(bytes, StandardCharsets.ISO_8859_1).contains(new String(part, StandardCharsets.ISO_8859_1));
    }
}
