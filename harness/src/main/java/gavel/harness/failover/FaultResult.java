package gavel.harness.failover;

import java.util.List;

/**
 * What one fault cost. Times are milliseconds since 1970, and seconds from the moment the fault was made.
 *
 * @param number from 1, in the order they were made
 * @param fault what was done, and to which instance
 * @param problem why it does not count; empty when it does, and else no figure is one
 * @param beganMillis when it was made; 0 where it never was
 * @param seenMillis when its effect was seen; 0 where it never was
 * @param healedMillis when the instance was healed and ready again; 0 where it never was
 * @param level before it; null where nothing was served
 * @param loss of service; null where it does not count
 * @param qualitySeconds until quality was back for good; null where that was not seen
 * @param redundancySeconds until the tier was complete again
 * @param people who saw an error
 * @param failedOperations that ended wrongly, time-outs not included
 * @param lateOperations that took longer than their limits, time-outs included
 * @param resolutionSeconds shortest outage that is told from chance
 * @param served operations that ended well in each tenth of a second, from 5 s before the fault on
 */
public record FaultResult(
        int number,
        Fault fault,
        String problem,
        long beganMillis,
        long seenMillis,
        long healedMillis,
        ServiceLevel level,
        ServiceLoss loss,
        Double qualitySeconds,
        Double redundancySeconds,
        long people,
        long failedOperations,
        long lateOperations,
        Double resolutionSeconds,
        List<Integer> served) {
    public static final int BEFORE_SECONDS = 5;

    public FaultResult {
        served = List.copyOf(served);
    }

    /** Whether its figures are some. */
    public boolean counts() {
        return problem.isEmpty();
    }
}
