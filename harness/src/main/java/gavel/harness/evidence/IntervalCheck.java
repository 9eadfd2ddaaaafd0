package gavel.harness.evidence;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadReport.OperationReport;
import gavel.driver.api.TextFile;
import gavel.harness.result.IntervalsCsv;
import gavel.harness.result.RunResult;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Holds the seconds of a run against its totals. A second is told when it is over and an operation counts when it was to begin. So what
 * lies at either end of the measurement may be counted differently by the two.
 */
final class IntervalCheck {
    private static final String FILE = "intervals.csv";
    private static final String MEASURE = "MEASURE";
    private static final int MOST_BYTES = 512 << 20;

    /** What may lie at the ends: as much as comes in so many seconds, and some. */
    private static final double EDGE_SECONDS = 2;

    private static final long EDGE = 10;

    private final RunResult result;
    private final Findings findings;
    private final List<IntervalReport> measured;

    IntervalCheck(RunResult result, Findings findings) {
        this.result = result;
        this.findings = findings;
        this.measured = result.intervals().stream()
                .filter(interval -> interval.phase().equals(MEASURE))
                .toList();
    }

    void check(Path directory) {
        table(directory.resolve(FILE));
        LoadReport load = result.load();
        if (load == null) {
            return;
        }
        times(load);
        for (OperationReport operation : load.operations()) {
            total(operation.starts(), "starts of " + operation.name(), interval -> sum(interval, operation.name()));
        }
        if (load.news() != null) {
            news(load.news());
        }
        total(load.counters().getOrDefault("exchanges", 0L), "exchanges", IntervalReport::exchanges);
        int most = result.intervals().stream()
                .mapToInt(IntervalReport::users)
                .max()
                .orElse(0);
        findings.that(
                most <= load.users() || load.shape().arrivals() != null,
                "intervals",
                "there were " + most + " users, and " + load.users() + " were asked for");
        result.intervals().forEach(this::possible);
    }

    private void table(Path file) {
        String expected = IntervalsCsv.of(result.intervals());
        try {
            String table = TextFile.read(file, MOST_BYTES);
            if (table.startsWith(IntervalsCsv.header())) {
                findings.that(table.equals(expected), FILE, "it is not the table of the intervals in the result");
            } else {
                findings.unknown(FILE, "it has other columns than this version writes");
            }
        } catch (IOException absent) {
            findings.missing(FILE, "it cannot be read: " + absent.getMessage());
        }
    }

    /** A second follows the other, in the measurement as long as it took. */
    private void times(LoadReport load) {
        long before = 0;
        for (IntervalReport interval : result.intervals()) {
            findings.that(
                    before <= interval.atMillis(), "intervals", "second " + interval.second() + " is before the last");
            before = interval.atMillis();
        }
        double seconds = (load.measuredToMillis() - load.measuredFromMillis()) / 1e3;
        double covered = 0;
        long second = 0;
        for (IntervalReport interval : result.intervals()) {
            covered += interval.phase().equals(MEASURE) ? interval.second() - second : 0;
            second = interval.second();
        }
        findings.same(covered, seconds, EDGE_SECONDS, "intervals", "seconds of the measurement");
    }

    private static long sum(IntervalReport interval, String operation) {
        return interval.operations().stream()
                .filter(each -> each.name().equals(operation))
                .mapToLong(OperationInterval::starts)
                .sum();
    }

    /** Those of bids within the measurement, in the second in which each was seen, which may be later. What nobody has seen is in no second. */
    private void news(LoadReport.NewsReport news) {
        long sum =
                result.intervals().stream().mapToLong(IntervalReport::newsPairs).sum();
        double edge = edge(sum, news.pairs());
        findings.that(
                sum - news.pairs() <= edge && news.pairs() - news.undelivered() - sum <= edge,
                "intervals",
                "they have " + sum + " pairs of the news, the load has " + news.pairs());
    }

    /** What may lie beyond the ends of the measurement. */
    private double edge(long sum, long total) {
        return EDGE + EDGE_SECONDS * Math.max(sum, total) / Math.max(1, measured.size());
    }

    private void total(long total, String what, ToLongFunction<IntervalReport> of) {
        long sum = measured.stream().mapToLong(of).sum();
        findings.that(
                Math.abs(sum - total) <= edge(sum, total),
                "intervals",
                "they have " + sum + " " + what + " within the measurement, the load has " + total);
    }

    private void possible(IntervalReport interval) {
        for (OperationInterval operation : interval.operations()) {
            findings.that(
                    operation.maxMicros() < 0 || operation.p99Micros() <= operation.maxMicros(),
                    "intervals",
                    "second " + interval.second() + " has a percentile of " + operation.name()
                            + " above the largest value");
        }
    }
}
