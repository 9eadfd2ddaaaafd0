package gavel.harness.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class DifferenceTest {
    /** Half of Student's 90 % interval for two repeats a side, from the tables every textbook has: 2.920 standard errors. */
    @Test
    void theIntervalIsThatOfTheTables() {
        Difference difference = welch(List.of(100.0, 110.0), List.of(100.0, 110.0));
        double error = Math.log(1.1) / Math.sqrt(2);

        assertThat(Math.log1p(difference.upper())).isCloseTo(2.920 * error, Offset.offset(0.0002));
    }

    @Test
    void tenPercentMoreWithLittleNoiseIsADifference() {
        Difference difference = welch(List.of(99.0, 100.0, 101.0), List.of(109.0, 110.0, 111.0));

        assertThat(difference.share()).isCloseTo(0.10, Offset.offset(0.001));
        assertThat(difference.none()).isFalse();
        assertThat(difference.lower()).isBetween(0.07, 0.10);
    }

    @Test
    void theSameWithMuchNoiseIsNone() {
        assertThat(welch(List.of(80.0, 100.0, 125.0), List.of(88.0, 110.0, 137.5))
                        .none())
                .isTrue();
    }

    @Test
    void oneValueKnowsNoNoise() {
        Difference difference = welch(List.of(100.0), List.of(110.0, 111.0));

        assertThat(difference.noiseKnown()).isFalse();
        assertThat(difference.none()).isFalse();
    }

    @Test
    void nineInTenIntervalsHoldTheTruth() {
        SplittableRandom random = new SplittableRandom(1);
        int held = 0;
        for (int i = 0; i < 400; i++) {
            Difference difference = welch(draws(random, 5, 100, 0.02), draws(random, 4, 105, 0.06));
            held += difference.lower() <= 0.05 && 0.05 <= difference.upper() ? 1 : 0;
        }

        // Three standard errors of 400 draws are 4.5 %.
        assertThat(held / 400.0).isBetween(0.855, 0.945);
    }

    @Test
    void whatIsNotKnownIsNeitherADifferenceNorNone() {
        Difference unknown =
                Difference.ofSingles(Measurement.of(1_000), Measurement.of(2_000), scatter(0.01, Scatter.ENOUGH - 1));

        assertThat(unknown.call()).isEqualTo(Difference.Call.UNKNOWN);
        assertThat(unknown.share()).isCloseTo(1, Offset.offset(1e-9));
        assertThat(unknown.none()).isFalse();
        assertThat(unknown.chance()).isNaN();
    }

    @Test
    void whereNothingScattersAnyDistanceIsADifference() {
        assertThat(welch(List.of(5.0, 5.0), List.of(5.0, 5.0)).call()).isEqualTo(Difference.Call.NONE);
        assertThat(welch(List.of(5.0, 5.0), List.of(6.0, 6.0)).chance()).isZero();
    }

    @Test
    void aSinglePeakTakesTheScatterOfTheSeveralWhereThatIsWider() {
        Measurement one = Measurement.of(990, 1_000, 1_010);
        Difference difference =
                Difference.ofOneAndSeveral(one, measurements(List.of(1_000.0, 1_100.0, 1_200.0)), Scatter.UNKNOWN);

        // s = 9.1 % of three; 2.920 s sqrt(1 + 1/3) = 31 %, beside sqrt(0.6 %² + s²/3) x 2.9 = 15 %.
        assertThat(Math.log((1 + difference.upper()) / (1 + difference.share())))
                .isCloseTo(0.308, Offset.offset(0.003));
        assertThat(difference.none()).isTrue();
    }

    @Test
    void aSinglePeakKeepsItsOwnIntervalWhereThatIsWider() {
        Measurement one = Measurement.of(900, 1_000, 1_100);
        Difference difference =
                Difference.ofOneAndSeveral(one, measurements(List.of(1_200.0, 1_201.0, 1_202.0)), Scatter.UNKNOWN);

        assertThat(Math.log((1 + difference.upper()) / (1 + difference.share())))
                .isCloseTo(Math.log(1_100.0 / 900) / 2, Offset.offset(0.001));
        assertThat(difference.call()).isEqualTo(Difference.Call.DIFFERENCE);
        Difference reversed = difference.reversed();
        assertThat((1 + reversed.lower()) * (1 + difference.upper())).isCloseTo(1, Offset.offset(1e-9));
        assertThat(reversed.share()).isNegative().isBetween(reversed.lower(), reversed.upper());
    }

    @Test
    void nineInTenIntervalsOfOneAndSeveralHoldTheTruthThoughTheOneDoesNotKnowHowMuchDeploymentsScatter() {
        SplittableRandom random = new SplittableRandom(2);
        int held = 0;
        for (int i = 0; i < 400; i++) {
            double one = draws(random, 1, 100, 0.03).getFirst();
            Difference difference = Difference.ofOneAndSeveral(
                    Measurement.of(0.98 * one, one, 1.02 * one),
                    measurements(draws(random, 4, 105, 0.03)),
                    Scatter.UNKNOWN);
            held += difference.lower() <= 0.05 && 0.05 <= difference.upper() ? 1 : 0;
        }

        // Three standard errors of 400 draws are 4.5 %; that it may hold it more often is what the wider of two brings.
        assertThat(held / 400.0).isGreaterThan(0.855);
    }

    @Test
    void whatTheMachineIsKnownToScatterByIsPooledWithTheScatterOfTheSeveral() {
        List<Measurement> several = measurements(List.of(1_000.0, 1_100.0, 1_200.0));
        Difference difference = Difference.ofOneAndSeveral(Measurement.of(1_000), several, scatter(0.02, 10));

        // (2 · 9.13 %² + 10 · 2 %²) / 12 = 4.15 %², and 1.782 · 4.15 % · sqrt(1 + 1/3) = 8.5 %.
        assertThat(Math.log((1 + difference.upper()) / (1 + difference.share())))
                .isCloseTo(0.085, Offset.offset(0.001));
    }

    @Test
    void twoSingleFiguresTakeTheScatterThatTheMachineIsKnownToHave() {
        // 2.132 · 4 % · sqrt(2) = 12.1 %.
        Difference near = Difference.ofSingles(Measurement.of(1_000), Measurement.of(1_120), scatter(0.04, 4));
        Difference far = Difference.ofSingles(Measurement.of(1_000), Measurement.of(1_140), scatter(0.04, 4));

        assertThat(Math.log((1 + near.upper()) / (1 + near.share()))).isCloseTo(0.121, Offset.offset(0.001));
        assertThat(near.call()).isEqualTo(Difference.Call.NONE);
        assertThat(near.chance()).isGreaterThan(0.10);
        assertThat(far.call()).isEqualTo(Difference.Call.DIFFERENCE);
        assertThat(far.chance()).isLessThan(0.10);
    }

    @Test
    void aSingleSearchWhoseOwnIntervalIsWiderThanTheScatterKeepsIt() {
        // Deviation of 20 % by its own account: 1.812 · sqrt(20 %² + 4 %²) = 37 %.
        Measurement wide = Measurement.of(1_000 * Math.exp(-0.32898), 1_000, 1_000 * Math.exp(0.32898));
        Difference difference = Difference.ofSingles(wide, Measurement.of(1_000), scatter(0.04, 10));

        assertThat(Math.log(1 + difference.upper())).isCloseTo(0.3696, Offset.offset(0.001));
    }

    @Test
    void manyEqualRowsAreSeldomCalledADifferenceByAnyOfThem() {
        SplittableRandom random = new SplittableRandom(3);
        int alone = 0;
        int corrected = 0;
        for (int i = 0; i < 200; i++) {
            List<Double> chances = new ArrayList<>();
            for (int row = 0; row < 14; row++) {
                chances.add(welch(draws(random, 5, 100, 0.02), draws(random, 5, 100, 0.02))
                        .chance());
            }
            alone += chances.stream().anyMatch(chance -> chance <= 0.1) ? 1 : 0;
            corrected += Holm.differing(chances, 0.1).isEmpty() ? 0 : 1;
        }

        // 1 - 0.9^14 = 77 %; three standard errors of 200 at 10 % are 6.4 %.
        assertThat(alone / 200.0).isGreaterThan(0.6);
        assertThat(corrected / 200.0).isLessThan(0.164);
    }

    @Test
    void holmStopsAtTheFirstThatIsNotSure() {
        // 0.1/4 = 0.025, 0.1/3 = 0.033, 0.1/2 = 0.05: the third stands in the way of the fourth.
        assertThat(Holm.differing(List.of(0.06, 0.01, 0.03, 0.08), 0.1)).containsExactlyInAnyOrder(1, 2);
        assertThat(Holm.differing(List.of(0.03, 0.03, 0.03, 0.03), 0.1)).isEmpty();
        assertThat(Holm.differing(List.of(), 0.1)).isEmpty();
    }

    private static Scatter scatter(double deviation, int degrees) {
        return new Scatter(deviation, degrees, degrees + 1, 1);
    }

    private static Difference welch(List<Double> base, List<Double> other) {
        return Difference.welch(estimate(base), estimate(other));
    }

    private static GroupEstimate estimate(List<Double> values) {
        return GroupEstimate.of(measurements(values));
    }

    private static List<Measurement> measurements(List<Double> values) {
        return values.stream().map(Measurement::of).toList();
    }

    private static List<Double> draws(SplittableRandom random, int count, double mean, double deviation) {
        List<Double> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            values.add(mean * Math.exp(deviation * random.nextGaussian()));
        }
        return values;
    }
}
