package gavel.harness.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class TimeLeftTest {
    private static final TimeRange MINUTE = new TimeRange(60, 60);

    private Instant now = Instant.EPOCH;
    private final TimeLeft left = new TimeLeft(() -> now);

    private void pass(long seconds) {
        now = now.plusSeconds(seconds);
    }

    private void begin(int following) {
        left.begin(MINUTE, MINUTE.times(following));
    }

    @Test
    void itFallsWithTheClockAndNotBelowWhatFollows() {
        assertThat(left.left()).as("nothing has begun").isEqualTo(TimeRange.NONE);
        begin(3);
        assertThat(left.left()).isEqualTo(new TimeRange(240, 240));
        assertThat(left.words()).isEqualTo("about 4 min left");
        pass(45);
        assertThat(left.left()).isEqualTo(new TimeRange(195, 195));
        pass(100);
        assertThat(left.left()).as("the others are still to come").isEqualTo(new TimeRange(180, 180));
    }

    /** Six minutes of doubt are taken to be as predicted: (360 + 6 * 90) / (360 + 6 * 60) = 1.25. */
    @Test
    void whatWasSlowMakesTheRestSlow() {
        for (int i = 0; i < 6; i++) {
            begin(9 - i);
            pass(90);
        }
        begin(3);
        assertThat(left.left()).isEqualTo(new TimeRange(1.25 * 240, 1.25 * 240));
        pass(75);
        assertThat(left.left()).isEqualTo(new TimeRange(1.25 * 180, 1.25 * 180));
    }

    /** (360 + 110) / (360 + 60) = 1.12 of 600 s are 671, and (360 + 310) / (360 + 120) = 1.40 of 540 s are 754. */
    @Test
    void onlyASurpriseMakesItRise() {
        begin(10);
        assertThat(left.left().most()).isEqualTo(660);
        pass(110);
        assertThat(left.left().most()).isEqualTo(600);
        begin(9);
        assertThat(left.left()).isEqualTo(new TimeRange(600, 600));
        pass(200);
        assertThat(left.left()).isEqualTo(new TimeRange(600, 600));
        begin(8);
        assertThat(left.left().most()).isCloseTo(754, within(1.0));
    }

    /** As where time passes while it is told. */
    @Test
    void theClockIsReadOnce() {
        TimeLeft told = new TimeLeft(() -> {
            pass(70);
            return now;
        });
        told.begin(new TimeRange(81, 99), TimeRange.NONE);
        assertThat(told.left()).isEqualTo(new TimeRange(11, 29));
    }

    @Test
    void whatIsNotKnownStaysARange() {
        left.begin(new TimeRange(50, 100), new TimeRange(0, 300));
        pass(60);
        assertThat(left.left()).isEqualTo(new TimeRange(0, 340));
        assertThat(left.words()).isEqualTo("up to 6 min left");
    }
}
