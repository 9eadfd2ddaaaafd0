package gavel.harness.result;

/** An operation's 99th percentile against its limit; {@code ofLimit} 1 is just at the limit. */
public record LatencyMargin(String operation, long p99Micros, long limitMillis) {
    public double ofLimit() {
        return limitMillis <= 0 ? 0 : p99Micros / 1000.0 / limitMillis;
    }
}
