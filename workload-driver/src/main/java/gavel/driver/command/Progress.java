package gavel.driver.command;

import gavel.driver.api.IntervalReport;
import gavel.driver.api.IntervalReport.OperationInterval;
import gavel.driver.profile.OperationKind;
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
            completed += operation.name().equals(OperationKind.NEXT_BID.title()) ? 0 : operation.completed();
            late += operation.late();
            failed += operation.failed();
        }
        String slowest = interval.operations().stream()
                .filter(operation ->
                        operation.maxMicros() >= 0 && !operation.name().equals(OperationKind.NEXT_BID.title()))
                .max(Comparator.comparingLong(OperationInterval::maxMicros))
                .map(operation ->
                        String.format(Locale.ROOT, "%s max %s", operation.name(), millis(operation.maxMicros())))
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
