package gavel.harness.dashboard.state;

import static gavel.harness.dashboard.state.Figure.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FigureTest {
    /** JSON has no word for them, and a chart no place. */
    @ParameterizedTest
    @ValueSource(doubles = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -1e-9, -7})
    void whatIsNoFigureIsUnknown(double value) {
        assertThat(Figure.of(value)).isEqualTo(UNKNOWN);
    }

    @Test
    void zeroIsKnownAndAHugeOneIsBounded() {
        assertThat(Figure.of(0)).isZero();
        assertThat(Figure.of(0.25)).isEqualTo(0.25);
        assertThat(Figure.of(Double.MAX_VALUE)).isEqualTo(1e15);
    }

    @Test
    void aMeanIsWeightedByTime() {
        assertThat(Figure.mean(10, 3, 30, 1)).isEqualTo((10 * 3 + 30 * 1) / 4.0);
        assertThat(Figure.mean(UNKNOWN, 3, 30, 1)).as("of what is known").isEqualTo(30);
        assertThat(Figure.mean(10, 3, UNKNOWN, 1)).isEqualTo(10);
        assertThat(Figure.mean(UNKNOWN, 3, UNKNOWN, 1)).isEqualTo(UNKNOWN);
    }

    /** A tier that comes later has no value in the older lists. */
    @Test
    void listsOfDifferentLengthsGoTogether() {
        assertThat(Figure.means(List.of(1.0), 1, List.of(3.0, 5.0), 1)).containsExactly(2.0, 5.0);
        assertThat(Figure.means(List.of(3.0, 5.0), 1, List.of(1.0), 1)).containsExactly(2.0, 5.0);
        assertThat(Figure.largest(List.of(1.0, UNKNOWN), List.of(3.0))).containsExactly(3.0, UNKNOWN);
        assertThat(Figure.largest(List.of(), List.of())).isEmpty();
    }

    @Test
    void secondsOfALoadBecomeOne() {
        Point one = new Point(1, 1, 1_000, 1, "RAMP", 10, 4, 0, 0.5, List.of(100.0, UNKNOWN), List.of(0.0, 2.0));
        Point next = new Point(4, 1, 4_000, 3, "MEASURE", 20, 8, 4, UNKNOWN, List.of(50.0, 70.0), List.of(4.0, 2.0));

        assertThat(one.and(next))
                .isEqualTo(new Point(
                        4,
                        1,
                        4_000,
                        4,
                        "MEASURE",
                        18,
                        (4 + 3 * 8) / 4.0,
                        3 * 4 / 4.0,
                        0.5,
                        List.of(100.0, 70.0),
                        List.of(3.0, 2.0)));
    }

    @Test
    void secondsOfTheMachineBecomeOne() {
        Tick one = new Tick(
                1, 1_000, 1, "load", 0.5, 100, List.of(1.0), List.of(7.0), List.of(UNKNOWN), List.of(), List.of());
        Tick next = new Tick(
                2,
                2_000,
                1,
                "ramp",
                0.7,
                90,
                List.of(2.0, 1.0),
                List.of(5.0, 9.0),
                List.of(8.0),
                List.of(6.0),
                List.of(UNKNOWN));

        assertThat(one.and(next))
                .isEqualTo(new Tick(
                        2,
                        2_000,
                        2,
                        "ramp",
                        0.6,
                        100,
                        List.of(1.5, 1.0),
                        List.of(7.0, 9.0),
                        List.of(8.0),
                        List.of(6.0),
                        List.of(UNKNOWN)));
    }
}
