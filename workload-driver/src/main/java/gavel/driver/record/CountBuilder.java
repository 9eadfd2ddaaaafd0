package gavel.driver.record;

/** Running totals of one operation in one loop. */
final class CountBuilder {
    private static final long[] NO_FAILURES = new long[Outcome.values().length];

    private final long limitNanos;
    /** Null until there is one: a long run has a builder for each ten seconds. */
    private long[] failures;

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
            failures = failures == null ? new long[NO_FAILURES.length] : failures;
            failures[outcome.ordinal()]++;
            return;
        }
        inTime += responseNanos <= limitNanos ? 1 : 0;
        inTimeService += serviceNanos <= limitNanos ? 1 : 0;
    }

    /** Started and not ended. */
    long open() {
        return starts - ended;
    }

    OperationCounts counts() {
        return new OperationCounts(
                starts, ended, inTime, inTimeService, overruns, failures == null ? NO_FAILURES : failures);
    }
}
