package gavel.harness.peak;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DriftTest {
    private static final double KNEE = 1_000;
    private static final double BETA = 40;

    /** Every figure is off by a tenth of its size, so the scatter of five figures is a poor estimate of that. */
    @ParameterizedTest
    @ValueSource(ints = {5, 6, 7, 8, 12})
    void aSystemThatStaysIsRarelyTakenForOneThatChanged(int probes) {
        int alarms = 0;
        for (int seed = 0; seed < 4_000; seed++) {
            alarms += Drift.of(probes(probes, 0, 0.1, seed)).beyond(0) ? 1 : 0;
        }
        // One in a hundred, and four of its standard errors.
        assertThat(alarms).isLessThanOrEqualTo(65);
    }

    @ParameterizedTest
    @ValueSource(ints = {7, 8, 12})
    void aSystemThatChangedIsFound(int probes) {
        int found = 0;
        for (int seed = 0; seed < 1_000; seed++) {
            found += Drift.of(probes(probes, 0.10, 0.1, seed)).beyond(0.05) ? 1 : 0;
        }
        assertThat(found).isGreaterThan(950);
    }

    /** @param drift of the knee from the first to the last, as a share of it */
    private static List<Probe> probes(int count, double drift, double noise, int seed) {
        Random random = new Random(seed);
        List<Probe> probes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int users = (int) Math.round(KNEE * (0.97 + 0.06 * random.nextDouble()));
            double knee = KNEE * (1 + drift * i / (count - 1));
            double worst = Math.pow(users / knee, BETA) * Math.exp(noise * random.nextGaussian());
            probes.add(new Probe(users, worst <= 1 ? Probe.Outcome.PASS : Probe.Outcome.FAIL, worst));
        }
        return probes;
    }
}
