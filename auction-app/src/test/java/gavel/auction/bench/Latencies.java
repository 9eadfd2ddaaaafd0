package gavel.auction.bench;

import java.util.Arrays;

/** Every latency of one measurement, kept as it is, so that its quantiles are exact. Safe for any thread; 8 bytes for each. */
final class Latencies {
    private static final double NANOS_PER_MILLI = 1e6;

    private long[] nanos = new long[1 << 16];
    private int count;

    synchronized void record(long value) {
        if (count == nanos.length) {
            nanos = Arrays.copyOf(nanos, 2 * count);
        }
        nanos[count++] = value;
    }

    synchronized int count() {
        return count;
    }

    /** The smallest recorded value that at least this share of all does not exceed, in milliseconds; NaN of none. */
    synchronized double millis(double quantile) {
        if (count == 0) {
            return Double.NaN;
        }
        long[] sorted = Arrays.copyOf(nanos, count);
        Arrays.sort(sorted);
        return sorted[Math.max(0, (int) Math.ceil(quantile * count) - 1)] / NANOS_PER_MILLI;
    }
}
