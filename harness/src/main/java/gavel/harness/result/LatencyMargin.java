package gavel.harness.result;

/**
 * An operation's slow end beside its limit.
 *
 * @param late of its starts
 */
public record LatencyMargin(String operation, Tail tail, long limitMillis, long late, long starts) {
    /** Whether there is a percentile to hold against the limit. */
    public boolean known() {
        return tail.known();
    }

    /** 1 is just at the limit; -1 where the percentile is not known. */
    public double ofLimit() {
        return !known() || limitMillis <= 0 ? -1 : tail.micros() / 1000.0 / limitMillis;
    }
}
