package gavel.harness.failover;

/**
 * What became of a fault itself, whatever it did to the service. Times are milliseconds since 1970.
 *
 * @param beganMillis when it was made; 0 where it never was
 * @param seenMillis when its effect was seen; 0 where it never was
 * @param healedMillis when the instance was healed and ready again; 0 where it never was
 * @param problem why it does not count; empty when it does
 */
public record FaultMade(long beganMillis, long seenMillis, long healedMillis, String problem) {
    public boolean healed() {
        return healedMillis > 0;
    }

    /** The same, but for a reason why it does not count. */
    public FaultMade but(String why) {
        return new FaultMade(beganMillis, seenMillis, healedMillis, why);
    }
}
