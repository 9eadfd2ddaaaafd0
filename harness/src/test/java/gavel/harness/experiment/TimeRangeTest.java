package gavel.harness.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimeRangeTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0     | 0     | up to 10 s
            3     | 4     | up to 10 s
            0     | 80    | up to 80 s
            71    | 79    | about 80 s
            40    | 95    | 40 to 100 s
            50    | 130   | up to 3 min
            1800  | 3300  | 30 to 55 min
            1799  | 3301  | 29 to 56 min
            610   | 719   | about 11 min
            540   | 660   | about 10 min
            4000  | 5399  | 66 to 90 min
            5000  | 9000  | 1.3 to 2.5 h
            7000  | 7300  | about 2.0 h
            """)
    void peopleReadWholeMinutes(double least, double most, String words) {
        assertThat(new TimeRange(least, most).words()).isEqualTo(words);
    }

    @Test
    void oneAfterTheOtherTakesTheSumOfBoth() {
        TimeRange part = new TimeRange(10, 20);
        assertThat(part.plus(new TimeRange(1, 5))).isEqualTo(new TimeRange(11, 25));
        assertThat(part.times(2, 3)).isEqualTo(new TimeRange(20, 60));
        assertThat(part.times(0)).isEqualTo(TimeRange.NONE);
        assertThat(part.within(15)).isEqualTo(new TimeRange(10, 15));
        assertThat(part.within(5)).isEqualTo(new TimeRange(5, 5));
        assertThat(TimeRange.like(List.of(80.0, 120.0), 3)).isEqualTo(new TimeRange(240, 360));
        assertThat(TimeRange.about(100).least()).isCloseTo(90, within(1e-9));
        assertThat(TimeRange.about(100).middle()).isCloseTo(100, within(1e-9));
    }

    @ParameterizedTest
    @CsvSource({"-1, 0", "2, 1", "NaN, 1", "0, NaN"})
    void noTimeIsNegative(double least, double most) {
        assertThatThrownBy(() -> new TimeRange(least, most)).isInstanceOf(IllegalArgumentException.class);
    }
}
