package gavel.harness.collect.bottleneck;

/**
 * A tier's share of the work.
 *
 * @param tier name of the tier
 * @param instances that ran
 * @param cpuSeconds of all its processes over the measurement
 * @param utilisation of its limits where it has some, else of the machine, 0..1
 * @param machineShare of all cores, 0..1
 * @param cpuSecondsPer1000 CPU seconds per 1,000 completed operations of people and their pages; 0 when none completed
 * @param rssMaxBytes pages that several processes share count for each of them
 * @param pssBytes at the end of the measurement, shared pages divided among those that share them; 0 where the kernel does not tell
 */
public record TierUse(
        String tier,
        int instances,
        double cpuSeconds,
        double utilisation,
        double machineShare,
        double cpuSecondsPer1000,
        long rssMaxBytes,
        long pssBytes) {
    /** Memory it holds: pages that several of its processes share count once where the kernel tells, else for each of them. */
    public long memoryBytes() {
        return pssBytes > 0 ? pssBytes : rssMaxBytes;
    }
}
