package gavel.harness.doctor;

import gavel.harness.config.Configuration;
import gavel.harness.config.HostSettings;
import gavel.harness.config.HostSettings.Size;
import gavel.harness.config.Sizing;
import gavel.harness.config.placement.Partition;
import gavel.harness.config.placement.Placement;
import gavel.harness.platform.Machine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Looks whether this machine can be divided into the hosts a configuration asks for. */
public final class HostExamination {
    private HostExamination() {}

    public static List<Finding> of(Configuration configuration, Machine machine) {
        List<Partition> hosts = Placement.of(configuration).hosts();
        return of(configuration, hosts, machine.obstacles(hosts));
    }

    static List<Finding> of(Configuration configuration, List<Partition> hosts, List<String> obstacles) {
        List<Finding> findings = new ArrayList<>();
        if (hosts.isEmpty()) {
            return findings;
        }
        if (obstacles.isEmpty()) {
            findings.add(Finding.good("hosts", hosts.size() + " can be made here"));
        }
        obstacles.forEach(
                obstacle -> findings.add(new Finding(Finding.Level.PROBLEM, "hosts", "cannot be made here", obstacle)));
        findings.addAll(memory(configuration));
        return findings;
    }

    /** A host whose memory ends before its processes have what they may use has one of them killed by the kernel. */
    private static List<Finding> memory(Configuration configuration) {
        HostSettings hosts = configuration.hosts();
        Sizing sizing = Sizing.of(configuration);
        List<Finding> findings = new ArrayList<>();
        heap("appServers", hosts.appServers(), configuration.mostAppServers(), sizing.appServerHeap())
                .ifPresent(findings::add);
        if (configuration.documents().server()) {
            heap("documents", hosts.documents(), 1, sizing.documentMemory()).ifPresent(findings::add);
        }
        heap("drivers", hosts.drivers(), configuration.drivers().count(), sizing.driverHeap())
                .ifPresent(findings::add);
        if (configuration.broker().rabbit()) {
            // All nodes are on one host.
            planned("broker", hosts.broker(), configuration.broker().count(), sizing.brokerMemory())
                    .ifPresent(findings::add);
        }
        if (!configuration.relational().external()
                && !configuration.relational().embedded()) {
            planned("relational", hosts.relational(), 1, sizing.databaseMemory())
                    .ifPresent(findings::add);
        }
        return findings;
    }

    private static Optional<Finding> planned(String tier, Size size, int servers, long each) {
        return holds(tier, size, servers * each, servers + " with " + each + " MiB: more memory, or less for each");
    }

    private static Optional<Finding> heap(String tier, Size size, int instances, long heap) {
        int each = size.count() == null ? 1 : Math.ceilDiv(instances, Math.min(size.count(), instances));
        return holds(
                tier,
                size,
                each * Sizing.process(heap),
                each + " with a heap of " + heap + " MiB: more memory, or a smaller heap");
    }

    /**
     * @param needed in MiB
     * @param whom processes that need it, and what to do
     */
    private static Optional<Finding> holds(String tier, Size size, long needed, String whom) {
        return size.memory() == null || size.memory().mebibytes() >= needed
                ? Optional.empty()
                : Optional.of(new Finding(
                        Finding.Level.PROBLEM,
                        "hosts." + tier + ".memory",
                        size.memory().mebibytes() + " MiB",
                        needed + " MiB are needed for " + whom + " (" + tier + ".memory)"));
    }
}
