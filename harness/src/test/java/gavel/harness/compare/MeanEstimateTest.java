package gavel.harness.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class MeanEstimateTest {
    /** Mean 2, deviation 1, error 1/√3; Student's t of 2 degrees at 95 % is 2.920: 2 ± 1.686. */
    @Test
    void threeValuesHaveAnInterval() {
        MeanEstimate estimate = MeanEstimate.of(List.of(1.0, 2.0, 3.0));
        assertThat(estimate.mean()).isEqualTo(2);
        assertThat(estimate.lower()).isCloseTo(2 - 1.686, within(0.001));
        assertThat(estimate.upper()).isCloseTo(2 + 1.686, within(0.001));
    }

    @Test
    void oneValueHasNone() {
        MeanEstimate one = MeanEstimate.of(List.of(0.0));
        assertThat(one).isEqualTo(new MeanEstimate(1, 0, null, null));
        assertThat(one.apartFrom(MeanEstimate.of(List.of(5.0, 5.1)))).isFalse();
    }

    @Test
    void twoAreApartWhereTheirIntervalsAre() {
        MeanEstimate few = MeanEstimate.of(List.of(1.0, 1.1, 1.2));
        assertThat(few.apartFrom(MeanEstimate.of(List.of(2.0, 2.1, 2.2)))).isTrue();
        assertThat(few.apartFrom(MeanEstimate.of(List.of(1.1, 1.2, 1.3)))).isFalse();
    }
}
