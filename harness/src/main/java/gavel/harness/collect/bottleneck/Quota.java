package gavel.harness.collect.bottleneck;

import static gavel.harness.collect.bottleneck.Bottlenecks.percent;
import static java.util.Locale.ROOT;

import gavel.harness.collect.InstanceUse;
import gavel.harness.collect.bottleneck.Bottleneck.Kind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A CPU quota and the instances it is for: all of one host share the limit of that host. Pure.
 *
 * @param cores they may use together; 0 where the deployment does not know
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

    /** Share that the instances used together in so many seconds, 0..1; 0 where it is not known. */
    public double used(double seconds) {
        return seconds <= 0 || cores <= 0
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

    /** What it was to its instances where it gave out. */
    Bottleneck gaveOut(double seconds) {
        String used = percent(used(seconds));
        String throttled = percent(throttledShare());
        List<String> evidence = new ArrayList<>();
        if (cores > 0) {
            evidence.add(used + " of the quota used");
        }
        evidence.add(throttled + " of the quota's periods throttled");
        return new Bottleneck(
                Kind.QUOTA, largest().tier(), largest().name(), statement(seconds, used, throttled), evidence);
    }

    private String statement(double seconds, String used, String throttled) {
        if (cores <= 0) {
            return String.format(
                    ROOT,
                    "%s was held back in %s of the periods of a CPU quota from outside the deployment.",
                    words(),
                    throttled);
        }
        return used(seconds) >= Bottlenecks.QUOTA_USED
                ? String.format(ROOT, "%s used %s of its CPU quota of %.2f cores.", words(), used, cores)
                : String.format(
                        ROOT,
                        "%s was held back by its CPU quota of %.2f cores in %s of the quota's periods; it used %s of it.",
                        words(),
                        cores,
                        throttled,
                        used);
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
