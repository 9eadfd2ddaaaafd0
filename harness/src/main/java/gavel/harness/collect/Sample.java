package gavel.harness.collect;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.List;

/**
 * One second of the machine and of every instance.
 *
 * @param atMillis epoch milliseconds
 * @param cpuBusyShare of all cores, 0..1
 * @param stealShare time the hypervisor took, 0..1
 * @param runnable tasks running or ready to run when the sample was taken
 * @param memoryUsedBytes not available, page cache not counted
 * @param instances each that was watched
 * @param outside what processes outside the run took
 */
public record Sample(
        long atMillis,
        double cpuBusyShare,
        double stealShare,
        int runnable,
        long memoryUsedBytes,
        List<InstanceSample> instances,
        Outside outside) {
    public static final Sample NONE = new Sample(0, 0, 0, 0, 0, List.of());

    public Sample {
        instances = List.copyOf(instances);
        // Older results do not tell.
        outside = outside == null ? Outside.NONE : outside;
    }

    /** On a machine where nothing else runs. */
    public Sample(
            long atMillis,
            double cpuBusyShare,
            double stealShare,
            int runnable,
            long memoryUsedBytes,
            List<InstanceSample> instances) {
        this(atMillis, cpuBusyShare, stealShare, runnable, memoryUsedBytes, instances, Outside.NONE);
    }

    /**
     * @param tier it belongs to
     * @param name of the instance
     * @param cpuCores CPU seconds used per second, over the processes of the instance
     * @param rssBytes memory resident, over its processes
     * @param stopped whether one of them was stopped by a signal or a debugger; false in older results
     */
    public record InstanceSample(
            String tier,
            String name,
            double cpuCores,
            long rssBytes,
            @JsonSetter(nulls = Nulls.AS_EMPTY) boolean stopped) {
        public InstanceSample {
            // There is one of them for each instance and second, and each is read anew from a connection or a file.
            tier = tier.intern();
            name = name.intern();
        }

        /** Of processes that could run. */
        public InstanceSample(String tier, String name, double cpuCores, long rssBytes) {
            this(tier, name, cpuCores, rssBytes, false);
        }
    }

    /** Cores used by all instances of a tier. */
    public double cpuCores(String tier) {
        return instances.stream()
                .filter(i -> i.tier().equals(tier))
                .mapToDouble(InstanceSample::cpuCores)
                .sum();
    }
}
