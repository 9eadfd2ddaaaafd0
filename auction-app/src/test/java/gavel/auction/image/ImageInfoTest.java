package gavel.auction.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImageInfoTest {
    @Test
    void aPastItemsPictureHasNoLinkToTheSizeThatIsNotKept() {
        ImageInfo image = info("7-2", 2, EnumSet.of(ImageSize.THUMBNAIL, ImageSize.PREVIEW));

        ImageLinks links = ImageLinks.of(image);

        assertThat(links.thumbnail()).isEqualTo("/api/images/7-2?size=thumbnail");
        assertThat(links.preview()).isEqualTo("/api/images/7-2?size=preview");
        assertThat(links.full()).isNull();
        assertThat(links.width()).isEqualTo(800);
        assertThat(links.height()).isEqualTo(600);
    }

    @Test
    void itsSizesAreItsOwn() {
        Set<ImageSize> sizes = EnumSet.of(ImageSize.FULL);
        ImageInfo image = info("7-2", 2, sizes);
        sizes.clear();

        assertThat(image.sizes()).containsExactly(ImageSize.FULL);
    }

    @Test
    void whatMakesNoSenseIsRefusedWithItsValue() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> info("7", 1, Set.of()))
                .withMessageContaining("7");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> info("7-0", 0, Set.of()))
                .withMessageContaining("0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ImageInfo("7-1", 1, "image/png", 0, 5, Set.of()))
                .withMessageContaining("0 x 5");
        assertThatNullPointerException().isThrownBy(() -> new ImageInfo("7-1", 1, null, 5, 5, Set.of()));
    }

    @ParameterizedTest
    @CsvSource({"thumbnail, THUMBNAIL", "preview, PREVIEW", "full, FULL"})
    void aSizeIsAskedForByItsKey(String key, ImageSize size) {
        assertThat(ImageSize.of(key)).contains(size);
        assertThat(size.key()).isEqualTo(key);
    }

    @ParameterizedTest
    @CsvSource({"FULL", "''", "huge", "fullest"})
    void otherWordsAreNoSizes(String key) {
        assertThat(ImageSize.of(key)).isEmpty();
    }

    @ParameterizedTest(name = "{0} begins a {1}")
    @CsvSource({
        "ffd8ffe0, JPEG",
        "ffd8ff, JPEG",
        "89504e470d0a1a0a00, PNG",
        "89504e470d0a1a,",
        "ffd8,",
        "474946383961,",
        "52494646,",
        "'',"
    })
    void aPictureIsToldByItsFirstBytes(String hex, PictureType type) {
        assertThat(PictureType.of(HexFormat.of().parseHex(hex)).orElse(null)).isEqualTo(type);
    }

    private static ImageInfo info(String id, int position, Set<ImageSize> sizes) {
        return new ImageInfo(id, position, "image/jpeg", 800, 600, sizes);
    }
}
