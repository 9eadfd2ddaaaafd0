package gavel.harness.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScaleTest {
    @ParameterizedTest
    @CsvSource({"97, 100", "100, 100", "101, 150", "6000, 6000", "0.3, 0.3", "0, 1"})
    void aLinearAxisEndsAtARoundValue(double highest, double end) {
        assertThat(Scale.Linear.fromZero(highest, 0, 1, 3).high()).isCloseTo(end, within(1e-9));
    }

    @Test
    void linearTicksAreRound() {
        assertThat(Scale.Linear.fromZero(105, 0, 100, 3).ticks(3)).containsExactly(0.0, 50.0, 100.0, 150.0);
    }

    @Test
    void positionsRunFromOneEndToTheOther() {
        Scale scale = new Scale.Linear(0, 10, 200, 100);
        assertThat(scale.position(0)).isEqualTo(200);
        assertThat(scale.position(5)).isEqualTo(150);
        assertThat(scale.position(99)).as("stays within the drawing").isEqualTo(100);
    }

    @Test
    void aLogarithmicAxisHoldsWholeDecades() {
        Scale.Logarithmic scale = Scale.Logarithmic.decades(3, 4200, 0, 400);
        assertThat(scale.low()).isCloseTo(1, within(1e-9));
        assertThat(scale.high()).isCloseTo(10_000, within(1e-6));
        assertThat(scale.position(100)).isCloseTo(200, within(1e-6));
        assertThat(scale.ticks(0)).hasSize(5);
    }

    @Test
    void aSingleValueStillHasADecade() {
        Scale.Logarithmic scale = Scale.Logarithmic.decades(10, 10, 0, 100);
        assertThat(scale.high()).isGreaterThanOrEqualTo(10 * scale.low());
    }

    @Test
    void quantilesFillTheTailEvenly() {
        double[] quantiles = PercentileCurves.quantiles(4);
        assertThat(quantiles).containsExactly(new double[] {0, 0.9, 0.99, 0.999, 0.9999}, within(1e-12));
    }
}
