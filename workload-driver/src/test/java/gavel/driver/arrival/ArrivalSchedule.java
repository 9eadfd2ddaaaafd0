package gavel.driver.arrival;

/** When the n-th arrival is intended, in nanoseconds from the start; computed from n, so that rounding never adds up. */
@FunctionalInterface
public interface ArrivalSchedule {
    /** @param n from 0 */
    long intendedNanos(long n);

    /** The same distance between all. */
    static ArrivalSchedule constant(long perSecond) {
        if (perSecond <= 0) {
            throw new IllegalArgumentException("arrivals per second must be > 0: " + perSecond);
        }
        return n -> Math.multiplyExact(n, 1_000_000_000L) / perSecond;
    }
}
