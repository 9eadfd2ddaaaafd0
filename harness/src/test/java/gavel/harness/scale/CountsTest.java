package gavel.harness.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CountsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1..6       | 1,2,3,4,5,6
            4, 1,2     | 1,2,4
            1..3,2..4  | 1,2,3,4
            """)
    void rangesAndListsAreRead(String typed, String counts) {
        assertThat(Counts.parse(typed))
                .isEqualTo(List.of(counts.split(",")).stream()
                        .map(Integer::valueOf)
                        .toList());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            3       | at least two numbers
            3..3    | at least two numbers
            0..2    | must be 1..64
            4..1    | ranges ascending
            1..65   | must be 1..64
            1..     | such as 1..6
            one     | such as 1..6
            """)
    void whatIsNoCurveIsRefused(String typed, String why) {
        assertThatThrownBy(() -> Counts.parse(typed))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(why);
    }

    @Test
    void theOrderDependsOnTheSeedAlone() {
        List<Integer> counts = List.of(1, 2, 3, 4, 5, 6);

        assertThat(Counts.shuffled(counts, 7))
                .isEqualTo(Counts.shuffled(counts, 7))
                .containsExactlyInAnyOrderElementsOf(counts);
        assertThat(Counts.shuffled(counts, 7)).isNotEqualTo(Counts.shuffled(counts, 8));
    }
}
