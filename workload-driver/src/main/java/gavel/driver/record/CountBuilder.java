package gavel.driver.record;

/** Running totals of one operation in one loop. */
final class CountBuilder {
    private final long limitNanos;
    private final long[] failures = new long[Outcome.values().length];
    private long starts;
    private long ended;
    private long inTime;
    private long inTimeService;
    private long overruns;

    CountBuilder(long limitNanos) {
        this.limitNanos = limitNanos;
    }

    void started() {
        starts++;
    }

    void overrun() {
        overruns++;
    }

    void ended(long responseNanos, long serviceNanos, Outcome outcome) {
        ended++;
        if (outcome.failed()) {
            failures[outcome.ordinal()]++;
            return;
        }
        inTime += responseNanos <= limitNanos ? 1 : 0;
        inTimeService += serviceNanos <= limitNanos ? 1 : 0;
    }

    OperationCounts counts() {
        return new OperationCounts(starts, ended, inTime, inTimeService, overruns, failures);
    }
}
