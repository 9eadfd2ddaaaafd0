package gavel.harness.result;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunCourseTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            4  | 1 2 3 4
            5  | 2 4 5
            6  | 2 4 6
            8  | 2 4 6 8
            9  | 4 8 9
            16 | 4 8 12 16
            17 | 8 16 17
            """)
    void whenThereAreTooManyEachStandsForTwiceTheTime(int seconds, String ends) {
        RunCourse course = new RunCourse(4);
        LongStream.rangeClosed(1, seconds).forEach(second -> course.add(interval(second, "MEASURE")));

        assertThat(course.points())
                .extracting(IntervalReport::second)
                .containsExactlyElementsOf(
                        List.of(ends.split(" ")).stream().map(Long::valueOf).toList());
        assertThat(course.points().stream().mapToLong(IntervalReport::exchanges).sum())
                .as("nothing is lost")
                .isEqualTo(10L * seconds);
    }

    @Test
    void nothingIsMergedOverTheEdgeOfAPhase() {
        RunCourse course = new RunCourse(4);
        LongStream.rangeClosed(1, 3).forEach(second -> course.add(interval(second, "RAMP")));
        LongStream.rangeClosed(4, 6).forEach(second -> course.add(interval(second, "MEASURE")));

        assertThat(course.points())
                .extracting(point -> point.second() + " " + point.phase())
                .containsExactly("2 RAMP", "3 RAMP", "4 MEASURE", "6 MEASURE");
    }

    @Test
    void countsAreSumsAndWhatIsWorstStays() {
        RunCourse course = new RunCourse(1);
        course.add(new IntervalReport(
                1, 1_000, "MEASURE", 5, List.of(new OperationInterval("Home", 3, 2, 1, 0, 900)), 4, 1, 0.9, 50, 7));
        course.add(new IntervalReport(
                2, 2_000, "MEASURE", 6, List.of(new OperationInterval("Home", 1, 2, 0, 1, 400)), 1, 0, 0.2, 80, 2));

        // The one point is full of one second, so that two become one only with the third.
        course.add(interval(3, "RAMP_DOWN"));

        assertThat(course.points().getFirst())
                .isEqualTo(new IntervalReport(
                        2,
                        2_000,
                        "MEASURE",
                        6,
                        List.of(new OperationInterval("Home", 4, 4, 1, 1, 900)),
                        5,
                        1,
                        0.9,
                        80,
                        9));
    }

    @Test
    void aDayIsNoMoreThanTwoHours() {
        RunCourse course = new RunCourse();
        LongStream.rangeClosed(1, 86_400).forEach(second -> course.add(interval(second, "MEASURE")));

        assertThat(course.points()).hasSize(86_400 / 16);
        assertThat(course.points().getLast().second()).isEqualTo(86_400);
    }

    private static IntervalReport interval(long second, String phase) {
        return new IntervalReport(
                second,
                1_000 * second,
                phase,
                5,
                List.of(new OperationInterval("Home", 1, 1, 0, 0, 100)),
                0,
                0,
                0.1,
                100,
                10);
    }
}
