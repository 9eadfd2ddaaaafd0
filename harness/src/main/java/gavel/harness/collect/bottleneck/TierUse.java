package gavel.harness.collect.bottleneck;

/**
 * A tier's share of the work.
 *
 * @param utilisation of its limits where it has some, else of the machine, 0..1
 * @param machineShare of all cores, 0..1
 * @param cpuSecondsPer1000 CPU seconds per 1,000 completed operations; 0 when none completed
 */
public record TierUse(
        String tier,
        int instances,
        double cpuSeconds,
        double utilisation,
        double machineShare,
        double cpuSecondsPer1000,
        long rssMaxBytes) {}
