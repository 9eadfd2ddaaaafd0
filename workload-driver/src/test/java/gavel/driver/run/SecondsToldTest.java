package gavel.driver.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SecondsToldTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MILLI = 1_000_000L;

    private final SecondsTold seconds = new SecondsTold();

    @Test
    void eachSecondIsToldWhenItIsOver() {
        assertThat(seconds.dueNanos()).isEqualTo(SECOND);
        assertThat(seconds.next(SECOND)).isEqualTo(new SecondsTold.Second(1, false));
        assertThat(seconds.dueNanos()).isEqualTo(2 * SECOND);
        assertThat(seconds.next(2 * SECOND + 20 * MILLI)).isEqualTo(new SecondsTold.Second(2, false));
        assertThat(seconds.dueNanos()).isEqualTo(3 * SECOND);
    }

    @Test
    void aReportOfSecondsSleptThroughIsThatOfTheLastOfThem() {
        seconds.next(SECOND);

        SecondsTold.Second late = seconds.next(6 * SECOND + 200 * MILLI);

        assertThat(late).isEqualTo(new SecondsTold.Second(6, true));
        assertThat(late.endNanos()).isEqualTo(6 * SECOND);
        assertThat(seconds.dueNanos()).isEqualTo(7 * SECOND);
        assertThat(seconds.next(7 * SECOND)).isEqualTo(new SecondsTold.Second(7, false));
    }
}
