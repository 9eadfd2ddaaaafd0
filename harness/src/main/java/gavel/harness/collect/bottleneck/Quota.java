package gavel.harness.collect.bottleneck;

import gavel.harness.collect.InstanceUse;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A CPU quota and the instances it is for: all of one host share the limit of that host. Pure.
 *
 * @param cores they may use together
 */
public record Quota(double cores, List<InstanceUse> instances) {
    /** Each quota once, in the order of the instances; those without a limit have none. */
    public static List<Quota> of(List<InstanceUse> instances) {
        return held(instances.stream().filter(use -> use.cpuLimit() > 0).toList());
    }

    /** The same with those that may be held back from outside the deployment. */
    static List<Quota> held(List<InstanceUse> instances) {
        return instances.stream()
                .collect(Collectors.groupingBy(Quota::owner, LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .map(uses -> new Quota(uses.getFirst().cpuLimit(), uses))
                .toList();
    }

    private static String owner(InstanceUse use) {
        return use.limitHost().isEmpty() ? use.name() : use.limitHost();
    }

    /** Cores that instances may use together; 0 where one of them has no limit. */
    public static double cores(List<InstanceUse> instances) {
        return instances.stream().allMatch(use -> use.cpuLimit() > 0)
                ? of(instances).stream().mapToDouble(Quota::cores).sum()
                : 0;
    }

    /** Share that the instances used together in so many seconds, 0..1. */
    public double used(double seconds) {
        return seconds <= 0
                ? 0
                : instances.stream().mapToDouble(InstanceUse::cpuSeconds).sum() / (cores * seconds);
    }

    /** Of the periods, 0..1: all instances are held back in the same ones. */
    double throttledShare() {
        return instances.stream().mapToDouble(InstanceUse::throttledShare).max().orElse(0);
    }

    /** The instance that used most of it. */
    InstanceUse largest() {
        return instances.stream()
                .max(Comparator.comparingDouble(InstanceUse::cpuSeconds))
                .orElseThrow();
    }

    /** Whose it is, at the beginning of a sentence. */
    public String words() {
        return instances.size() == 1
                ? instances.getFirst().name()
                : instances.stream()
                        .map(InstanceUse::name)
                        .collect(Collectors.joining(
                                ", ", "Host " + instances.getFirst().limitHost() + " (", ")"));
    }
}
