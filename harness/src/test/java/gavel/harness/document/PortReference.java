package gavel.harness.document;

import gavel.harness.config.Configuration;
import gavel.harness.deploy.Topologies;
import gavel.harness.doctor.hosts.Connections;
import gavel.harness.tier.TierRig;
import gavel.harness.topology.Ports;
import gavel.harness.topology.Program;
import gavel.harness.topology.Tiers;
import gavel.harness.topology.Topology;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Every port that servers on several machines listen on, and the machines it is used from. */
final class PortReference {
    /** Each tier has a machine to itself, and documents have two: servers of one tier may use each other. */
    private static final List<String> MACHINES = List.of(
            "balancers",
            "webServers",
            "appServers",
            "services",
            "broker",
            "relational",
            "documents",
            "documents",
            "drivers");

    /** Every kind of server, and every kind of neighbours. */
    private static final List<List<String>> KINDS = List.of(
            List.of(),
            List.of(
                    "balancers.implementation=haproxy",
                    "balancers.port=10027",
                    "webServers.implementation=nginx",
                    "webServers.port=10017",
                    "relational.implementation=postgresql",
                    "broker.implementation=rabbitmq",
                    "documents.implementation=server"),
            List.of(
                    "balancers.implementation=haproxy",
                    "relational.implementation=mariadb",
                    "documents.implementation=mongodb",
                    "documents.topology=sharded"),
            List.of("webServers.implementation=httpd"),
            List.of("webServers.implementation=caddy"));

    private final Map<Port, Set<String>> clients = new LinkedHashMap<>();
    private final Set<Port> named = new HashSet<>();
    private final Set<Program> programs = new HashSet<>();

    /** One by what it is for. */
    private record Port(String tier, String purpose) {}

    private PortReference() {
        KINDS.forEach(this::look);
    }

    /** Of the servers that are looked at. */
    static Set<Program> programs() {
        return new PortReference().programs;
    }

    static String text() {
        PortReference reference = new PortReference();
        return "`any` is a free port from " + Ports.FIRST + " to " + Ports.LAST
                + ", another one for each deployment.\n\n"
                + Reference.table(
                        List.of("tier", "port", "number", "used from"),
                        reference.clients.keySet().stream()
                                .sorted(Comparator.comparingInt(port -> -Tiers.ORDER.indexOf(port.tier())))
                                .map(reference::row)
                                .toList());
    }

    private List<String> row(Port port) {
        String tier = word(port.tier());
        Set<String> from = clients.get(port);
        return List.of(
                Reference.code(tier),
                Reference.code(port.purpose()),
                named.contains(port) ? Reference.code(tier + ".port") + ", else `any`" : "`any`",
                from.isEmpty()
                        ? "its own machine"
                        : from.stream()
                                .sorted(Comparator.comparingInt(client -> -Tiers.ORDER.indexOf(client)))
                                .map(client -> client.equals(Connections.GAVEL)
                                        ? "Gavel's machine"
                                        : Reference.code(word(client)))
                                .collect(Collectors.joining(", ")));
    }

    /** As the tiers of a machine are called. */
    private static String word(String tier) {
        return tier.equals(Tiers.DRIVER) ? "drivers" : tier;
    }

    private void look(List<String> settings) {
        List<String> all = new ArrayList<>(List.of(machines(), "appServers.port=10007"));
        all.addAll(settings);
        Configuration configuration = TierRig.configuration(all.toArray(String[]::new));
        Topology planned = Topologies.planned(configuration);
        programs.addAll(planned.programs());
        planned.instances().forEach(server -> server.ports().forEach((purpose, number) -> {
            Port port = new Port(server.tier(), purpose);
            clients.computeIfAbsent(port, _ -> new HashSet<>());
            if (number > 0) {
                named.add(port);
            }
        }));
        Connections.of(configuration).forEach(connection -> clients.get(
                        new Port(connection.to().tier(), connection.to().purpose()))
                .add(connection.tier()));
    }

    private static String machines() {
        return IntStream.range(0, MACHINES.size())
                .mapToObj(i -> "{name: m" + i + ", address: 10.0.0." + (i + 1) + ", tiers: [" + MACHINES.get(i) + "]}")
                .collect(Collectors.joining(", ", "hosts.machines=[", "]"));
    }
}
