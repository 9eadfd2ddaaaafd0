package gavel.driver.arrival;

import gavel.driver.api.shape.SessionArrivals;
import gavel.driver.profile.Draws;

/**
 * The moments at which sessions of a run begin, one after the other, in nanoseconds from its start: the same for the same seed, on every
 * agent and loop. At a constant rate each is computed from its number; at random the gaps are exponential. Not thread-safe.
 */
public final class ArrivalTimes {
    /** No user has this number. */
    private static final long NOBODY = -3;

    private final SessionArrivals arrivals;
    private final Draws gaps;
    private long passed;
    private double seconds;

    public ArrivalTimes(SessionArrivals arrivals, long seed) {
        this.arrivals = arrivals;
        this.gaps = Draws.of(seed, NOBODY, 0);
    }

    public long next() {
        long number = passed++;
        if (arrivals.process() == SessionArrivals.Process.CONSTANT) {
            return (long) (number / arrivals.perSecond() * 1e9);
        }
        // Inversion: 1 - U is uniform in 0 (exclusive) to 1.
        seconds -= Math.log(1 - gaps.unit()) / arrivals.perSecond();
        return (long) (seconds * 1e9);
    }

    /** How many of a run's sessions begin in a span of it. */
    public static long between(SessionArrivals arrivals, long seed, long fromNanos, long toNanos) {
        ArrivalTimes times = new ArrivalTimes(arrivals, seed);
        long count = 0;
        for (long at = times.next(); at < toNanos; at = times.next()) {
            count += at >= fromNanos ? 1 : 0;
        }
        return count;
    }
}
