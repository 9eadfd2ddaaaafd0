package gavel.harness.doctor;

import gavel.harness.config.Configuration;
import gavel.harness.config.Sizing;
import gavel.harness.config.placement.Partition;
import gavel.harness.config.placement.Placement;
import gavel.harness.platform.Machine;
import gavel.harness.setting.MemorySize;
import java.util.ArrayList;
import java.util.List;

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
        findings.addAll(heaps(configuration));
        return findings;
    }

    /** A host whose memory ends before the heap of its server is full has its server killed by the kernel. */
    private static List<Finding> heaps(Configuration configuration) {
        MemorySize memory = configuration.hosts().appServers().memory();
        int servers = configuration.appServers().count();
        Integer hosts = configuration.hosts().appServers().count();
        int each = hosts == null ? 1 : Math.ceilDiv(servers, Math.min(hosts, servers));
        long heap = Sizing.of(configuration).appServerHeap();
        long needed = each * Sizing.process(heap);
        return memory == null || memory.mebibytes() >= needed
                ? List.of()
                : List.of(new Finding(
                        Finding.Level.PROBLEM,
                        "hosts.appServers.memory",
                        memory.mebibytes() + " MiB",
                        needed + " MiB are needed for " + each + " with a heap of " + heap
                                + " MiB: more memory, or a smaller heap (appServers.memory)"));
    }
}
