package gavel.driver.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.atIndex;

import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RecorderTest {
    private static final long MILLI = 1_000_000;
    private static final long FROM = 1_000 * MILLI;
    private static final long TO = FROM + 3 * Recorder.BATCH_NANOS;
    private static final RecordedOperation BID = new RecordedOperation("PlaceBid", false, 2_000 * MILLI);

    private final Recorder recorder = new Recorder(List.of(BID));

    @Test
    void anOperationBelongsToTheMeasurementOfItsIntendedStart() {
        recorder.measure(FROM, TO);
        operation(FROM - 1, 10, Outcome.OK);
        operation(FROM, 10, Outcome.OK);
        operation(TO - 1, 10, Outcome.OK);
        operation(TO, 10, Outcome.OK);

        OperationCounts measured = recorder.counts().measured().getFirst();
        assertThat(measured.starts()).isEqualTo(2);
        assertThat(measured.succeeded()).isEqualTo(2);
        assertThat(recorder.counts().all().getFirst().starts()).isEqualTo(4);
    }

    @Test
    void tenthsOfASecondHaveWhatPeopleWaitedForAndGotByItsEnd() {
        Recorder all = new Recorder(List.of(
                BID,
                new RecordedOperation("GetImage", true, 1_000 * MILLI),
                new RecordedOperation("NextBid", false, RecordedOperation.NO_LIMIT)));
        all.begin(FROM);
        for (int operation = 0; operation < 3; operation++) {
            all.started(operation, FROM);
            all.record(operation, FROM, FROM, FROM + 1_250 * MILLI, Outcome.OK);
        }
        all.record(0, FROM, FROM, FROM + 1_299 * MILLI, Outcome.OK);
        all.record(0, FROM, FROM, FROM + 1_300 * MILLI, Outcome.OK);
        all.record(0, FROM, FROM, FROM + 1_300 * MILLI, Outcome.STATUS);
        all.record(0, 0, 0, FROM - 1, Outcome.OK);

        assertThat(all.tenths(1)).containsExactly(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        assertThat(all.tenths(2)).containsExactly(0, 0, 2, 1, 0, 0, 0, 0, 0, 0);
        // Sixteen seconds later they are gone, and what was never there is nought.
        all.record(0, FROM, FROM, FROM + 17_250 * MILLI, Outcome.OK);
        assertThat(all.tenths(2)).isEmpty();
        assertThat(all.tenths(17)).containsOnly(0);
        assertThat(all.tenths(18)).contains(1, atIndex(2));
        all.begin(FROM + 100 * Recorder.BATCH_NANOS);
        assertThat(all.tenths(18)).containsOnly(0);
    }

    @Test
    void lateIsLaterThanTheLimitAndExactlyTheLimitIsNot() {
        recorder.measure(FROM, TO);
        operation(FROM, 2_000, Outcome.OK);
        operation(FROM, 2_001, Outcome.OK);

        assertThat(measured().late()).isEqualTo(1);
    }

    @Test
    void aWrongAnswerIsNotLateAndATimeOutIsNoWrongAnswer() {
        recorder.measure(FROM, TO);
        operation(FROM, 1, Outcome.STATUS);
        operation(FROM, 1, Outcome.STATUS);
        operation(FROM, 9_000, Outcome.RESET);
        operation(FROM, 60_000, Outcome.RESPONSE_TIMEOUT);

        assertThat(measured().late()).isEqualTo(1);
        assertThat(measured().lateService()).isEqualTo(1);
        assertThat(measured().wrong()).isEqualTo(3);
        assertThat(measured().failed()).isEqualTo(4);
        assertThat(measured().failuresByLabel())
                .containsEntry("status", 2L)
                .containsEntry("reset", 1L)
                .containsEntry("responseTimeout", 1L)
                .hasSize(3);
    }

    @Test
    void whatHasNotEndedIsLate() {
        recorder.measure(FROM, TO);
        recorder.started(0, FROM);

        assertThat(measured().late()).isEqualTo(1);
        assertThat(measured().endedLate()).isZero();
    }

    @Test
    void whatIsStillOpenAfterTheHoldStandsInTheDistributionsWithTheTimeItHasTaken() {
        recorder.measure(FROM, TO);
        for (int i = 0; i < 95; i++) {
            operation(FROM, 10, Outcome.OK);
        }
        for (int i = 0; i < 5; i++) {
            recorder.started(0, FROM + 2 * Recorder.BATCH_NANOS);
        }

        recorder.finish(TO + 6_000 * MILLI);
        recorder.record(0, FROM + 2 * Recorder.BATCH_NANOS, FROM, TO + 60_000 * MILLI, Outcome.RESPONSE_TIMEOUT);

        assertThat(measured().late()).isEqualTo(5);
        assertThat(measured().ended()).isEqualTo(95);
        Collector collector = collected();
        assertThat(collector.response(0).getTotalCount()).isEqualTo(100);
        assertThat(collector.response(0).getValueAtPercentile(99)).isBetween(5_995_000L, 6_005_000L);
        assertThat(collector.service(0).getValueAtPercentile(99)).isBetween(5_995_000L, 6_005_000L);
    }

    @Test
    void aPollThatIsHeldAtTheEndIsInOrder() {
        Recorder polls = new Recorder(List.of(new RecordedOperation("NextBid", true, RecordedOperation.NO_LIMIT)));
        polls.measure(FROM, TO);
        polls.started(0, FROM);

        polls.finish(TO + 6_000 * MILLI);

        Collector collector = new Collector(List.of(polls), 1);
        collector.drainMeasured();
        assertThat(collector.response(0).getTotalCount()).isZero();
    }

    @Test
    void totalsAreThoseOfTheCountsWithoutWhatGrows() {
        recorder.measure(FROM, TO);
        operation(FROM, 10, Outcome.OK);

        assertThat(recorder.totals().all()).isEqualTo(recorder.counts().all());
        assertThat(recorder.totals().batches()).isEmpty();
    }

    @Test
    void theDriversOwnDelayMakesTheResponseLateButNotTheService() {
        recorder.measure(FROM, TO);
        recorder.started(0, FROM);
        recorder.record(0, FROM, FROM + 1_500 * MILLI, FROM + 2_500 * MILLI, Outcome.OK);

        assertThat(measured().late()).isEqualTo(1);
        assertThat(measured().lateService()).isZero();
        Collector collector = collected();
        assertThat(collector.response(0).getMaxValue()).isBetween(2_499_000L, 2_502_000L);
        assertThat(collector.service(0).getMaxValue()).isBetween(999_000L, 1_001_000L);
    }

    @Test
    void batchesOfTenSecondsAddUpToTheWhole() {
        recorder.measure(FROM, TO);
        operation(FROM, 10, Outcome.OK);
        operation(FROM + Recorder.BATCH_NANOS - 1, 3_000, Outcome.OK);
        operation(FROM + 2 * Recorder.BATCH_NANOS, 10, Outcome.OK);

        BatchSeries batches = recorder.counts().batches().getFirst();
        assertThat(inEach(batches, BatchSeries::starts)).containsExactly(2L, 0L, 1L);
        assertThat(inEach(batches, BatchSeries::late)).containsExactly(1L, 0L, 0L);
    }

    @Test
    void whatTenSecondsCountIsWhatTheWholeCountsHoweverItEnds() {
        recorder.measure(FROM, FROM + 100 * Recorder.BATCH_NANOS);
        for (Outcome outcome : Outcome.values()) {
            operation(FROM + outcome.ordinal() * Recorder.BATCH_NANOS, 10, outcome);
            operation(FROM + outcome.ordinal() * Recorder.BATCH_NANOS, 3_000, outcome);
        }
        recorder.started(0, FROM);
        recorder.record(0, FROM, FROM + 1_500 * MILLI, FROM + 2_500 * MILLI, Outcome.OK);
        recorder.started(0, FROM + 50 * Recorder.BATCH_NANOS);

        BatchSeries batches = recorder.counts().batches().getFirst();
        assertThat(batches.size()).isEqualTo(51);
        assertThat(sum(batches, BatchSeries::starts)).isEqualTo(measured().starts());
        assertThat(sum(batches, BatchSeries::late)).isEqualTo(measured().late()).isEqualTo(9);
        assertThat(sum(batches, BatchSeries::lateService))
                .isEqualTo(measured().lateService())
                .isEqualTo(8);
        assertThat(sum(batches, BatchSeries::wrong)).isEqualTo(measured().wrong());
        assertThat(sum(batches, BatchSeries::failed)).isEqualTo(measured().failed());
        assertThat(sum(batches, BatchSeries::open)).isOne();
        recorder.started(0, FROM);
        assertThat(batches)
                .as("a copy, not a view")
                .isNotEqualTo(recorder.counts().batches().getFirst());
    }

    private static List<Long> inEach(BatchSeries batches, BiFunction<BatchSeries, Integer, Long> what) {
        return IntStream.range(0, batches.size())
                .mapToObj(batch -> what.apply(batches, batch))
                .toList();
    }

    private static long sum(BatchSeries batches, BiFunction<BatchSeries, Integer, Long> what) {
        return inEach(batches, what).stream().mapToLong(Long::longValue).sum();
    }

    @Test
    void timeOutsStandInTheDistributionAndFastFailuresDoNot() {
        recorder.measure(FROM, TO);
        operation(FROM, 60_000, Outcome.RESPONSE_TIMEOUT);
        operation(FROM, 1, Outcome.RESET);

        assertThat(collected().response(0).getTotalCount()).isEqualTo(1);
    }

    @Test
    void lengthsBeyondTheHistogramAreCounted() {
        recorder.measure(FROM, TO);
        operation(FROM, 700_000, Outcome.OK);

        assertThat(recorder.counts().beyondRange()).isEqualTo(1);
        assertThat(collected().response(0).getTotalCount()).isEqualTo(1);
    }

    @Test
    void aNewMeasurementForgetsTheOldOne() {
        recorder.measure(FROM, TO);
        operation(FROM, 10, Outcome.OK);
        recorder.overrun(0, FROM);
        assertThat(measured().overruns()).isEqualTo(1);

        recorder.measure(TO, TO + 1);

        assertThat(measured()).isEqualTo(OperationCounts.NONE);
    }

    @Test
    void latenessBelongsToTheMeasurementOfTheTimer() {
        recorder.measure(FROM, TO);
        recorder.lateness(FROM - 1, 5 * MILLI);
        recorder.lateness(FROM, 7 * MILLI);

        Collector collector = collected();
        assertThat(collector.lateness().getTotalCount()).isEqualTo(1);
        assertThat(collector.lateness().getMaxValue()).isBetween(6_990L, 7_010L);
    }

    @Test
    void refusesALimitThatIsNone() {
        assertThatThrownBy(() -> new RecordedOperation("Home", false, 0))
                .hasMessageContaining("limit of Home must be > 0");
    }

    private OperationCounts measured() {
        return recorder.counts().measured().getFirst();
    }

    private Collector collected() {
        Collector collector = new Collector(List.of(recorder), 1);
        collector.drainMeasured();
        return collector;
    }

    private void operation(long intendedNanos, long millis, Outcome outcome) {
        recorder.started(0, intendedNanos);
        recorder.record(0, intendedNanos, intendedNanos, intendedNanos + millis * MILLI, outcome);
    }
}
