package gavel.harness.doctor.hosts;

import gavel.harness.config.Configuration;
import gavel.harness.config.placement.Placement;
import gavel.harness.doctor.Finding;
import gavel.harness.platform.Machine;
import gavel.harness.platform.Machines;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Whether the machines of one tier are equal, as those of a fair comparison are, and each host is a machine of its own. */
final class EqualMachines {
    private static final long MEBIBYTE = 1L << 20;
    /** Of the memory: what kernels keep for themselves differs. */
    private static final double SAME = 0.05;

    private EqualMachines() {}

    static List<Finding> of(Configuration configuration, Machines machines) {
        List<Finding> findings = new ArrayList<>();
        Placement placement = Placement.of(configuration);
        placement.usedByTier().forEach((tier, names) -> {
            List<Machine> own = machines.reached().stream()
                    .filter(machine -> names.contains(machine.name()))
                    .toList();
            if (own.size() > 1) {
                findings.add(compared(tier, own));
            }
        });
        Map<String, String> shared = machines.shared();
        machines.reached().stream()
                .map(Machine::name)
                .collect(Collectors.groupingBy(shared::get, LinkedHashMap::new, Collectors.toList()))
                .values()
                .stream()
                .filter(names -> names.size() > 1)
                .forEach(names -> findings.add(new Finding(
                        Finding.Level.WARNING,
                        "hosts",
                        String.join(", ", names) + " are one machine (the same kernel)",
                        "they share its cores: a fair measurement needs separate machines")));
        return findings;
    }

    private static Finding compared(String tier, List<Machine> machines) {
        List<String> differences = new ArrayList<>();
        difference(
                "cores", machines, machine -> Integer.toString(machine.facts().cores()), differences);
        difference("processor", machines, machine -> machine.description().cpu(), differences);
        difference("kernel", machines, machine -> machine.description().kernel(), differences);
        difference(
                "operating system", machines, machine -> machine.description().operatingSystem(), differences);
        long least = machines.stream()
                .mapToLong(machine -> machine.facts().memoryBytes())
                .min()
                .orElse(0);
        long most = machines.stream()
                .mapToLong(machine -> machine.facts().memoryBytes())
                .max()
                .orElse(0);
        if (most > least * (1 + SAME)) {
            difference("memory", machines, machine -> machine.facts().memoryBytes() / MEBIBYTE + " MiB", differences);
        }
        return Finding.of(
                differences.isEmpty(),
                Finding.Level.WARNING,
                "hosts of " + tier,
                differences.isEmpty()
                        ? machines.size() + " that are equal"
                        : "differ in " + String.join("; ", differences),
                "the weakest limits the tier: use equal machines");
    }

    private static void difference(
            String what, List<Machine> machines, Function<Machine, String> value, List<String> differences) {
        Map<String, List<String>> byValue = machines.stream()
                .collect(Collectors.groupingBy(
                        value, LinkedHashMap::new, Collectors.mapping(Machine::name, Collectors.toList())));
        if (byValue.size() > 1) {
            differences.add(what + ": "
                    + byValue.entrySet().stream()
                            .map(entry -> entry.getKey() + " (" + String.join(", ", entry.getValue()) + ")")
                            .collect(Collectors.joining(", ")));
        }
    }
}
