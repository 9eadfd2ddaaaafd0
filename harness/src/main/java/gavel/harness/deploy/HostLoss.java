package gavel.harness.deploy;

import gavel.harness.config.Configuration;
import gavel.harness.config.machine.MachineSettings;
import gavel.harness.config.placement.Placement;
import gavel.harness.tier.AppServer;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Tiers;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Which hosts may go away with everything on them, and are whole again when they are back: pure. */
final class HostLoss {
    private final Configuration configuration;
    private final Placement placement;
    private final Map<String, MachineSettings> machines = new HashMap<>();
    /** Names of what is on each machine of the deployment, or comes to it. */
    private final Map<String, Set<String>> holding = new HashMap<>();

    HostLoss(Configuration configuration, List<InstanceSpec> instances) {
        this.configuration = configuration;
        this.placement = Placement.of(configuration);
        placement.machines().forEach(machine -> machines.put(machine.name(), machine));
        for (InstanceSpec instance : instances) {
            List<String> hosts =
                    instance.launch() instanceof Launch.Storage shared ? shared.users() : List.of(instance.host());
            hosts.forEach(host -> holds(host, instance.name()));
        }
        IntStream.range(0, configuration.mostAppServers())
                .forEach(i -> holds(placement.host(Tiers.APP_SERVERS, i).orElse(""), AppServer.name(i)));
    }

    private void holds(String host, String name) {
        holding.computeIfAbsent(machine(host), _ -> new HashSet<>()).add(name);
    }

    private String machine(String host) {
        return machines.containsKey(host) ? host : placement.machine(host);
    }

    /** What keeps application servers' hosts from it; null where nothing does. */
    String ofAppServers() {
        return of(
                Tiers.APP_SERVERS,
                IntStream.range(0, configuration.mostAppServers())
                        .mapToObj(i -> placement.host(Tiers.APP_SERVERS, i).orElse(""))
                        .toList());
    }

    /** The same of the host of another instance. */
    String of(InstanceSpec instance) {
        return of(instance.tier(), List.of(instance.host()));
    }

    private String of(String tier, List<String> hosts) {
        if (configuration.clustered()) {
            return ofPods(tier);
        }
        if (!configuration.hosts().elsewhere()) {
            return "needs a host that Gavel may take away: a pod of a StatefulSet, or a machine with powerOff (kubernetes.statefulSet, hosts.machines)";
        }
        List<String> names = hosts.stream().map(this::machine).toList();
        if (names.stream()
                .anyMatch(name ->
                        !machines.containsKey(name) || machines.get(name).powerOff() == null)) {
            return "needs a machine that Gavel may switch off and on (hosts.machines: powerOn, powerOff)";
        }
        return names.stream().allMatch(name -> holding.get(name).size() == 1)
                ? null
                : "needs a machine with nothing else of the deployment (hosts.machines)";
    }

    /** Those that come back have another address. */
    private String ofPods(String tier) {
        if (!tier.equals(Tiers.APP_SERVERS)) {
            return "needs a pod whose address may change, and only application servers have one (platform: kubernetes)";
        }
        if (!configuration.kubernetes().statefulSet()) {
            return "needs a StatefulSet, which makes its pod again (kubernetes.statefulSet: true)";
        }
        return configuration.fronted()
                ? null
                : "needs a server in front that learns the address of its next pod (webServers, balancers)";
    }
}
