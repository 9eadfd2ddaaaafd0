package gavel.harness.document;

import gavel.harness.config.Configuration;
import gavel.harness.config.placement.Placement;
import gavel.harness.deploy.Topologies;
import gavel.harness.platform.WatchedInstance;
import gavel.harness.tier.TierRig;
import gavel.harness.tier.front.FrontDoors;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Locations;
import gavel.harness.topology.Ports;
import gavel.harness.topology.Program;
import gavel.harness.topology.Tiers;
import gavel.harness.topology.Topology;
import gavel.harness.topology.TopologyContext;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Every port that servers on several machines listen on, and the machines it is used from: a client has the port of its server in a file, on its
 * command line, or in a step of its start.
 */
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

    private static final Set<Integer> EXPLICIT = Set.of(10_007, 10_017, 10_027);
    private static final String GAVEL = "Gavel's machine";

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
                                .map(client -> client.equals(GAVEL) ? client : Reference.code(word(client)))
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
        TopologyContext context = new TopologyContext(
                configuration.name(),
                false,
                configuration,
                configuration,
                configuration.appServers().count(),
                // No size in a file ends so.
                Ports.choose(configuration, port -> port % 10 == 7, new SplittableRandom(1)),
                Locations.planned(Placement.of(configuration), 0));
        List<InstanceSpec> instances = Topologies.of(context).instances();
        Set<Integer> doors =
                FrontDoors.doors(context).stream().map(URI::getPort).collect(Collectors.toSet());
        programs.addAll(Topology.programs(instances));
        for (InstanceSpec server : instances) {
            server.ports().forEach((purpose, number) -> {
                Port port = new Port(server.tier(), purpose);
                if (EXPLICIT.contains(number)) {
                    named.add(port);
                }
                Set<String> from = clients.computeIfAbsent(port, _ -> new HashSet<>());
                instances.stream()
                        .filter(client -> !client.host().equals(server.host()) && has(written(client), number))
                        .map(InstanceSpec::tier)
                        .forEach(from::add);
                if (doors.contains(number)) {
                    from.add(Tiers.DRIVER);
                }
                if (has(read(server), number)) {
                    from.add(GAVEL);
                }
            });
        }
    }

    private static String machines() {
        return IntStream.range(0, MACHINES.size())
                .mapToObj(i -> "{name: m" + i + ", address: 10.0.0." + (i + 1) + ", tiers: [" + MACHINES.get(i) + "]}")
                .collect(Collectors.joining(", ", "hosts.machines=[", "]"));
    }

    private static boolean has(String text, int port) {
        return Pattern.compile("(?<!\\w)" + port + "(?!\\w)").matcher(text).find();
    }

    private static String written(InstanceSpec instance) {
        return Stream.of(instance.launch(), instance.files(), instance.before(), instance.after())
                .map(String::valueOf)
                .collect(Collectors.joining("\n"));
    }

    /** Addresses at which the harness itself reads what a server says of itself. */
    private static String read(InstanceSpec server) {
        List<String> texts = new ArrayList<>();
        UnaryOperator<String> reached = text -> {
            texts.add(text);
            return text;
        };
        WatchedInstance.of(server, 0, UnaryOperator.identity(), reached, () -> "");
        return String.join("\n", texts);
    }
}
