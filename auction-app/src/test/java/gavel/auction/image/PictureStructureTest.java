package gavel.auction.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import gavel.auction.body.ByteBudget;
import gavel.auction.image.HostilePictures.Picture;
import gavel.auction.image.UnusablePictureException.Reason;
import java.awt.image.BufferedImage;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PictureStructureTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final long MEBIBYTE = 1 << 20;

    static List<Picture> hostile() {
        return HostilePictures.all();
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void isJudgedBeforeItIsDecodedAndDecodedInTheMemoryThatWasForetold(Picture picture) throws Exception {
        byte[] upload = picture.bytes().get();
        long before = THREADS.getCurrentThreadAllocatedBytes();
        PictureStructure structure = null;
        int status = 201;
        try {
            structure = PictureStructure.of(upload);
        } catch (UnusablePictureException e) {
            status = e.reason() == Reason.WRONG_TYPE ? 415 : 422;
        }
        long judged = THREADS.getCurrentThreadAllocatedBytes();
        assertThat(judged - before).as("bytes taken to judge it").isLessThan(2 * MEBIBYTE);
        if (structure != null) {
            status = decoded(upload, structure);
            assertThat(THREADS.getCurrentThreadAllocatedBytes() - judged)
                    .as("bytes of the heap taken to decode it")
                    .isLessThan(structure.decodingBytes() + upload.length + 4 * MEBIBYTE);
        }
        assertThat(status).isEqualTo(picture.status());
    }

    private static int decoded(byte[] upload, PictureStructure structure) {
        try {
            Rendition.of(upload, structure);
            return 201;
        } catch (UnusablePictureException e) {
            return 422;
        }
    }

    /** Beside the file itself, and the 2 MiB for the smaller sizes. */
    @ParameterizedTest(name = "{0} of {1} x {2}: {3} MiB")
    @CsvSource({
        "png,     100,  100,  2.06", // 100 x 100 pixels of 3 bytes each, twice
        "png,    1399, 1399, 17.0", // 1.96 million, decoded and painted, with room for another channel
        "png,    5000, 5000,  6.2", // every seventh of every seventh row
        "jpeg,   1399, 1399, 13.8",
        "jpeg,   5000, 5000,  6.8"
    })
    void needsMemoryForWhatIsDecodedAndNotForWhatIsThere(String format, int width, int height, double mebibytes)
            throws Exception {
        byte[] upload = TestPictures.encoded(format, new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB));
        double needed = (PictureStructure.of(upload).decodingBytes() - upload.length) / (double) MEBIBYTE;
        assertThat(needed).isCloseTo(mebibytes, within(mebibytes / 4));
    }

    @Test
    void whatNeedsMoreThanThereIsIsRefusedWithTheReason() {
        byte[] upload = TestPictures.gradient("jpeg", 2_000, 2_000);
        assertThatThrownBy(() -> new Decoding(new ByteBudget(MEBIBYTE)).render(upload))
                .isInstanceOf(UnusablePictureException.class)
                .hasMessageContaining("may need 1,048,576");
    }

    @Test
    void memoryIsGivenBack() throws Exception {
        ByteBudget budget = new ByteBudget(20 * MEBIBYTE);
        new Decoding(budget).render(TestPictures.gradient("png", 300, 200));
        assertThatThrownBy(() -> new Decoding(budget).render(HostilePictures.png(10, 10, new int[] {8, 0, 0})))
                .isInstanceOf(UnusablePictureException.class);
        assertThat(budget.held()).isZero();
    }
}
