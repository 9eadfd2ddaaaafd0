package gavel.harness.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A service of 100 operations a second that is away from 15.9 to 17 s, in the last tenth of a second and all of the next. */
class FaultReadingTest {
    private static final long BEGAN = 15_900;

    private static List<IntervalReport> seconds(int from, int to, long gone) {
        return LongStream.rangeClosed(from, to)
                .mapToObj(second -> second(second, gone))
                .toList();
    }

    private static IntervalReport second(long second, long gone) {
        List<Integer> tenths = IntStream.range(0, 10)
                .mapToObj(tenth -> away(1_000 * (second - 1) + 100L * tenth, gone) ? 0 : 10)
                .toList();
        long served = tenths.stream().mapToInt(Integer::intValue).sum();
        return new IntervalReport(
                second,
                1_000 * second,
                "MEASURE",
                300,
                List.of(new OperationInterval("Home", 100, served, 0, 100 - served, 1_000)),
                0,
                0,
                0.1,
                100,
                served,
                0L,
                tenths);
    }

    private static boolean away(long atMillis, long gone) {
        return atMillis >= BEGAN && atMillis < gone;
    }

    private static FaultResult read(long gone, int last) {
        FaultMade made = new FaultMade(BEGAN, BEGAN, gone, "");
        return FaultReading.read(1, SampleWalks.KILL, made, seconds(1, 15, gone), seconds(16, last, gone));
    }

    /** All times are from the moment on in which the fault was made, not from the second that it fell in. */
    @Test
    void qualityIsBackNoLaterThanServiceThatIsWholeAtOnce() {
        FaultResult result = read(17_000, 40);

        assertThat(result.loss().outageSeconds()).isCloseTo(1.1, within(0.01));
        assertThat(result.qualitySeconds()).isCloseTo(1.1, within(1e-9));
    }

    @Test
    void qualityThatWasNeverGoneTakesNoTime() {
        assertThat(read(BEGAN, 40).qualitySeconds()).isZero();
    }

    @Test
    void qualityThatIsNotSeenToComeBackHasNoTime() {
        assertThat(read(17_000, 24).qualitySeconds()).isNull();
    }
}
