package gavel.driver.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import gavel.driver.api.LoadReport.Latency;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CollectorTest {
    private static final RecordedOperation HOME = new RecordedOperation("Home", false, 2_000_000_000L);

    @Test
    void theSameSamplesThroughOneAndFourLoopsGiveTheSameResult() {
        List<Recorder> one = recorders(1);
        List<Recorder> four = recorders(4);
        SplittableRandom random = new SplittableRandom(3);
        for (int i = 0; i < 20_000; i++) {
            long nanos = random.nextLong(1_000, 3_000_000_000L);
            record(one.getFirst(), nanos);
            record(four.get(i % 4), nanos);
        }

        Collector whole = new Collector(one, 1);
        Collector parts = new Collector(four, 1);
        whole.drainMeasured();
        parts.drainMeasured();

        assertThat(parts.response(0)).isEqualTo(whole.response(0));
        assertThat(Latencies.of(parts.service(0))).isEqualTo(Latencies.of(whole.service(0)));
        assertThat(four.stream().map(Recorder::counts).reduce(Counts::plus).orElseThrow())
                .isEqualTo(one.getFirst().counts());
    }

    @Test
    void drainingOftenLosesNothing() {
        List<Recorder> recorders = recorders(1);
        Collector collector = new Collector(recorders, 1);
        for (int i = 1; i <= 1000; i++) {
            record(recorders.getFirst(), i * 1_000_000L);
            if (i % 7 == 0) {
                collector.drainMeasured();
            }
        }
        collector.drainMeasured();

        assertThat(collector.response(0).getTotalCount()).isEqualTo(1000);
    }

    @Test
    void theRecentWindowForgetsAfterFiveDrains() {
        List<Recorder> recorders = recorders(1);
        Collector collector = new Collector(recorders, 1);
        assertThat(collector.recentMaxMicros(0)).isEqualTo(-1);
        record(recorders.getFirst(), 80_000_000);
        collector.drainRecent();

        for (int second = 0; second < 4; second++) {
            assertThat(collector.recentMaxMicros(0)).isBetween(79_000L, 81_000L);
            assertThat(collector.recentP99Micros(0)).as("of one sample").isEqualTo(-1);
            collector.drainRecent();
        }
        collector.drainRecent();

        assertThat(collector.recentMaxMicros(0)).isEqualTo(-1);
    }

    @Test
    void theRecentWindowIsTheSumOfItsDrains() {
        List<Recorder> recorders = recorders(2);
        Collector collector = new Collector(recorders, 1);
        for (int second = 1; second <= 20; second++) {
            for (int i = 0; i < 300; i++) {
                record(recorders.get(i % 2), second * 1_000_000L);
            }
            collector.drainRecent();

            assertThat(collector.recentP99Micros(0)).isCloseTo(second * 1_000L, withinPercentage(1));
        }
        for (int i = 0; i < 3; i++) {
            record(recorders.getFirst(), 1_000_000L);
            collector.drainRecent();
        }
        assertThat(collector.recentP99Micros(0)).isCloseTo(20_000, withinPercentage(1));
        collector.drainRecent();
        collector.drainRecent();
        assertThat(collector.recentMaxMicros(0)).isCloseTo(1_000, withinPercentage(1));
        assertThat(collector.recentP99Micros(0)).as("of three samples").isEqualTo(-1);
    }

    @Test
    void reportsOfSeveralAgentsMergeExactly() {
        Histogram first = histogram(1_000, 2_000, 3_000);
        Histogram second = histogram(4_000, 600_000_000);

        Latency merged = Latencies.of(Latencies.sum(List.of(Latencies.text(first), Latencies.text(second))));

        first.add(second);
        assertThat(merged).isEqualTo(Latencies.of(first));
        assertThat(Latencies.histogram(merged.histogram())).isEqualTo(first);
    }

    @Test
    void aReportOfNothingClaimsNothing() {
        Latency nothing = Latencies.of(histogram());

        assertThat(nothing.count()).isZero();
        assertThat(nothing.percentiles()).isEmpty();
        assertThat(Latencies.of(Latencies.sum(List.of(nothing.histogram(), nothing.histogram()))))
                .isEqualTo(nothing);
    }

    @Test
    void percentilesRise() {
        Latency latency = Latencies.of(
                histogram(LongStream.rangeClosed(1, 3_000).map(i -> 10 * i).toArray()));

        assertThat(latency.percentiles())
                .extracting(percentile -> percentile.micros())
                .isSorted();
        assertThat(latency.percentiles())
                .extracting(percentile -> percentile.quantile())
                .contains(0.5, 0.9, 0.99, 0.999);
        assertThat(latency.percentiles().getFirst().micros()).isCloseTo(15_000, withinPercentage(0.1));
        assertThat(latency.meanMicros()).isCloseTo(15_005, withinPercentage(0.1));
    }

    @Test
    void aPercentileThatSoFewValuesDoNotTellIsLeftOut() {
        assertThat(Latencies.of(histogram(10, 20)).percentiles()).isEmpty();
        assertThat(Latencies.of(histogram(10, 20)).maxMicros()).isEqualTo(20);
        assertThat(Latencies.of(histogram(LongStream.rangeClosed(1, 67).toArray()))
                        .percentiles())
                .extracting(percentile -> percentile.quantile())
                .containsExactly(0.5, 0.75, 0.9, 0.95);
    }

    @Test
    void histogramLogsAreReadByTheLibrarysOwnReader(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("run.hlog");
        Histogram bids = histogram(1_000, 2_000);

        HistogramLog.write(file, 1_700_000_000_000L, 1_700_000_060_000L, Map.of("PlaceBid.response", bids));

        try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
            Histogram read = (Histogram) reader.nextIntervalHistogram();
            assertThat(read).isEqualTo(bids);
            assertThat(read.getTag()).isEqualTo("PlaceBid.response");
            assertThat(read.getStartTimeStamp()).isEqualTo(1_700_000_000_000L);
            assertThat(reader.nextIntervalHistogram()).isNull();
        }
    }

    private static List<Recorder> recorders(int count) {
        List<Recorder> recorders =
                Stream.generate(() -> new Recorder(List.of(HOME))).limit(count).toList();
        recorders.forEach(recorder -> recorder.measure(0, Long.MAX_VALUE));
        return recorders;
    }

    private static void record(Recorder recorder, long nanos) {
        recorder.started(0, 0);
        recorder.record(0, 0, 0, nanos, Outcome.OK);
    }

    private static Histogram histogram(long... micros) {
        Histogram histogram = Micros.histogram();
        for (long value : micros) {
            histogram.recordValue(value);
        }
        return histogram;
    }
}
