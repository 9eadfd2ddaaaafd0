package gavel.driver.run;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import gavel.driver.profile.OperationKind;
import gavel.driver.record.Collector;
import gavel.driver.record.Outcome;
import gavel.driver.record.RecordedOperation;
import gavel.driver.record.Recorder;
import gavel.driver.user.LoopSnapshot;
import gavel.driver.user.MixTally;
import gavel.driver.user.UserTally;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What happened between two looks at the totals of two loops. */
class IntervalMakerTest {
    private static final long SECOND = 1_000_000_000L;

    private final Recorder one = recorder();
    private final Recorder other = recorder();
    private final IntervalMaker maker =
            new IntervalMaker(new Collector(List.of(one, other), OperationKind.values().length), totals(0, 0, 0));

    @Test
    void aSecondIsTheDifferenceOfTheTotalsOfAllLoops() {
        ended(one, OperationKind.HOME, SECOND / 10, Outcome.OK);
        ended(other, OperationKind.HOME, 3 * SECOND, Outcome.OK);
        ended(other, OperationKind.HOME, SECOND / 10, Outcome.STATUS);
        IntervalReport first = maker.next(1, 1_000, "RAMP", totals(7, 30, 4), List.of(1, 2), 0.25);

        assertThat(home(first))
                .extracting("starts", "completed", "late", "failed")
                .containsExactly(3L, 2L, 1L, 1L);
        assertThat(home(first).maxMicros()).isBetween(2_900_000L, 3_100_000L);
        assertThat(home(first).p99Micros()).as("of two samples").isEqualTo(-1);
        assertThat(first.users()).as("two loops with seven each").isEqualTo(14);
        assertThat(first.exchanges()).isEqualTo(60);
        assertThat(first.newsPairs()).isEqualTo(8);
        assertThat(first.tenths()).containsExactly(1, 2);

        ended(one, OperationKind.HOME, SECOND / 10, Outcome.OK);
        IntervalReport second = maker.next(2, 2_000, "RAMP", totals(8, 31, 4), List.of(), 0.25);

        assertThat(home(second))
                .extracting("starts", "completed", "late", "failed")
                .containsExactly(1L, 1L, 0L, 0L);
        assertThat(second.exchanges()).isEqualTo(2);
        assertThat(second.newsPairs()).isZero();
    }

    @Test
    void longPollsAreNeverLate() {
        ended(one, OperationKind.NEXT_BID, 30 * SECOND, Outcome.OK);
        IntervalReport report = maker.next(1, 1_000, "RAMP", totals(1, 1, 0), List.of(), 0);

        OperationInterval polls = report.operations().get(OperationKind.NEXT_BID.ordinal());
        assertThat(polls.completed()).isEqualTo(1);
        assertThat(polls.late()).isZero();
    }

    private RunTotals totals(int present, long exchanges, long pairs) {
        return RunTotals.of(
                List.of(snapshot(one, present, exchanges, pairs), snapshot(other, present, exchanges, pairs)));
    }

    private static LoopSnapshot snapshot(Recorder recorder, int present, long exchanges, long pairs) {
        Map<String, Long> http = Map.of("exchanges", exchanges);
        return new LoopSnapshot(recorder.counts(), new UserTally(), new MixTally(), http, present, pairs, 0);
    }

    private static void ended(Recorder recorder, OperationKind kind, long nanos, Outcome outcome) {
        recorder.started(kind.ordinal(), 0);
        recorder.record(kind.ordinal(), 0, 0, nanos, outcome);
    }

    private static OperationInterval home(IntervalReport report) {
        return report.operations().get(OperationKind.HOME.ordinal());
    }

    private static Recorder recorder() {
        return new Recorder(Arrays.stream(OperationKind.values())
                .map(kind -> new RecordedOperation(
                        kind.title(), kind.background(), kind.longPoll() ? RecordedOperation.NO_LIMIT : 2 * SECOND))
                .toList());
    }
}
