package gavel.driver.loop;

/**
 * How a loop's thread has spent its life so far; the difference of two is a share.
 *
 * @param waitedNanos inside the kernel with nothing to do
 * @param elapsedNanos since the loop began to turn
 */
public record LoopUsage(long waitedNanos, long elapsedNanos) {

    /** Share of the time since {@code earlier} that was not spent waiting, 0..1. */
    public double busyShareSince(LoopUsage earlier) {
        long elapsed = elapsedNanos - earlier.elapsedNanos;
        return elapsed <= 0 ? 0 : Math.clamp(1 - (double) (waitedNanos - earlier.waitedNanos) / elapsed, 0, 1);
    }
}
