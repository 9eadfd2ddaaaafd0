package gavel.driver.record;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Totals of one operation at one moment. What has started and not ended is neither in time nor failed yet; once the hold is over it
 * is late.
 *
 * @param inTime ended well within the limit from the intended start
 * @param inTimeService ended well within the limit from the first write
 * @param failures by the position of {@link Outcome}
 */
public record OperationCounts(
        long starts, long ended, long inTime, long inTimeService, long overruns, long[] failures) {
    static final OperationCounts NONE = new OperationCounts(0, 0, 0, 0, 0, new long[Outcome.values().length]);

    public OperationCounts {
        failures = failures.clone();
    }

    @Override
    public long[] failures() {
        return failures.clone();
    }

    public long failed() {
        return Arrays.stream(failures).sum();
    }

    public long succeeded() {
        return ended - failed();
    }

    /** Failures that are answers of their own, or none: a time-out is an answer that comes too late, and counts as {@link #late()}. */
    public long wrong() {
        long wrong = 0;
        for (Outcome outcome : Outcome.values()) {
            wrong += outcome.timedOut() ? 0 : failures[outcome.ordinal()];
        }
        return wrong;
    }

    /** Later than the limit, timed out, or not ended at all: every start is in time, late or {@link #wrong()}. */
    public long late() {
        return starts - inTime - wrong();
    }

    /** The same, counted from the first write: what the driver's own delay has no part in. */
    public long lateService() {
        return starts - inTimeService - wrong();
    }

    /** Late among those that have ended, for a view while the run goes on. */
    public long endedLate() {
        return ended - inTime - wrong();
    }

    public long failures(Outcome outcome) {
        return failures[outcome.ordinal()];
    }

    /** Failure classes that happened, by their names in reports. */
    public Map<String, Long> failuresByLabel() {
        Map<String, Long> byLabel = new LinkedHashMap<>();
        for (Outcome outcome : Outcome.values()) {
            if (failures[outcome.ordinal()] > 0) {
                byLabel.put(outcome.label(), failures[outcome.ordinal()]);
            }
        }
        return byLabel;
    }

    public OperationCounts plus(OperationCounts other) {
        return combine(other, 1);
    }

    public OperationCounts minus(OperationCounts earlier) {
        return combine(earlier, -1);
    }

    private OperationCounts combine(OperationCounts other, int sign) {
        long[] sum = failures.clone();
        for (int i = 0; i < sum.length; i++) {
            sum[i] += sign * other.failures[i];
        }
        return new OperationCounts(
                starts + sign * other.starts,
                ended + sign * other.ended,
                inTime + sign * other.inTime,
                inTimeService + sign * other.inTimeService,
                overruns + sign * other.overruns,
                sum);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof OperationCounts counts
                && starts == counts.starts
                && ended == counts.ended
                && inTime == counts.inTime
                && inTimeService == counts.inTimeService
                && overruns == counts.overruns
                && Arrays.equals(failures, counts.failures);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(starts * 31 + ended);
    }
}
