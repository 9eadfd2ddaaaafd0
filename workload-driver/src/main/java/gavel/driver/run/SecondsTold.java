package gavel.driver.run;

/** Which second of a load is reported next, and when. Used by the run's thread. */
final class SecondsTold {
    private static final long SECOND = 1_000_000_000L;

    private long last;

    /** When there is something to report, in nanoseconds since the start of the load. */
    long dueNanos() {
        return (last + 1) * SECOND;
    }

    /**
     * The last second that is over. Seconds the driver slept through are not made up: this report has their figures.
     *
     * @param sinceStartNanos at or after {@link #dueNanos}
     */
    Second next(long sinceStartNanos) {
        long before = last;
        last = Math.max(before + 1, sinceStartNanos / SECOND);
        return new Second(last, last > before + 1);
    }

    /**
     * @param number since the start of the load, from 1
     * @param several whether those before it are in the same report
     */
    record Second(long number, boolean several) {
        /** In nanoseconds since the start of the load. */
        long endNanos() {
            return number * SECOND;
        }
    }
}
