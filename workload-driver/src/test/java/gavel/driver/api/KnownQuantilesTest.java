package gavel.driver.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KnownQuantilesTest {
    /** ln(0.05) = -2.9957: over ln(0.5) = -0.6931 that is 4.3, over ln(0.9) 28.4, over ln(0.99) 298.07, over ln(0.999) 2994.2. */
    @ParameterizedTest
    @CsvSource({"0.5, 5", "0.75, 11", "0.9, 29", "0.95, 59", "0.99, 299", "0.999, 2995", "0.9999, 29956"})
    void isKnownFromTheNumberOnWhoseLargestLiesAboveItWithConfidence(double quantile, long fewest) {
        assertThat(KnownQuantiles.known(quantile, fewest)).isTrue();
        assertThat(KnownQuantiles.known(quantile, fewest - 1)).isFalse();
    }

    @Test
    void twoSamplesTellNoTail() {
        assertThat(KnownQuantiles.known(0.999, 2)).isFalse();
        assertThat(KnownQuantiles.known(0.5, 2)).isFalse();
    }

    @Test
    void theLeastIsKnownWithASampleAndTheMostNever() {
        assertThat(KnownQuantiles.known(0, 1)).isTrue();
        assertThat(KnownQuantiles.known(0, 0)).isFalse();
        assertThat(KnownQuantiles.known(1, Long.MAX_VALUE)).isFalse();
    }
}
