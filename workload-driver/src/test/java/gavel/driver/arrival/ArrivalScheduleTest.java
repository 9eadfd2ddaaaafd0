package gavel.driver.arrival;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ArrivalScheduleTest {
    @Test
    void roundingNeverAddsUp() {
        ArrivalSchedule thirds = ArrivalSchedule.constant(3);

        assertThat(thirds.intendedNanos(1)).isEqualTo(333_333_333);
        assertThat(thirds.intendedNanos(3_000_000)).isEqualTo(1_000_000 * 1_000_000_000L);
    }

    @Test
    void refusesNoArrivals() {
        assertThatThrownBy(() -> ArrivalSchedule.constant(0)).hasMessage("arrivals per second must be > 0: 0");
    }
}
