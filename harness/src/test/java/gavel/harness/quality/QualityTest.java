package gavel.harness.quality;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import gavel.harness.quality.Quality.Second;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class QualityTest {
    private static List<Second> seconds(int good, int bad, int goodAgain) {
        List<Second> all = new ArrayList<>(Collections.nCopies(good, new Second(40, 0)));
        all.addAll(Collections.nCopies(bad, new Second(40, 20)));
        all.addAll(Collections.nCopies(goodAgain, new Second(40, 0)));
        return all;
    }

    /** While a server stands still, all that ends are time-outs, which are late and not completed. */
    @Test
    void whatTimedOutHasEndedAndIsBad() {
        IntervalReport second = new IntervalReport(
                1,
                1_000,
                "MEASURE",
                10,
                List.of(
                        new OperationInterval("Home", 20, 0, 12, 3, -1),
                        new OperationInterval("Login", 9, 8, 2, 1, 1_000),
                        new OperationInterval(OperationInterval.HELD, 5, 5, 0, 4, 1_000)),
                0,
                0,
                0.1,
                1,
                1);

        assertThat(Second.of(second)).isEqualTo(new Second(15 + 9, 15 + 3));
    }

    /** A window of 400 may have 4 + 2 × √4 = 8 bad ones: with one second of 20 it is broken. */
    @Test
    void qualityIsBackWhenNoWindowFromThereOnIsBroken() {
        assertThat(Quality.back(seconds(0, 5, 20))).isEqualTo(5);
        assertThat(Quality.back(seconds(3, 5, 20))).isEqualTo(8);
        assertThat(Quality.back(seconds(20, 0, 0))).isZero();
    }

    @Test
    void whatIsNotSeenIsNotTold() {
        assertThat(Quality.back(seconds(0, 15, 5))).isNull();
        assertThat(Quality.back(seconds(9, 0, 0))).isNull();
    }

    @Test
    void aWindowInWhichNothingEndsIsBroken() {
        assertThat(Quality.broken(Collections.nCopies(10, new Second(0, 0)))).isTrue();
        assertThat(Quality.broken(Collections.nCopies(10, new Second(40, 0)))).isFalse();
        assertThat(Quality.broken(List.of(new Second(400, 8)))).isFalse();
        assertThat(Quality.broken(List.of(new Second(400, 9)))).isTrue();
    }
}
