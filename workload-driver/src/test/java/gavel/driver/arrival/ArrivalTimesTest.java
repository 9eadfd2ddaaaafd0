package gavel.driver.arrival;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.shape.SessionArrivals;
import gavel.driver.api.shape.SessionArrivals.Process;
import gavel.driver.profile.Goodness;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Each test at random would fail by chance once in a thousand seeds; seeds are fixed. */
class ArrivalTimesTest {
    private static final int MANY = 20_000;
    private static final SessionArrivals AT_RANDOM = new SessionArrivals(Process.POISSON, 2);
    private static final SessionArrivals EVEN = new SessionArrivals(Process.CONSTANT, 3);

    @Test
    void atAConstantRateNoRoundingAddsUp() {
        ArrivalTimes times = new ArrivalTimes(EVEN, 1);
        long last = 0;
        for (int i = 0; i <= 300_000; i++) {
            last = times.next();
        }
        assertThat(last).isEqualTo(100_000 * 1_000_000_000L);
        assertThat(ArrivalTimes.between(EVEN, 1, 10_000_000_000L, 70_000_000_000L))
                .isEqualTo(180);
    }

    @Test
    void atRandomTheGapsAreExponential() {
        double[] gaps = gaps(5);

        assertThat(Goodness.misfit(gaps, x -> 1 - Math.exp(-2 * x))).isLessThan(1);
        assertThat(Goodness.misfit(gaps, x -> 1 - Math.exp(-2.2 * x)))
                .as("another rate")
                .isGreaterThan(1);
        assertThat(Goodness.misfit(gaps, x -> Math.min(1, x)))
                .as("uniform gaps")
                .isGreaterThan(1);
    }

    @Test
    void atRandomOneGapSaysNothingOfTheNext() {
        double[] gaps = gaps(5);
        double sum = 0;
        for (int i = 0; i + 1 < gaps.length; i++) {
            sum += (gaps[i] - 0.5) * (gaps[i + 1] - 0.5);
        }
        // Correlation; its standard error is the root of 1 over the number.
        assertThat(Math.abs(sum / (gaps.length - 1) / 0.25)).isLessThan(3.3 / Math.sqrt(MANY));
    }

    @Test
    void atRandomCountsVaryAsMuchAsTheirMean() {
        ArrivalTimes times = new ArrivalTimes(AT_RANDOM, 9);
        int[] counts = new int[5_000];
        for (long at = times.next(); at < 5_000 * 1_000_000_000L; at = times.next()) {
            counts[(int) (at / 1_000_000_000L)]++;
        }
        double mean = Arrays.stream(counts).average().orElseThrow();
        double variance = Arrays.stream(counts)
                        .mapToDouble(count -> (count - mean) * (count - mean))
                        .sum()
                / (counts.length - 1);

        assertThat(Math.abs(mean - 2)).isLessThan(3.3 * Math.sqrt(2.0 / counts.length));
        // The index of dispersion times n - 1 is chi-square: deviation of the index is the root of 2 over n.
        assertThat(Math.abs(variance / mean - 1)).isLessThan(3.3 * Math.sqrt(2.0 / counts.length));
    }

    @Test
    void theSameSeedGivesTheSameMoments() {
        assertThat(gaps(5)).isEqualTo(gaps(5)).isNotEqualTo(gaps(6));
    }

    private static double[] gaps(long seed) {
        ArrivalTimes times = new ArrivalTimes(AT_RANDOM, seed);
        double[] gaps = new double[MANY];
        long before = 0;
        for (int i = 0; i < MANY; i++) {
            long at = times.next();
            gaps[i] = (at - before) / 1e9;
            before = at;
        }
        return gaps;
    }
}
