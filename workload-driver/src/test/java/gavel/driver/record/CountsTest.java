package gavel.driver.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Counts of several loops and of several moments, added and subtracted. */
class CountsTest {
    private static final long MILLI = 1_000_000;
    private static final long LIMIT = 2_000 * MILLI;

    @Test
    void everyStartIsInTimeLateOrWrong() {
        CountBuilder builder = new CountBuilder(LIMIT);
        for (int i = 0; i < 6; i++) {
            builder.started();
        }
        builder.ended(LIMIT, LIMIT, Outcome.OK);
        builder.ended(LIMIT + 1, LIMIT, Outcome.OK);
        builder.ended(LIMIT + 1, LIMIT + 1, Outcome.OK);
        builder.ended(1, 1, Outcome.CONTENT);
        builder.ended(1, 1, Outcome.RESPONSE_TIMEOUT);
        OperationCounts counts = builder.counts();

        assertThat(counts.late()).as("two slow, one timed out, one under way").isEqualTo(4);
        assertThat(counts.lateService())
                .as("one slow, one timed out, one under way")
                .isEqualTo(3);
        assertThat(counts.endedLate()).isEqualTo(3);
        assertThat(counts.wrong()).as("the wrong answer").isOne();
        assertThat(counts.failed()).isEqualTo(2);
        assertThat(counts.succeeded()).isEqualTo(3);
        assertThat(counts.failures(Outcome.CONTENT)).isOne();
        assertThat(counts.failures(Outcome.RESET)).isZero();
        assertThat(counts.failuresByLabel().keySet()).containsExactly("responseTimeout", "content");
    }

    @Test
    void aPollWithoutALimitIsNeverLateForItsLength() {
        CountBuilder builder = new CountBuilder(RecordedOperation.NO_LIMIT);
        builder.started();
        builder.ended(40_000 * MILLI, 40_000 * MILLI, Outcome.OK);
        assertThat(builder.counts().late()).isZero();
    }

    @Test
    void aLaterMomentLessAnEarlierOneIsWhatHappenedBetween() {
        CountBuilder builder = new CountBuilder(LIMIT);
        builder.started();
        builder.ended(1, 1, Outcome.RESET);
        OperationCounts before = builder.counts();
        builder.started();
        builder.overrun();
        builder.ended(1, 1, Outcome.OK);
        OperationCounts between = builder.counts().minus(before);

        assertThat(between.starts()).isOne();
        assertThat(between.succeeded()).isOne();
        assertThat(between.overruns()).isOne();
        assertThat(between.failuresByLabel()).isEmpty();
        assertThat(before.plus(between)).isEqualTo(builder.counts()).hasSameHashCodeAs(builder.counts());
        assertThat(before).as("a copy, not a view").isNotEqualTo(builder.counts());
    }

    @Test
    void nobodyChangesCountsThroughTheirFailures() {
        OperationCounts counts = new OperationCounts(1, 1, 0, 0, 0, new long[Outcome.values().length]);
        counts.failures()[Outcome.TLS.ordinal()] = 5;
        assertThat(counts.failed()).isZero();
        assertThat(counts.plus(counts).starts()).isEqualTo(2);
        assertThat(counts.starts()).isOne();
    }

    @Test
    void loopsThatSawDifferentlyManyBatchesAddUp() {
        Counts one = counts(series(3), 1);
        Counts other = counts(series(4, 5), 2);
        for (Counts sum : List.of(one.plus(other), other.plus(one))) {
            assertThat(sum.batches()).containsExactly(series(7, 5));
            assertThat(sum.all().getFirst().starts()).isEqualTo(20);
            assertThat(sum.measured().getFirst().starts()).isEqualTo(2);
            assertThat(sum.beyondRange()).isEqualTo(3);
        }
    }

    @Test
    void microsecondsAreRoundedAndEndWhereTheHistogramEnds() {
        assertThat(Micros.of(499)).isZero();
        assertThat(Micros.of(500)).isOne();
        assertThat(Micros.of(1_499)).isOne();
        assertThat(Micros.of(-5_000))
                .as("an end before its beginning is no negative time")
                .isZero();
        assertThat(Micros.of(Micros.MAX * 1_000 * 2)).isEqualTo(Micros.MAX);
        assertThat(Micros.beyond(Micros.MAX * 1_000)).isFalse();
        assertThat(Micros.beyond((Micros.MAX + 1) * 1_000)).isTrue();
    }

    @Test
    void theWindowForgetsWhatIsOlderThanFiveDrains() {
        Recorder recorder = new Recorder(List.of(new RecordedOperation("Home", false, LIMIT)));
        Collector collector = new Collector(List.of(recorder), 1);
        assertThat(collector.recentMaxMicros(0)).isEqualTo(-1);
        recorder.started(0, 0);
        recorder.record(0, 0, 0, 50 * MILLI, Outcome.OK);
        for (int second = 0; second < 5; second++) {
            collector.drainRecent();
            assertThat(collector.recentMaxMicros(0)).isBetween(49_000L, 51_000L);
        }
        collector.drainRecent();
        assertThat(collector.recentMaxMicros(0)).isEqualTo(-1);
    }

    @Test
    void theDriversOwnFailuresAreToldApart() {
        assertThat(Outcome.values())
                .filteredOn(Outcome::ofDriver)
                .containsExactly(Outcome.DESCRIPTORS, Outcome.PORTS, Outcome.CANCELLED);
        assertThat(Outcome.values())
                .filteredOn(Outcome::timedOut)
                .containsExactly(Outcome.CONNECT_TIMEOUT, Outcome.ACQUIRE_TIMEOUT, Outcome.RESPONSE_TIMEOUT);
        assertThat(Outcome.values()).filteredOn(outcome -> !outcome.failed()).containsExactly(Outcome.OK);
    }

    private static Counts counts(BatchSeries batches, long beyond) {
        return new Counts(List.of(starts(10)), List.of(starts(1)), List.of(batches), beyond);
    }

    private static BatchSeries series(int... starts) {
        BatchSeries series = new BatchSeries();
        for (int batch = 0; batch < starts.length; batch++) {
            for (int i = 0; i < starts[batch]; i++) {
                series.started(batch);
            }
        }
        return series;
    }

    private static OperationCounts starts(long number) {
        return new OperationCounts(number, 0, 0, 0, 0, new long[Outcome.values().length]);
    }
}
