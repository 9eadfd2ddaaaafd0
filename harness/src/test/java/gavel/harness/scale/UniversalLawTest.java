package gavel.harness.scale;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.peak.Peak;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class UniversalLawTest {
    private static final double[] TRUTH = {100, 0.05, 0.01};

    @Test
    void withoutNoiseTheParametersComeBack() {
        UniversalLaw law = UniversalLaw.through(points(TRUTH, 0, null), 1).orElseThrow();

        assertThat(law.single().middle()).isCloseTo(100, Offset.offset(1e-6));
        assertThat(law.contention().middle()).isCloseTo(0.05, Offset.offset(1e-9));
        assertThat(law.coherency().middle()).isCloseTo(0.01, Offset.offset(1e-9));
    }

    @Test
    void nineInTenIntervalsHoldTheTruth() {
        SplittableRandom random = new SplittableRandom(3);
        int[] held = new int[3];
        int systems = 200;
        for (int i = 0; i < systems; i++) {
            UniversalLaw law =
                    UniversalLaw.through(points(TRUTH, 0.01, random), i).orElseThrow();
            held[0] += holds(law.single(), TRUTH[0]);
            held[1] += holds(law.contention(), TRUTH[1]);
            held[2] += holds(law.coherency(), TRUTH[2]);
        }

        // Four standard errors below 0.9; wider than needed where the draws are widened by chance.
        assertThat(Arrays.stream(held)).allMatch(count -> count > systems * (0.9 - 4 * Math.sqrt(0.09 / systems)));
    }

    @Test
    void theyDoSoWhereFewPointsScatterMoreThanTheirIntervalsSay() {
        SplittableRandom random = new SplittableRandom(4);
        int[] held = new int[3];
        int systems = 200;
        for (int i = 0; i < systems; i++) {
            UniversalLaw law = UniversalLaw.through(points(TRUTH, 0.03, random).subList(0, 4), i)
                    .orElseThrow();
            held[0] += holds(law.single(), TRUTH[0]);
            held[1] += holds(law.contention(), TRUTH[1]);
            held[2] += holds(law.coherency(), TRUTH[2]);
        }

        assertThat(Arrays.stream(held)).allMatch(count -> count > systems * (0.9 - 4 * Math.sqrt(0.09 / systems)));
    }

    @Test
    void whereNothingBendsTheCurveTheIntervalsBeginAtNone() {
        UniversalLaw law = UniversalLaw.through(points(new double[] {100, 0, 0}, 0.01, new SplittableRandom(1)), 1)
                .orElseThrow();

        assertThat(law.contention().lower()).isZero();
        assertThat(law.coherency().lower()).isZero();
        assertThat(law.contention().upper()).isBetween(1e-6, 0.05);
    }

    @Test
    void threeParametersNeedFourPointsThatCount() {
        List<ScalingPoint> points = new ArrayList<>(points(TRUTH, 0, null).subList(0, 3));
        points.add(new ScalingPoint(4, new Peak(300, 305, 310), 0.5, 0.99));

        assertThat(UniversalLaw.through(points, 1)).isEmpty();
    }

    private static int holds(UniversalLaw.Estimate estimate, double truth) {
        return estimate.lower() <= truth && truth <= estimate.upper() ? 1 : 0;
    }

    /** Six points whose peaks are known to 1 %, 90 % interval. */
    private static List<ScalingPoint> points(double[] law, double noise, SplittableRandom random) {
        List<ScalingPoint> points = new ArrayList<>();
        for (int n = 1; n <= 6; n++) {
            double truth = law[0] * n / (1 + law[1] * (n - 1) + law[2] * n * (n - 1));
            double seen = truth * (1 + (random == null ? 0 : noise * random.nextGaussian()));
            points.add(new ScalingPoint(n, new Peak(seen * (1 - 0.0164), seen, seen * (1 + 0.0164)), 0.97, 0.5));
        }
        return points;
    }
}
