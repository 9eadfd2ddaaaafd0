package gavel.harness.platform.kubernetes;

import gavel.harness.config.Configuration;
import gavel.harness.config.Sizing;
import gavel.harness.config.placement.Partition;
import gavel.harness.config.placement.Placement;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.images.Image;
import gavel.harness.platform.container.ContainerImages;
import gavel.harness.platform.container.ContainerMemory;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Tiers;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The pod of one host of a deployment: pure.
 *
 * @param host its instances are on
 * @param tier of those instances
 * @param mebibytes its container may use; 0 for no limit
 * @param cpu cores it may use; 0 for no limit
 */
record PodPlan(String host, String tier, Image image, long mebibytes, double cpu) {
    /** What the far end takes that is in each container. */
    static final long WATCHING = 256;

    /**
     * One for each host, application servers that come later included.
     *
     * @param instances there are at first
     */
    static List<PodPlan> of(Configuration made, List<InstanceSpec> instances) {
        Placement placement = Placement.of(made);
        List<PodPlan> plans = new ArrayList<>();
        for (Partition part : placement.hosts()) {
            if (part.name().equals(placement.toolsHost())) {
                long memory = Sizing.process(Sizing.toolsHeap(made)) + WATCHING;
                plans.add(new PodPlan(part.name(), Tiers.TOOLS, Image.APP, memory, 0));
            } else {
                plans.add(of(made, part, on(part.name(), instances)));
            }
        }
        return plans;
    }

    /** The instances of a host; where it has none yet, those of the first host of its tier. */
    private static List<InstanceSpec> on(String host, List<InstanceSpec> instances) {
        List<InstanceSpec> own = launched(instances, Set.of(host));
        if (!own.isEmpty()) {
            return own;
        }
        String fellow = host.replaceFirst("\\d+$", "1");
        return launched(instances, Set.of(fellow));
    }

    private static List<InstanceSpec> launched(List<InstanceSpec> instances, Set<String> hosts) {
        return instances.stream()
                .filter(instance -> instance.launch() instanceof Launch.Command && hosts.contains(instance.host()))
                .toList();
    }

    /**
     * Holds the pods there are against what was asked for: what else limits them would be taken for the application's own pace.
     *
     * @throws EnvironmentException with each that is limited
     */
    static void requireAsked(List<PodPlan> plans, List<Pod> pods) {
        List<String> limited = new ArrayList<>();
        for (Pod pod : pods) {
            plans.stream()
                    .filter(plan ->
                            plan.host().equals(pod.host()) && !plan.tier().equals(Tiers.TOOLS))
                    .forEach(plan -> limited.addAll(plan.unasked(pod)));
        }
        if (!limited.isEmpty()) {
            throw new EnvironmentException(
                    "the namespace limits pods, and nobody asked for it (a LimitRange): set hosts.TIER.cpu and hosts.TIER.memory of each"
                            + " tier that has such a limit, or take a namespace without such defaults: "
                            + limited.getFirst(),
                    limited,
                    null);
        }
    }

    /** Limits that its pod has and it does not. */
    private List<String> unasked(Pod pod) {
        List<String> limits = new ArrayList<>();
        if (cpu == 0 && !pod.cores().isEmpty()) {
            limits.add("host " + host + ": cpu " + pod.cores());
        }
        if (mebibytes == 0 && !pod.memory().isEmpty()) {
            limits.add("host " + host + ": memory " + pod.memory());
        }
        return limits;
    }

    private static PodPlan of(Configuration made, Partition part, List<InstanceSpec> instances) {
        InstanceSpec first = instances.getFirst();
        long own = part.memoryBytes() > 0
                ? part.memoryBytes() >> 20
                : instances.stream()
                        .mapToLong(instance -> ContainerMemory.limit(instance, made, List.of()))
                        .sum();
        return new PodPlan(
                part.name(),
                first.tier(),
                ContainerImages.of(first, ((Launch.Command) first.launch()).program()),
                own == 0 ? 0 : own + WATCHING,
                part.cpu());
    }
}
