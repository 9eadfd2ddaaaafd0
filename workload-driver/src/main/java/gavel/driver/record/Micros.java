package gavel.driver.record;

import org.HdrHistogram.Histogram;

/** The shapes of the driver's histograms: microseconds, 1 to ten minutes, three digits. */
final class Micros {
    static final long MAX = 600_000_000;
    private static final int DIGITS = 3;
    private static final int COARSE_DIGITS = 2;

    private Micros() {}

    static long of(long nanos) {
        return Math.clamp((nanos + 500) / 1000, 0, MAX);
    }

    static boolean beyond(long nanos) {
        return nanos / 1000 > MAX;
    }

    /** For a glance while a run goes on: two digits cost a tenth of the memory and of the merging. */
    static Drained coarse() {
        return new Drained(COARSE_DIGITS);
    }

    static Histogram coarseHistogram() {
        return new Histogram(1, MAX, COARSE_DIGITS);
    }

    static Histogram histogram() {
        return new Histogram(1, MAX, DIGITS);
    }

    static Drained fine() {
        return new Drained(DIGITS);
    }
}
