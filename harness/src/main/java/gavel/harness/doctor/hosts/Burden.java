package gavel.harness.doctor.hosts;

import gavel.harness.config.Configuration;
import gavel.harness.config.Sizing;
import gavel.harness.config.machine.MachineSettings;
import gavel.harness.config.placement.Placement;
import gavel.harness.deploy.Topologies;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Tiers;
import gavel.harness.topology.TopologyContext;
import java.util.ArrayList;
import java.util.List;

/**
 * What a configuration puts on one of its machines: pure.
 *
 * @param instances in the order they are started
 * @param mebibytes they take at once, with the tools that read and write the data beside the first application server
 */
public record Burden(MachineSettings machine, List<InstanceSpec> instances, long mebibytes) {
    public Burden {
        instances = List.copyOf(instances);
    }

    /** Of each machine that is used, in the order they are named. */
    public static List<Burden> of(Configuration configuration) {
        Placement placement = Placement.of(configuration);
        List<InstanceSpec> all = Topologies.planned(configuration).instances();
        String tools = TopologyContext.planned(configuration).toolsHost();
        List<Burden> burdens = new ArrayList<>();
        for (MachineSettings machine : placement.machines()) {
            List<InstanceSpec> own = all.stream()
                    .filter(instance -> placement.machine(instance.host()).equals(machine.name()))
                    .toList();
            long audit = machine.name().equals(tools)
                    ? Sizing.process(Sizing.of(configuration).auditHeap())
                    : 0;
            // The audit comes when the drivers have ended.
            burdens.add(new Burden(machine, own, memory(own, false) + Math.max(audit, memory(own, true))));
        }
        return burdens;
    }

    private static long memory(List<InstanceSpec> instances, boolean drivers) {
        return instances.stream()
                .filter(instance -> instance.tier().equals(Tiers.DRIVER) == drivers)
                .mapToLong(instance -> instance.capacity().mebibytes())
                .sum();
    }

    /** Whether it is another deployment's on the same machine, whatever that calls it. */
    boolean shares(Burden other) {
        return machine.address().equals(other.machine.address());
    }

    public boolean holds(String... tiers) {
        return instances.stream().anyMatch(instance -> List.of(tiers).contains(instance.tier()));
    }
}
