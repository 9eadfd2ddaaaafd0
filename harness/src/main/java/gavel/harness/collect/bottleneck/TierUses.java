package gavel.harness.collect.bottleneck;

import gavel.harness.collect.Collected;
import gavel.harness.collect.InstanceUse;
import java.util.ArrayList;
import java.util.List;

/** Sums the instances of each tier, and what the machine did besides: pure. */
public final class TierUses {
    /** What the run did not start: other work on the same machine. */
    public static final String OTHERS = "others";

    private TierUses() {}

    /** @param operations completed within the measurement */
    public static List<TierUse> of(Collected collected, long operations) {
        double machineSeconds = collected.machine().cores() * collected.seconds();
        List<TierUse> tiers = new ArrayList<>();
        double known = 0;
        for (String tier : collected.tiers()) {
            List<InstanceUse> instances = collected.instances().stream()
                    .filter(i -> i.tier().equals(tier) && !i.elsewhere())
                    .toList();
            double cpu = instances.stream().mapToDouble(InstanceUse::cpuSeconds).sum();
            double limit = Quota.cores(instances);
            double available = limit > 0 ? limit * collected.seconds() : machineSeconds;
            long rss = instances.stream().mapToLong(InstanceUse::rssMaxBytes).sum();
            long pss = instances.stream().mapToLong(InstanceUse::pssBytes).sum();
            known += cpu;
            tiers.add(new TierUse(
                    tier,
                    instances.size(),
                    cpu,
                    ratio(cpu, available),
                    ratio(cpu, machineSeconds),
                    per1000(cpu, operations),
                    rss,
                    pss));
        }
        double others = Math.max(0, collected.machine().cpuBusyShare() * machineSeconds - known);
        if (!tiers.isEmpty()) {
            tiers.add(new TierUse(
                    OTHERS,
                    0,
                    others,
                    ratio(others, machineSeconds),
                    ratio(others, machineSeconds),
                    per1000(others, operations),
                    0,
                    0));
        }
        return List.copyOf(tiers);
    }

    /** CPU seconds for 1,000 of so many; 0 where there were none. */
    public static double per1000(double cpuSeconds, long operations) {
        return operations <= 0 ? 0 : 1000 * cpuSeconds / operations;
    }

    private static double ratio(double part, double whole) {
        return whole <= 0 ? 0 : part / whole;
    }
}
