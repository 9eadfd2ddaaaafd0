package gavel.driver.command;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import java.util.Comparator;
import java.util.Locale;

/** One second of a run on one line. */
final class Progress {
    private Progress() {}

    static String line(IntervalReport interval) {
        long completed = 0;
        long late = 0;
        long failed = 0;
        for (OperationInterval operation : interval.operations()) {
            completed += operation.completed();
            late += operation.late();
            failed += operation.failed();
        }
        String slowest = interval.operations().stream()
                .filter(operation ->
                        operation.p99Micros() >= 0 && !operation.name().equals("NextBid"))
                .max(Comparator.comparingLong(OperationInterval::p99Micros))
                .map(operation ->
                        String.format(Locale.ROOT, "%s p99 %s", operation.name(), millis(operation.p99Micros())))
                .orElse("");
        return String.format(
                Locale.ROOT,
                "%4d s  %-9s  %5d users  %5d ops  %3d late  %3d failed  driver %2.0f %%  %s",
                interval.second(),
                interval.phase(),
                interval.users(),
                completed,
                late,
                failed,
                interval.busyShare() * 100,
                slowest);
    }

    static String millis(long micros) {
        return micros < 0 ? "-" : String.format(Locale.ROOT, micros < 100_000 ? "%.1f ms" : "%.0f ms", micros / 1000.0);
    }
}
