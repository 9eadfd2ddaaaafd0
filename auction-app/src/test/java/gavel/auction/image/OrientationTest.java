package gavel.auction.image;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class OrientationTest {
    private static final byte[] PHOTO = TestPictures.quarters("jpeg", 640, 480);

    /** The letters are the pixels of two rows, A B C and D E F, as the file has them. */
    @ParameterizedTest(name = "Exif {0} shows ABC/DEF as {1}")
    @CsvSource({
        "1, ABC/DEF",
        "2, CBA/FED",
        "3, FED/CBA",
        "4, DEF/ABC",
        "5, AD/BE/CF",
        "6, DA/EB/FC",
        "7, FC/EB/DA",
        "8, CF/BE/AD"
    })
    void aPictureIsTurnedTheWayItWasTaken(int number, String expected) {
        byte[] bgr = new byte[18];
        for (int i = 0; i < 6; i++) {
            Arrays.fill(bgr, 3 * i, 3 * i + 3, (byte) ('A' + i));
        }

        Pixels turned = Orientation.values()[number - 1].apply(new Pixels(3, 2, bgr));

        StringBuilder seen = new StringBuilder();
        for (int y = 0; y < turned.height(); y++) {
            seen.append(y == 0 ? "" : "/");
            for (int x = 0; x < turned.width(); x++) {
                seen.append((char) turned.bgr()[3 * (y * turned.width() + x)]);
            }
        }
        assertThat(seen).hasToString(expected);
    }

    @ParameterizedTest
    @EnumSource(Orientation.class)
    void isReadFromExifOfEitherByteOrder(Orientation orientation) {
        assertThat(Orientation.of(tagged(PHOTO, orientation.ordinal() + 1, ByteOrder.BIG_ENDIAN)))
                .isEqualTo(orientation);
        assertThat(Orientation.of(tagged(PHOTO, orientation.ordinal() + 1, ByteOrder.LITTLE_ENDIAN)))
                .isEqualTo(orientation);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 9, -1, 30_000})
    void aNumberThatMeansNothingIsUpright(int number) {
        assertThat(Orientation.of(tagged(PHOTO, number, ByteOrder.BIG_ENDIAN))).isEqualTo(Orientation.UPRIGHT);
    }

    @Test
    void aFileWithoutExifIsUpright() {
        assertThat(Orientation.of(PHOTO)).isEqualTo(Orientation.UPRIGHT);
    }

    @Test
    void aFileCutOffAnywhereOrWithAnyByteDamagedIsStillAnswered() {
        byte[] file = tagged(PHOTO, 6, ByteOrder.BIG_ENDIAN);
        for (int length = 0; length < 80; length++) {
            assertThat(Orientation.of(Arrays.copyOf(file, length))).isNotNull();
            byte[] damaged = file.clone();
            damaged[length] = (byte) 0xff;
            assertThat(Orientation.of(damaged)).isNotNull();
        }
    }

    @Test
    void theSmallerSizesOfAnUploadAreTurnedAndItsSidesAreThoseSeen() throws Exception {
        byte[] upload = tagged(PHOTO, 6, ByteOrder.LITTLE_ENDIAN);

        Rendition rendition = Rendition.of(upload);

        assertThat(Orientation.of(rendition.full())).as("browsers turn it").isEqualTo(Orientation.TURN_RIGHT);
        assertThat(rendition.width()).isEqualTo(480);
        assertThat(rendition.height()).isEqualTo(640);
        var preview = ImageIO.read(new ByteArrayInputStream(rendition.preview()));
        assertThat(preview.getWidth()).isEqualTo(263);
        assertThat(preview.getHeight()).isEqualTo(350);
        assertThat(preview.getRGB(250, 10) >> 16 & 0xff)
                .as("red was at the top left, turned right it is at the top right")
                .isGreaterThan(230);
        var thumbnail = ImageIO.read(new ByteArrayInputStream(rendition.thumbnail()));
        assertThat(thumbnail.getHeight()).isEqualTo(100);
    }

    /** The file with an Exif segment of one directory of two entries behind its first marker. */
    private static byte[] tagged(byte[] jpeg, int orientation, ByteOrder order) {
        ByteBuffer tiff = ByteBuffer.allocate(38).order(order);
        tiff.put((order == ByteOrder.BIG_ENDIAN ? "MM" : "II").getBytes(StandardCharsets.US_ASCII));
        tiff.putShort((short) 42).putInt(8).putShort((short) 2);
        tiff.putShort((short) 0x010f).putShort((short) 2).putInt(4).putInt(0);
        tiff.putShort((short) 0x0112).putShort((short) 3).putInt(1).putShort((short) orientation);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.write(jpeg, 0, 2);
        file.writeBytes(new byte[] {(byte) 0xff, (byte) 0xe1, 0, 8 + 38});
        file.writeBytes("Exif\0\0".getBytes(StandardCharsets.US_ASCII));
        file.writeBytes(tiff.array());
        file.write(jpeg, 2, jpeg.length - 2);
        return file.toByteArray();
    }
}
