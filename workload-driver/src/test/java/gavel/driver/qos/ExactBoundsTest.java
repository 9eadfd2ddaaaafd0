package gavel.driver.qos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Against closed forms, published values, and the sums the functions stand for. */
class ExactBoundsTest {
    @Test
    void noneOfTheSamplesLeavesTheRuleOfThree() {
        // (1 - p)^n = 0.05.
        assertThat(ExactBounds.upper(0, 60, 0.95)).isCloseTo(1 - Math.pow(0.05, 1 / 60.0), within(1e-12));
        assertThat(ExactBounds.lower(0, 60, 0.95)).isZero();
        assertThat(ExactBounds.lower(60, 60, 0.95)).isCloseTo(Math.pow(0.05, 1 / 60.0), within(1e-12));
        assertThat(ExactBounds.upper(60, 60, 0.95)).isEqualTo(1);
    }

    @Test
    void boundsAreWhereTheTailHasWhatConfidenceLeaves() {
        for (int samples : new int[] {5, 64, 999}) {
            for (int bad : new int[] {1, 3, 5}) {
                double lower = ExactBounds.lower(bad, samples, 0.995);
                assertThat(1 - sum(bad - 1, samples, lower)).isCloseTo(0.005, within(1e-9));
                if (bad < samples) {
                    double upper = ExactBounds.upper(bad, samples, 0.95);
                    assertThat(sum(bad, samples, upper)).isCloseTo(0.05, within(1e-9));
                }
            }
        }
    }

    @Test
    void tailsAreTheSumsOfTheirTerms() {
        assertThat(ExactBounds.atLeast(3, 64, 0.005)).isCloseTo(1 - sum(2, 64, 0.005), within(1e-12));
        assertThat(ExactBounds.atMost(2, 64, 0.005)).isCloseTo(sum(2, 64, 0.005), within(1e-12));
        assertThat(ExactBounds.atLeast(0, 64, 0.005)).isEqualTo(1);
        assertThat(ExactBounds.atMost(64, 64, 0.5)).isEqualTo(1);
        assertThat(ExactBounds.atLeast(65, 64, 0.5)).isZero();
        // Poisson: e^-8 (1 + 8 + 32).
        assertThat(ExactBounds.atMost(2, 8)).isCloseTo(41 * Math.exp(-8), within(1e-12));
        assertThat(ExactBounds.atMost(0, 0)).isEqualTo(1);
    }

    private static double sum(int most, int samples, double share) {
        double term = Math.pow(1 - share, samples);
        double sum = term;
        for (int i = 1; i <= most; i++) {
            term *= (samples - i + 1.0) / i * share / (1 - share);
            sum += term;
        }
        return sum;
    }
}
