package gavel.harness.doctor.hosts;

import gavel.harness.config.Configuration;
import gavel.harness.config.placement.Placement;
import gavel.harness.deploy.Topologies;
import gavel.harness.platform.WatchedInstance;
import gavel.harness.tier.front.FrontDoors;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Ports;
import gavel.harness.topology.Tiers;
import gavel.harness.topology.TopologyContext;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which machines connect to which ports of others: a client has the port of its server in a file, on its command line, or in a step of its
 * start. Pure.
 */
public final class Connections {
    /** The client that reads what servers say of themselves. */
    public static final String GAVEL = "Gavel";

    private static final Pattern PORT = Pattern.compile("(?<!\\w)\\d{5}(?!\\w)");

    private final Placement placement;
    /** By marked numbers, which several servers have that take over each other's addresses. */
    private final Map<Integer, List<Port>> opened = new HashMap<>();

    private final List<Connection> found = new ArrayList<>();

    /**
     * What a server listens on.
     *
     * @param number that is named, else one of those that are as good as any
     */
    public record Port(String machine, String tier, String purpose, int number) {}

    /**
     * @param tier of the client, or {@link #GAVEL}
     * @param from machine of the client; empty for this one
     */
    public record Connection(String tier, String from, Port to) {}

    private Connections(Placement placement) {
        this.placement = placement;
    }

    /** All of a deployment, by clients in the order they are started. */
    public static List<Connection> of(Configuration configuration) {
        Connections connections = new Connections(Placement.of(configuration));
        TopologyContext context = TopologyContext.planned(configuration, Ports.marked(configuration));
        List<InstanceSpec> marked = Topologies.of(context).instances();
        List<InstanceSpec> planned = Topologies.planned(configuration).instances();
        for (int i = 0; i < marked.size(); i++) {
            connections.open(marked.get(i), planned.get(i));
        }
        Set<Integer> doors =
                FrontDoors.doors(context).stream().map(URI::getPort).collect(Collectors.toSet());
        for (InstanceSpec client : marked) {
            connections.connect(client, doors);
        }
        Set<Integer> read = new HashSet<>();
        marked.forEach(server -> read.addAll(ports(read(server))));
        connections.connect(GAVEL, "", read);
        return List.copyOf(connections.found);
    }

    private void open(InstanceSpec marked, InstanceSpec planned) {
        String machine = placement.machine(marked.host());
        marked.ports().forEach((purpose, number) -> {
            int named = planned.ports().get(purpose);
            opened.computeIfAbsent(number, _ -> new ArrayList<>())
                    .add(new Port(machine, marked.tier(), purpose, named == 0 ? number : named));
        });
    }

    private void connect(InstanceSpec client, Set<Integer> doors) {
        // What moves virtual addresses knows the port of the server beside it, which others may have too.
        if (client.tier().equals(Tiers.VIRTUAL_IPS)) {
            return;
        }
        Set<Integer> known = new HashSet<>(ports(written(client)));
        known.removeAll(client.ports().values());
        if (client.tier().equals(Tiers.DRIVER)) {
            known.addAll(doors);
        }
        connect(client.tier(), placement.machine(client.host()), known);
    }

    private void connect(String tier, String from, Set<Integer> known) {
        known.stream()
                .sorted()
                .flatMap(number -> opened.getOrDefault(number, List.of()).stream())
                .filter(port -> !port.machine().equals(from))
                .map(port -> new Connection(tier, from, port))
                .forEach(found::add);
    }

    private static Set<Integer> ports(String text) {
        return PORT.matcher(text)
                .results()
                .map(number -> Integer.valueOf(number.group()))
                .collect(Collectors.toSet());
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
