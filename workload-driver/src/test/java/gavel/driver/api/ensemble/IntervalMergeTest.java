package gavel.driver.api.ensemble;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class IntervalMergeTest {
    private final List<IntervalReport> merged = new ArrayList<>();
    private final IntervalMerge merge = new IntervalMerge(2, merged::add);

    @Test
    void countsAreAddedAndTheWorstAgentIsShown() {
        merge.add(0, interval(1, 40, new OperationInterval("Home", 10, 9, 1, 0, 5_000), 0.2, 900));
        merge.add(1, interval(1, 41, new OperationInterval("Home", 20, 18, 0, 2, -1), 0.7, 300));

        assertThat(merged)
                .containsExactly(new IntervalReport(
                        1,
                        1_000,
                        "MEASURE",
                        81,
                        List.of(new OperationInterval("Home", 30, 27, 1, 2, 5_000)),
                        6,
                        2,
                        0.7,
                        900,
                        200));
    }

    @Test
    void tenthsAreAddedWhereEveryAgentKnowsItsOwn() {
        merge.add(0, tenths(1, List.of(1, 2)));
        merge.add(1, tenths(1, List.of(10, 0)));
        merge.add(0, tenths(2, List.of(1, 2)));
        merge.add(1, tenths(2, List.of()));
        // The other agent slept through this one.
        merge.add(0, tenths(3, List.of(1, 2)));
        merge.add(0, tenths(4, List.of(1, 2)));
        merge.add(1, tenths(4, List.of(1, 1)));

        assertThat(merged)
                .extracting(IntervalReport::tenths)
                .containsExactly(List.of(11, 2), List.of(), List.of(), List.of(2, 3));
        assertThat(merged).extracting(IntervalReport::peopleFailed).containsExactly(6L, 6L, 3L, 6L);
    }

    private static IntervalReport tenths(long second, List<Integer> tenths) {
        return new IntervalReport(second, second * 1_000, "MEASURE", 1, List.of(), 0, 0, 0, 0, 0, 3L, tenths);
    }

    @Test
    void aPercentileThatOneAgentDoesNotKnowIsNotKnownOfAll() {
        merge.add(0, interval(1, 40, new OperationInterval("Home", 300, 300, 0, 0, 5_000, 6_000), 0.2, 900));
        merge.add(1, interval(1, 41, new OperationInterval("Home", 2, 2, 0, 0, -1, 800_000), 0.7, 300));

        assertThat(merged.getFirst().operations())
                .containsExactly(new OperationInterval("Home", 302, 302, 0, 0, -1, 800_000));
    }

    @Test
    void aSecondIsToldWhenAllHaveToldOfItAndInOrder() {
        merge.add(0, interval(1, 10));
        merge.add(0, interval(2, 11));
        assertThat(merged).isEmpty();

        merge.add(1, interval(1, 20));
        assertThat(merged).extracting(IntervalReport::second).containsExactly(1L);
        merge.add(1, interval(2, 20));
        assertThat(merged).extracting(IntervalReport::second).containsExactly(1L, 2L);
    }

    @Test
    void theUsersOfAnAgentThatSleptThroughASecondAreStillThere() {
        merge.add(0, interval(1, 10));
        merge.add(1, interval(1, 20));
        merge.add(0, interval(2, 10));
        merge.add(1, interval(3, 20));

        assertThat(merged).extracting(IntervalReport::second).containsExactly(1L, 2L);
        assertThat(merged.getLast().users()).isEqualTo(30);
        assertThat(merged.getLast().exchanges())
                .as("its figures are in its next report")
                .isEqualTo(100);
    }

    @Test
    void nobodyWaitsForAnAgentThatHasLeft() {
        merge.add(0, interval(1, 10));
        merge.add(0, interval(2, 10));

        merge.left(1);

        assertThat(merged).extracting(IntervalReport::second).containsExactly(1L, 2L);
        assertThat(merged).extracting(IntervalReport::users).containsOnly(10);
    }

    @Test
    void usersAreThoseOfTheSecondAndNotOfALaterOne() {
        merge.add(0, interval(1, 10));
        merge.add(0, interval(2, 50));
        merge.left(0);

        merge.add(1, interval(1, 20));
        merge.add(1, interval(2, 50));
        merge.add(1, interval(3, 50));

        assertThat(merged).extracting(IntervalReport::users).containsExactly(30, 100, 50);
    }

    private static IntervalReport interval(long second, int users) {
        return interval(second, users, new OperationInterval("Home", 1, 1, 0, 0, 1), 0, 0);
    }

    private static IntervalReport interval(
            long second, int users, OperationInterval operation, double busy, long lateness) {
        return new IntervalReport(
                second, second * 1_000, "MEASURE", users, List.of(operation), 3, 1, busy, lateness, 100);
    }
}
