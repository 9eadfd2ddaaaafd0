package gavel.harness.elastic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import gavel.driver.api.shape.LoadPath;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A day has the proportions that are published of days. */
class LoadShapesTest {
    private static final int SECONDS = 24 * 60;

    /** A minute is an hour, from four in the morning on. */
    private final LoadPath day = LoadShapes.DAY.path(10_000, SECONDS);

    private int at(int hour) {
        return day.users((hour + 24 - 4) % 24 * 60);
    }

    /** 3 to 4 times as many users at the peak as at night, and 1.6 to 1.7 times as many as on average. */
    @Test
    void aDayHasThePublishedRatios() {
        int most = IntStream.range(0, SECONDS).map(day::users).max().orElseThrow();
        int least = IntStream.range(0, SECONDS).map(day::users).min().orElseThrow();
        double mean = IntStream.range(0, SECONDS).map(day::users).average().orElseThrow();
        assertThat(most).isEqualTo(9_000);
        assertThat((double) most / least).isBetween(3.0, 4.0).isCloseTo(3.5, within(0.01));
        assertThat(most / mean).isBetween(1.6, 1.7);
    }

    @Test
    void aDayHasTwoPeaksAndEndsAsItBegan() {
        assertThat(at(12)).as("noon, and around").isGreaterThan(at(9)).isGreaterThan(at(16));
        assertThat(at(20)).as("evening").isEqualTo(9_000).isGreaterThan(at(12));
        assertThat(at(4)).isLessThan(at(8)).isLessThan(at(0));
        assertThat(day.users(SECONDS)).isEqualTo(day.users(0));
    }

    /** No jump: in a 24-minute day no second moves more than a fiftieth of the peak. */
    @Test
    void aDayIsSmooth() {
        assertThat(IntStream.range(1, SECONDS).map(second -> Math.abs(day.users(second) - day.users(second - 1))))
                .allMatch(moved -> moved <= 9_000 / 50);
    }
}
