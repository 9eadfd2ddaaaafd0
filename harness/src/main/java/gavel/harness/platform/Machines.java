package gavel.harness.platform;

import gavel.harness.config.placement.Placement;
import gavel.harness.failure.EnvironmentException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The machines of a configuration, as they were found: all at once, side by side.
 *
 * @param reached those that answer, in the order they are named; this one where none is named
 * @param unreached those that do not
 * @param placed names of the machines that hosts are on, by the hosts, where no configuration says it, as of pods
 */
public record Machines(List<Machine> reached, List<Unreached> unreached, Map<String, String> placed) {
    public Machines {
        reached = List.copyOf(reached);
        unreached = List.copyOf(unreached);
        placed = Map.copyOf(placed);
    }

    public Machines(List<Machine> reached, List<Unreached> unreached) {
        this(reached, unreached, Map.of());
    }

    /**
     * @param reason why, and what to do, in one line
     * @param off whether it is taken to be switched off and Gavel may switch it on
     */
    public record Unreached(String name, String reason, boolean off) {}

    /**
     * One of them by its name, which is empty for this machine.
     *
     * @throws EnvironmentException where it was not reached
     */
    public Machine machine(String name) {
        return reached.stream()
                .filter(machine -> name.isEmpty() || machine.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new EnvironmentException("host " + name + " cannot be reached"
                        + unreached.stream()
                                .filter(missing -> missing.name().equals(name))
                                .map(missing -> ": " + missing.reason())
                                .collect(Collectors.joining())));
    }

    /** Cores that the instances of a tier find together, as if each of their machines were the least of them; 0 where one was not reached. */
    public int cores(Placement placement, String tier, int instances) {
        Set<String> names = IntStream.range(0, instances)
                .mapToObj(index -> placement.host(tier, index).orElse(""))
                .map(host -> placed.getOrDefault(host, placement.machine(host)))
                .collect(Collectors.toSet());
        return names.stream()
                        .mapToInt(name -> unreached.stream()
                                        .anyMatch(missing -> missing.name().equals(name))
                                ? 0
                                : machine(name).facts().cores())
                        .min()
                        .orElse(0)
                * names.size();
    }

    /** A name for each that was reached, equal for those on one kernel. */
    public Map<String, String> shared() {
        Map<String, Supplier<HostDescription>> hosts = new LinkedHashMap<>();
        reached.forEach(machine -> hosts.put(machine.name(), machine::description));
        return SharedKernels.machines(hosts);
    }

    /** Whether a service could listen on the port now on every one that was reached. */
    public boolean portFree(int port) {
        return reached.stream().allMatch(machine -> machine.portFree(port));
    }

    /** Nothing but this machine. */
    public static Machines only(Machine here) {
        return new Machines(List.of(here), List.of());
    }
}
