package gavel.harness.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DifferenceTest {
    /** From the tables every textbook has. */
    @ParameterizedTest
    @CsvSource({"1, 6.314", "2, 2.920", "4, 2.132", "9, 1.833", "30, 1.697"})
    void theQuantilesAreThoseOfTheTables(double degrees, double expected) {
        assertThat(StudentT.quantile(0.95, degrees)).isCloseTo(expected, Offset.offset(0.002));
    }

    @Test
    void tenPercentMoreWithLittleNoiseIsADifference() {
        Difference difference = Difference.welch(List.of(99.0, 100.0, 101.0), List.of(109.0, 110.0, 111.0));

        assertThat(difference.share()).isCloseTo(0.10, Offset.offset(0.001));
        assertThat(difference.none()).isFalse();
        assertThat(difference.lower()).isBetween(0.07, 0.10);
    }

    @Test
    void theSameWithMuchNoiseIsNone() {
        assertThat(Difference.welch(List.of(80.0, 100.0, 125.0), List.of(88.0, 110.0, 137.5))
                        .none())
                .isTrue();
    }

    @Test
    void oneValueKnowsNoNoise() {
        Difference difference = Difference.welch(List.of(100.0), List.of(110.0, 111.0));

        assertThat(difference.noiseKnown()).isFalse();
        assertThat(difference.none()).isFalse();
    }

    @Test
    void nineInTenIntervalsHoldTheTruth() {
        SplittableRandom random = new SplittableRandom(1);
        int held = 0;
        for (int i = 0; i < 400; i++) {
            Difference difference = Difference.welch(draws(random, 5, 100, 0.02), draws(random, 4, 105, 0.06));
            held += difference.lower() <= 0.05 && 0.05 <= difference.upper() ? 1 : 0;
        }

        // Three standard errors of 400 draws are 4.5 %.
        assertThat(held / 400.0).isBetween(0.855, 0.945);
    }

    @Test
    void twoPeaksDifferWhenTheirIntervalsAreFarEnoughApart() {
        double[] base = {980, 1_000, 1_020};

        assertThat(Difference.ofIntervals(base, new double[] {1_000, 1_020, 1_040})
                        .none())
                .isTrue();
        assertThat(Difference.ofIntervals(base, new double[] {1_030, 1_050, 1_070})
                        .none())
                .isFalse();
    }

    private static List<Double> draws(SplittableRandom random, int count, double mean, double deviation) {
        List<Double> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            values.add(mean * Math.exp(deviation * random.nextGaussian()));
        }
        return values;
    }
}
