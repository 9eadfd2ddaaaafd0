package gavel.harness.peak;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.peak.SimulatedSystem.Nature;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** That the systems the search is judged by are what they say. */
class SimulatedSystemTest {
    private static final int DRAWS = 1_000;
    private static final double MEASURE = 180;

    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.03, 0.10})
    void halfOfTheIntervalsPassAtTheKneeAndTheWidthIsTheOneNamed(double width) {
        Nature nature = new Nature(2_000, width, 0, 0, false);

        assertThat(passes(nature, 2_000)).isCloseTo(0.5, Offset.offset(0.05));
        // Bursts add a little to the narrowest transition.
        double beside = Math.sqrt(width * width + 0.006 * 0.006) / 2;
        assertThat(passes(nature, 2_000 * (1 - beside))).isCloseTo(0.9, Offset.offset(0.04));
        assertThat(passes(nature, 2_000 * (1 + beside))).isCloseTo(0.1, Offset.offset(0.04));
    }

    @Test
    void aColdSystemBreaksEarlierThanAWarmOne() {
        Nature nature = new Nature(2_000, 0.01, 0, 120, false);
        SimulatedSystem system = new SimulatedSystem(nature, 1);

        assertThat(system.measure(1_600, 60).passed()).isFalse();
        system.load(1_000, 600);
        assertThat(system.measure(1_600, 60).passed()).isTrue();
    }

    @Test
    void anOverloadIsRememberedUntilTheSystemHadItsRest() {
        SimulatedSystem system = new SimulatedSystem(new Nature(2_000, 0.01, 0, 0, true), 1);
        system.load(4_000, 60);

        assertThat(system.measure(1_900, 20).passed()).isFalse();
        system.rest(31);
        assertThat(system.measure(1_900, 20).passed()).isTrue();
    }

    @Test
    void aDriftingKneeMoves() {
        SimulatedSystem system = new SimulatedSystem(new Nature(2_000, 0.01, -0.2, 0, false), 1);

        assertThat(system.measure(1_900, MEASURE).passed()).isTrue();
        system.rest(3_600);
        assertThat(system.measure(1_900, MEASURE).passed()).isFalse();
    }

    private static double passes(Nature nature, double users) {
        return IntStream.range(0, DRAWS)
                        .filter(seed -> new SimulatedSystem(nature, seed)
                                .measure(users, MEASURE)
                                .passed())
                        .count()
                / (double) DRAWS;
    }
}
