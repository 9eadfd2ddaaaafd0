package gavel.auction.dataset.load;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.dataset.plan.DataSetSpec.ImageProfile;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PictureThreadsTest {
    /** On 16 processors photos of 16 threads took more than the heap that a set for 1,000 users is loaded with. */
    @ParameterizedTest
    @CsvSource({"2, 512, SMALL, 2", "16, 637, SMALL, 16", "2, 512, PHOTO, 2", "16, 637, PHOTO, 3", "4, 64, PHOTO, 1"})
    void thereAreAsManyAsHaveMemory(int processors, long mebibytes, ImageProfile images, int threads) {
        assertThat(Pictures.threads(processors, mebibytes << 20, images)).isEqualTo(threads);
    }
}
