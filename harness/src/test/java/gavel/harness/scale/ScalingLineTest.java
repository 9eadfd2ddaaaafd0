package gavel.harness.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.peak.Peak;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScalingLineTest {
    @Test
    void whereEachServerBringsAsMuchAsTheFirstTheEfficiencyIsOne() {
        ScalingLine line = through(List.of(point(1, 100), point(2, 200), point(4, 400)));

        assertThat(line.slope()).isCloseTo(100, Offset.offset(1e-6));
        assertThat(line.efficiency()).isCloseTo(1, Offset.offset(1e-9));
        // One degree of freedom is left: Student's quantile is 6.3.
        assertThat(line.lower()).isBetween(0.8, 1.0);
        assertThat(line.upper()).isBetween(1.0, 1.2);
    }

    @Test
    void whereTheSecondBringsLessItIsTheirRatio() {
        // 100, 180, 260: the line is 20 + 80 n, so the slope is 80 of the 100 users of one server.
        assertThat(through(List.of(point(1, 100), point(2, 180), point(3, 260))).efficiency())
                .isCloseTo(0.8, Offset.offset(1e-9));
    }

    @Test
    void theServersWereTheLimitWhenTheirQuotasWereUsedMoreThanTheMachine() {
        assertThat(used(0.80, 0.79).whatLimited()).isEmpty();
        assertThat(used(0.79, 0.30).whatLimited())
                .isEqualTo("the application servers used 79 % of their quotas, at least 80 must be used");
        assertThat(used(0.95, 0.86).whatLimited()).isEqualTo("86 % of the machine was busy, at most 85 may be");
        assertThat(used(0.84, 0.84).whatLimited())
                .isEqualTo("the machine was no less busy (84 %) than the quotas of the application servers (84 %)");
    }

    @Test
    void pointsThatTheMachineLimitedDoNotCount() {
        ScalingPoint limited = new ScalingPoint(3, new Peak(195, 200, 205), 0.95, 0.95);

        ScalingLine line = through(List.of(point(1, 100), point(2, 200), limited));

        assertThat(limited.machineLimited()).isTrue();
        assertThat(line.points()).isEqualTo(2);
        assertThat(line.efficiency()).isCloseTo(1, Offset.offset(1e-9));
        assertThat(line.lower()).isNull();
    }

    @Test
    void withoutTwoCountsThereIsNoLine() {
        assertThatThrownBy(() -> through(List.of(point(2, 200), point(2, 210)))).hasMessageContaining("two counts");
    }

    @Test
    void nineInTenIntervalsHoldTheTruth() {
        SplittableRandom random = new SplittableRandom(5);
        int held = 0;
        for (int i = 0; i < 400; i++) {
            List<ScalingPoint> points = new ArrayList<>();
            for (int servers = 1; servers <= 6; servers++) {
                double truth = 10 + 90 * servers;
                double seen = truth * (1 + 0.01 * random.nextGaussian());
                points.add(
                        new ScalingPoint(servers, new Peak(seen * (1 - 0.0164), seen, seen * (1 + 0.0164)), 0.97, 0.5));
            }
            ScalingLine line = through(points);
            held += line.lower() <= 0.9 && 0.9 <= line.upper() ? 1 : 0;
        }

        // Errors that are widened and never narrowed hold the truth a little too often.
        assertThat(held / 400.0).isBetween(0.87, 0.99);
    }

    /** Each search at a time of its own, at which the platform bears so much more or less, and with an interval that knows nothing of it. */
    @ParameterizedTest
    @CsvSource({"4, 0.03", "4, 0.06", "4, 0.10", "6, 0.03", "6, 0.06", "6, 0.10"})
    void theyDoSoWherePeaksChangeFromOneSearchToTheNext(int most, double scatter) {
        SplittableRandom random = new SplittableRandom(6);
        int held = 0;
        for (int i = 0; i < 1_000; i++) {
            List<ScalingPoint> points = new ArrayList<>();
            for (int servers = 1; servers <= most; servers++) {
                double own = 0.014 * Math.exp(0.45 * random.nextGaussian());
                double seen =
                        (10 + 90 * servers) * Math.exp(scatter * random.nextGaussian() + own * random.nextGaussian());
                points.add(new ScalingPoint(
                        servers,
                        new Peak(seen * Math.exp(-1.6449 * own), seen, seen * Math.exp(1.6449 * own)),
                        0.97,
                        0.5));
            }
            ScalingLine line = through(points);
            held += line.lower() == null || line.lower() <= 0.9 && 0.9 <= line.upper() ? 1 : 0;
        }

        assertThat(held / 1_000.0).isBetween(0.85, 0.95);
    }

    private static ScalingLine through(List<ScalingPoint> points) {
        return ScalingLine.through(points, points.getLast().servers());
    }

    private static ScalingPoint point(int servers, double users) {
        return new ScalingPoint(servers, new Peak(users * 0.98, users, users * 1.02), 0.97, 0.5);
    }

    private static ScalingPoint used(double quota, double machine) {
        return new ScalingPoint(3, new Peak(195, 200, 205), quota, machine);
    }
}
