package gavel.harness.run.failover;

import gavel.harness.action.Targets;
import gavel.harness.action.Targets.Target;
import gavel.harness.config.Configuration;
import gavel.harness.deploy.ActionTargets;
import gavel.harness.deploy.Topologies;
import gavel.harness.failover.FaultPlan.Candidate;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Tiers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** The instance of each tier that faults are made of: pure. */
public final class FaultCandidates {
    private FaultCandidates() {}

    /** From those that people meet first to those that hold the data. */
    public static List<Candidate> of(Configuration configuration) {
        Targets targets = ActionTargets.of(configuration);
        List<InstanceSpec> instances = Topologies.planned(configuration).instances();
        List<String> tiers = new ArrayList<>(Tiers.ORDER);
        Collections.reverse(tiers);
        List<Candidate> candidates = new ArrayList<>();
        for (String tier : tiers) {
            List<InstanceSpec> known = instances.stream()
                    .filter(instance -> instance.tier().equals(tier) && target(targets, instance) != null)
                    .toList();
            // What helps another is small beside it.
            long most = known.stream()
                    .mapToLong(instance -> instance.capacity().mebibytes())
                    .max()
                    .orElse(0);
            List<InstanceSpec> equals = known.stream()
                    .filter(instance -> instance.capacity().mebibytes() == most)
                    .sorted(Comparator.comparing(InstanceSpec::name))
                    .toList();
            if (!equals.isEmpty()) {
                InstanceSpec first = equals.getFirst();
                Target target = target(targets, first);
                candidates.add(new Candidate(
                        tier, first.name(), equals.size(), target.unsafe(), target.uncut(), target.staying()));
            }
        }
        return candidates;
    }

    private static Target target(Targets targets, InstanceSpec instance) {
        return instance.tier().equals(targets.scaled().tier())
                ? targets.scaled().target()
                : targets.instances().get(instance.name());
    }
}
