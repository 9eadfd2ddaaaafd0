package gavel.harness.result;

import gavel.driver.api.IntervalReport.OperationInterval;
import gavel.driver.api.KnownQuantiles;
import gavel.driver.api.LoadReport.Latency;

/**
 * The slow end of a latency: its 99th percentile, or its largest value where so few samples do not tell one ({@link KnownQuantiles}). Only
 * the first is compared with anything. Pure.
 *
 * @param micros -1 without a sample
 * @param known whether it is the percentile
 */
public record Tail(long micros, boolean known) {
    private static final double P99 = 0.99;
    private static final Tail NONE = new Tail(-1, false);

    public static Tail of(Latency latency) {
        if (latency == null || latency.count() == 0) {
            return NONE;
        }
        return KnownQuantiles.known(P99, latency.count())
                ? new Tail(Figures.micros(latency, P99), true)
                : new Tail(latency.maxMicros(), false);
    }

    /** Of the last seconds before an interval's end. */
    public static Tail of(OperationInterval interval) {
        return interval.p99Micros() >= 0 ? new Tail(interval.p99Micros(), true) : new Tail(interval.maxMicros(), false);
    }

    public boolean sampled() {
        return micros >= 0;
    }

    /** {@code p99} or {@code max}. */
    public String name() {
        return known ? "p99" : "max";
    }
}
