package gavel.driver.user;

/**
 * The moments of a run on the engine's clock. Immutable.
 *
 * @param startNanos first intended start
 * @param rampEndNanos until here starts are spread; sessions that begin before it are opened quickly, as long as no one is timed
 * @param fromNanos of the measurement, and {@code toNanos} its end
 */
public record RunWindow(long startNanos, long rampEndNanos, long fromNanos, long toNanos) {
    boolean measured(long nanos) {
        return nanos >= fromNanos && nanos < toNanos;
    }

    /** How much of a span lies in the measurement. */
    long overlap(long from, long to) {
        return Math.max(0, Math.min(to, toNanos) - Math.max(from, fromNanos));
    }
}
