package gavel.harness.peak;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SetSizesTest {
    @ParameterizedTest
    @CsvSource({"4000, 100000, 8000", "4000, 6000, 6000", "4000, 4000, 4000", "2000000000, 2147483647, 2147483647"})
    void theNextSetIsTwiceWhatPassedOrAllThatFits(int passed, int top, int users) {
        assertThat(SetSizes.afterPassing(passed, top)).isEqualTo(users);
    }

    @ParameterizedTest
    @CsvSource({"3000, 100000, 4500", "3000, 4000, 4000"})
    void aProbeBeyondItsSetHasRoomForOthersAroundIt(int users, int top, int set) {
        assertThat(SetSizes.around(users, top)).isEqualTo(set);
    }

    @ParameterizedTest
    @CsvSource({
        "4000, 0, 0, 9000, 4000, as it began",
        "4000, 3000, 0, 9000, 4000, with room around its probes",
        "4000, 4000, 0, 9000, 5200, a third beyond what was seen",
        "4000, 0, 4000, 9000, 8000, twice what passed",
        "4000, 7500, 4000, 9000, 9000, no more than fits",
    })
    void aSearchThatGoesOnHasASetForWhatItKnows(int first, int seen, int passed, int top, int users, String why) {
        assertThat(SetSizes.resumed(first, seen, passed, top)).as(why).isEqualTo(users);
    }
}
