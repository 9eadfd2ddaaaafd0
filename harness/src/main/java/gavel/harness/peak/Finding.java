package gavel.harness.peak;

import gavel.harness.collect.Collected;
import gavel.harness.collect.InstanceUse;
import gavel.harness.collect.bottleneck.Bottleneck;
import gavel.harness.peak.Step.Purpose;
import java.util.List;

/**
 * What one probe found, for the result and for a search that goes on after an interruption.
 *
 * @param number from 1, in order
 * @param subject of the figure that was nearest to its limit
 * @param headline of the verdict
 * @param startedAtMillis epoch milliseconds
 * @param measuredSeconds of the interval; shorter than asked for where the answer was beyond doubt
 * @param seconds in all, ramp and warm-up included
 * @param operationsPerSecond those that succeeded, of people and of their pages
 * @param p50Millis the largest of the operations people wait for that have a limit, each by itself
 * @param p99Millis likewise; perhaps of another operation
 * @param use of processors meanwhile; null where nothing was collected
 */
public record Finding(
        int number,
        Purpose purpose,
        Probe probe,
        String subject,
        String headline,
        long startedAtMillis,
        double measuredSeconds,
        double seconds,
        double operationsPerSecond,
        double p50Millis,
        double p99Millis,
        Use use) {

    /**
     * What an interval used of the processors.
     *
     * @param quotaUsed share of the quotas of all application servers together, 0..1; 0 without quotas
     * @param throttledShare of the periods of its quota in which an application server was held back, 0..1: the mean of all of them
     * @param machineBusy share of all cores, 0..1
     * @param bottleneck of this interval
     */
    public record Use(double quotaUsed, double throttledShare, double machineBusy, Bottleneck bottleneck) {
        /** Null where nothing was collected. */
        public static Use of(Collected collected, String appServerTier, Bottleneck bottleneck) {
            if (collected.seconds() <= 0) {
                return null;
            }
            List<InstanceUse> servers = collected.instances().stream()
                    .filter(instance -> instance.tier().equals(appServerTier))
                    .toList();
            boolean limited = !servers.isEmpty() && servers.stream().allMatch(server -> server.cpuLimit() > 0);
            double limit = servers.stream().mapToDouble(InstanceUse::cpuLimit).sum();
            double used = servers.stream().mapToDouble(InstanceUse::cpuSeconds).sum();
            return new Use(
                    limited ? used / (limit * collected.seconds()) : 0,
                    servers.stream()
                            .mapToDouble(InstanceUse::throttledShare)
                            .average()
                            .orElse(0),
                    collected.machine().cpuBusyShare(),
                    bottleneck);
        }
    }
}
