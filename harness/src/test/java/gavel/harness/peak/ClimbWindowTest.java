package gavel.harness.peak;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClimbWindowTest {
    @Test
    void aFewLateOnesOfManyAreNothing() {
        assertThat(ClimbWindow.broken(List.of(second(100, 100, 5, 0), second(100, 99, 4, 1))))
                .isFalse();
    }

    @Test
    void moreThanOneInTwentyIsTooMany() {
        assertThat(ClimbWindow.broken(List.of(second(100, 100, 5, 0), second(100, 100, 6, 0))))
                .isTrue();
    }

    /** Who refuses quickly is never late. */
    @Test
    void whatFailsIsNoBetterThanWhatIsLate() {
        assertThat(ClimbWindow.broken(List.of(second(100, 95, 5, 5), second(100, 99, 0, 1))))
                .isTrue();
        assertThat(ClimbWindow.broken(List.of(second(100, 0, 0, 100)))).isTrue();
        assertThat(ClimbWindow.broken(List.of(second(8, 6, 0, 2))))
                .as("two are no proof")
                .isFalse();
        assertThat(ClimbWindow.broken(List.of(second(8, 5, 0, 3)))).isTrue();
        assertThat(ClimbWindow.broken(List.of())).as("nothing was seen").isFalse();
    }

    @Test
    void oneLateOperationOfTenUsersIsNoProof() {
        assertThat(ClimbWindow.broken(List.of(second(4, 4, 1, 0), second(4, 4, 1, 0))))
                .isFalse();
    }

    @Test
    void whatDoesNotComeToAnEndIsTooSlow() {
        assertThat(ClimbWindow.broken(List.of(second(50, 10, 0, 0), second(50, 12, 0, 0))))
                .isTrue();
    }

    @Test
    void longPollsWaitByDesign() {
        IntervalReport second = new IntervalReport(
                1, 0, "MEASURE", 10, List.of(new OperationInterval("NextBid", 50, 3, 0, 0, 1)), 0, 0, 0.1, 1, 1);

        assertThat(ClimbWindow.broken(List.of(second))).isFalse();
    }

    private static IntervalReport second(long starts, long completed, long late, long failed) {
        return new IntervalReport(
                1,
                0,
                "MEASURE",
                10,
                List.of(new OperationInterval("Home", starts, completed, late, failed, 1)),
                0,
                0,
                0.1,
                1,
                1);
    }
}
