package gavel.harness.peak.pair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SignedRanksTest {
    /** Of ten the sum of ranks is at most 10 with a probability of 43/1024, at most 11 with 53/1024 (tables of Wilcoxon's test). */
    @Test
    void theEndsAreTheMeansThatTheTablesSay() {
        double[] differences = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

        SignedRanks ranks = SignedRanks.of(differences);

        assertThat(ranks.middle()).isEqualTo(5.5);
        // The 11th of the 55 means from either end: 1, 1.5, 2, 2, 2.5, 2.5, 3, 3, 3, 3.5, 3.5 …
        assertThat(ranks.lower()).isEqualTo(3.5);
        assertThat(ranks.upper()).isEqualTo(7.5);
    }

    @Test
    void ofFiveTheIntervalHasAllOfThem() {
        SignedRanks ranks = SignedRanks.of(new double[] {3, 1, 2, 5, 4});
        assertThat(ranks).isEqualTo(new SignedRanks(1, 3, 5));
    }

    @Test
    void oneThatIsFarOffHardlyCounts() {
        double[] differences = {0.01, -0.01, 0, 0.005, -0.005, 0.002, -0.002, 0.008, -0.008, 0.1};
        assertThat(SignedRanks.of(differences).middle()).isCloseTo(0, within(0.003));
    }

    @Test
    void theIntervalHoldsTheMiddleAsOftenAsItSays() {
        SplittableRandom random = new SplittableRandom(1);
        int held = 0;
        for (int i = 0; i < 2_000; i++) {
            double[] differences = random.doubles(9, -1, 1).map(Math::cbrt).toArray();
            SignedRanks ranks = SignedRanks.of(differences);
            held += ranks.lower() <= 0 && 0 <= ranks.upper() ? 1 : 0;
        }
        assertThat(held / 2_000.0).isBetween(0.89, 0.94);
    }
}
