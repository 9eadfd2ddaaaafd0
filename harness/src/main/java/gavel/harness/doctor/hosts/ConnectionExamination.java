package gavel.harness.doctor.hosts;

import gavel.harness.config.Configuration;
import gavel.harness.config.machine.MachineSettings;
import gavel.harness.config.placement.Placement;
import gavel.harness.doctor.Finding;
import gavel.harness.doctor.Finding.Level;
import gavel.harness.doctor.hosts.Connections.Connection;
import gavel.harness.doctor.hosts.Connections.Port;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.platform.Machine;
import gavel.harness.platform.Machines;
import gavel.harness.platform.hosts.SideBySide;
import gavel.harness.platform.ssh.Network;
import gavel.harness.topology.Ports;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Tries, before anything listens, whether each machine reaches the ports of others that its instances will use. A refusal is an answer, so a
 * firewall that refuses in the place of a machine is not seen. All machines try at the same time, each asked once.
 */
public final class ConnectionExamination {
    /** Subject of its findings. */
    public static final String CONNECTIONS = "connections";

    private final Map<String, String> addresses = new HashMap<>();
    private final Map<String, Machine> trying = new HashMap<>();
    private final List<Finding> findings = new ArrayList<>();

    private ConnectionExamination() {}

    /** @param here this machine, which reads what servers say of themselves */
    public static List<Finding> of(Configuration configuration, Machines machines, Machine here) {
        ConnectionExamination examination = new ConnectionExamination();
        machines.reached().forEach(machine -> examination.trying.put(machine.name(), machine));
        for (MachineSettings machine : Placement.of(configuration).machines()) {
            if (examination.trying.containsKey(machine.name())) {
                examination.locate(machine);
            }
        }
        examination.trying.put("", here);
        examination.examine(Connections.of(configuration));
        return examination.findings;
    }

    /** As other machines of the deployment will know it. */
    private void locate(MachineSettings machine) {
        try {
            addresses.put(machine.name(), Network.number(machine.name(), machine.address()));
        } catch (EnvironmentException unknown) {
            findings.add(new Finding(Level.PROBLEM, CONNECTIONS, unknown.getMessage(), ""));
        }
    }

    private void examine(List<Connection> all) {
        Map<String, Set<String>> sockets = new LinkedHashMap<>();
        List<Connection> tried = all.stream()
                .filter(connection -> trying.containsKey(connection.from()))
                .filter(connection -> addresses.containsKey(connection.to().machine()))
                .toList();
        tried.forEach(connection -> sockets.computeIfAbsent(connection.from(), _ -> new LinkedHashSet<>())
                .add(socket(connection.to())));
        Map<String, List<String>> unanswered = new HashMap<>();
        SideBySide.all(List.copyOf(sockets.keySet()), from -> {
                    List<String> asked = List.copyOf(sockets.get(from));
                    return Map.entry(from, trying.get(from).unanswered(asked));
                })
                .forEach(answer -> unanswered.put(answer.getKey(), answer.getValue()));
        Map<Port, Set<String>> blocked = new LinkedHashMap<>();
        tried.stream()
                .filter(connection -> unanswered.get(connection.from()).contains(socket(connection.to())))
                .forEach(connection -> blocked.computeIfAbsent(connection.to(), _ -> new LinkedHashSet<>())
                        .add(connection.from()));
        blocked.forEach((port, from) -> findings.add(blocked(port, from)));
        if (blocked.isEmpty() && !tried.isEmpty()) {
            int pairs = sockets.values().stream().mapToInt(Set::size).sum();
            findings.add(Finding.good(CONNECTIONS, pairs + " between machines get an answer"));
        }
    }

    private String socket(Port port) {
        return addresses.get(port.machine()) + ":" + port.number();
    }

    /** What this machine alone cannot read, a result only lacks. */
    private Finding blocked(Port port, Set<String> from) {
        String names = from.stream()
                .map(name -> name.isEmpty() ? "this machine" : name)
                .collect(Collectors.joining(", "));
        boolean any = port.number() >= Ports.FIRST && port.number() <= Ports.LAST;
        return new Finding(
                        from.equals(Set.of("")) ? Level.WARNING : Level.PROBLEM,
                        CONNECTIONS,
                        "no answer from " + socket(port) + " (" + port.tier() + ", " + port.purpose() + ") to " + names,
                        "let the firewalls between them pass TCP "
                                + (any ? Ports.FIRST + " to " + Ports.LAST : port.number())
                                + " (docs/reference/ports.md)")
                .at(port.machine());
    }
}
