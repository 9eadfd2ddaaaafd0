package gavel.auction.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpectedPicturesTest {
    private final ExpectedPictures expected = new ExpectedPictures();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1-1:thumbnail",
                "1-8:full",
                "80000000-4:preview",
                "999999999-1:full",
                "7-9:full",
                "7-10:full",
                "7-1-abc:full",
                "07-1:full",
                "7-1:huge",
                "aa/bb/stray",
                ""
            })
    void aKeyIsExpectedOnceWhateverItLooksLike(String key) {
        assertThat(expected.remove(key)).isFalse();
        expected.add(key);
        assertThat(left()).containsExactly(key);
        assertThat(expected.remove(key)).isTrue();
        assertThat(expected.remove(key)).isFalse();
        assertThat(left()).isEmpty();
    }

    @Test
    void neighboursAreKeptApart() {
        List<String> keys =
                List.of("1-1:full", "1-1:preview", "1-2:thumbnail", "2-1:thumbnail", "12-1:full", "1-1-2:full");
        keys.forEach(expected::add);
        assertThat(left()).containsExactlyInAnyOrderElementsOf(keys);
        expected.remove("1-1:preview");
        assertThat(left()).hasSize(5).doesNotContain("1-1:preview");
    }

    private List<String> left() {
        List<String> left = new ArrayList<>();
        expected.each(left::add);
        return left;
    }
}
