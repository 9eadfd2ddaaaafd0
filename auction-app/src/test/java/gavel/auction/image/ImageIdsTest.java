package gavel.auction.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ImageIdsTest {
    @ParameterizedTest
    @ValueSource(strings = {"17-1", "17-8-k3x9", "9223372036854775807-1234-0123456789abcdef"})
    void acceptsWhatItMakes(String id) {
        assertThat(ImageIds.isValid(id)).isTrue();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                "17",
                "-1",
                "0-1",
                "17-1-",
                "17-1-ABC",
                "17-1.thumbnail",
                "../17-1",
                "17-1/..",
                "17-1:full",
                "17-1\n",
                "17-1-0123456789abcdefg"
            })
    void refusesWhatCouldMeanAnotherFileOrKey(String id) {
        assertThat(ImageIds.isValid(id)).isFalse();
    }

    @Test
    void makesLinks() {
        assertThat(ImageIds.link(ImageIds.of(17, 1), ImageSize.THUMBNAIL)).isEqualTo("/api/images/17-1?size=thumbnail");
        assertThat(ImageIds.link(null, ImageSize.THUMBNAIL)).isNull();
        assertThat(ImageIds.of(17, 2, "k3x9")).isEqualTo("17-2-k3x9");
        assertThatIllegalArgumentException().isThrownBy(() -> ImageIds.of(17, 2, "K"));
    }
}
