package gavel.driver.run;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.AgentFindings.Responses;
import gavel.driver.profile.OperationKind;
import gavel.driver.record.Collector;
import gavel.driver.record.Outcome;
import gavel.driver.record.RecordedOperation;
import gavel.driver.record.Recorder;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The mean response of each ten seconds, as the steady-state rule wants it. */
class ResponseTrendTest {
    private static final long MILLI = 1_000_000;
    private static final Offset<Double> DIGITS = Offset.offset(0.2);

    private final Recorder recorder = new Recorder(Arrays.stream(OperationKind.values())
            .map(kind -> new RecordedOperation(kind.title(), kind.background(), 2_000 * MILLI))
            .toList());
    private final Collector collector = new Collector(List.of(recorder), OperationKind.values().length);
    private final ResponseTrend trend = new ResponseTrend();

    @BeforeEach
    void measure() {
        recorder.measure(0, Long.MAX_VALUE);
    }

    @Test
    void eachBatchHasItsOwnResponsesOfAllMainOperations() {
        took(OperationKind.HOME, 100);
        took(OperationKind.LOGIN, 200);
        batchEnds();
        took(OperationKind.LOGIN, 30);
        batchEnds();

        assertThat(meanMillis()).hasSize(2);
        assertThat(meanMillis().get(0)).isCloseTo(150, DIGITS);
        assertThat(meanMillis().get(1)).isCloseTo(30, DIGITS);
    }

    @Test
    void longPollsAreNoPartOfIt() {
        took(OperationKind.HOME, 100);
        took(OperationKind.NEXT_BID, 30_000);
        batchEnds();

        assertThat(meanMillis()).singleElement().satisfies(mean -> assertThat(mean)
                .isCloseTo(100, DIGITS));
    }

    @Test
    void aBatchInWhichNothingEndedKeepsItsPlace() {
        batchEnds();
        took(OperationKind.HOME, 100);
        batchEnds();
        batchEnds();

        assertThat(trend.batches()).extracting(Responses::count).containsExactly(0L, 1L, 0L);
    }

    private List<Double> meanMillis() {
        return trend.batches().stream()
                .map(batch -> batch.micros() / batch.count() / 1_000)
                .toList();
    }

    private void took(OperationKind kind, long millis) {
        recorder.started(kind.ordinal(), 0);
        recorder.record(kind.ordinal(), 0, 0, millis * MILLI, Outcome.OK);
    }

    private void batchEnds() {
        collector.drainMeasured();
        trend.batchEnds(collector);
    }
}
