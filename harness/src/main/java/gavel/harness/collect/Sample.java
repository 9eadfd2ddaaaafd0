package gavel.harness.collect;

import java.util.List;

/**
 * One second of the machine and of every instance.
 *
 * @param cpuBusyShare of all cores, 0..1
 * @param stealShare time the hypervisor gave to others, 0..1
 * @param runnable tasks running or ready to run when the sample was taken
 */
public record Sample(
        long atMillis,
        double cpuBusyShare,
        double stealShare,
        int runnable,
        long memoryUsedBytes,
        List<InstanceSample> instances) {
    public static final Sample NONE = new Sample(0, 0, 0, 0, 0, List.of());

    public Sample {
        instances = List.copyOf(instances);
    }

    /** @param cpuCores CPU seconds used per second, over the processes of the instance */
    public record InstanceSample(String tier, String name, double cpuCores, long rssBytes) {}

    /** Cores used by all instances of a tier. */
    public double cpuCores(String tier) {
        return instances.stream()
                .filter(i -> i.tier().equals(tier))
                .mapToDouble(InstanceSample::cpuCores)
                .sum();
    }
}
