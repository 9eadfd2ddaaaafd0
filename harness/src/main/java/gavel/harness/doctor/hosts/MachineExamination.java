package gavel.harness.doctor.hosts;

import gavel.harness.config.Configuration;
import gavel.harness.config.placement.Partition;
import gavel.harness.config.placement.Placement;
import gavel.harness.doctor.ArchitectureExamination;
import gavel.harness.doctor.Descriptors;
import gavel.harness.doctor.Descriptors.Need;
import gavel.harness.doctor.Examination;
import gavel.harness.doctor.Finding;
import gavel.harness.doctor.Finding.Level;
import gavel.harness.doctor.ProgramExamination;
import gavel.harness.doctor.UserExamination;
import gavel.harness.platform.HostDescription;
import gavel.harness.platform.HostFacts;
import gavel.harness.platform.Machine;
import gavel.harness.platform.Machines;
import gavel.harness.platform.Machines.Unreached;
import gavel.harness.topology.Tiers;
import gavel.harness.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Holds what each machine of a configuration offers against what is to run there. Asks, and changes nothing. */
public final class MachineExamination {
    private static final int NEEDED_JDK = 25;
    private static final long MEBIBYTE = 1L << 20;
    /** Beyond that what several drivers measured of the same event cannot be put together. */
    private static final double UNCERTAIN_MILLIS = 5;

    private final Configuration configuration;
    private final Machines machines;

    private MachineExamination(Configuration configuration, Machines machines) {
        this.configuration = configuration;
        this.machines = machines;
    }

    /** Everything that was found on all of them. */
    public static List<Finding> of(Configuration configuration, Machines machines) {
        MachineExamination examination = new MachineExamination(configuration, machines);
        List<Burden> burdens = Burden.of(configuration);
        List<Finding> findings = new ArrayList<>();
        for (Burden burden : burdens) {
            String name = burden.machine().name();
            examination
                    .reached(name)
                    .ifPresentOrElse(
                            machine -> examination.examine(burden, machine).stream()
                                    .map(finding -> finding.at(name))
                                    .forEach(findings::add),
                            () -> findings.add(examination.unreached(name)));
        }
        findings.addAll(EqualMachines.of(configuration, machines));
        return findings;
    }

    /**
     * Whether each machine that was reached has the memory that is planned for it; the first that has not, or the last.
     *
     * @param deployments that are up at the same time
     * @param machines of the first of them
     */
    public static Finding memory(List<Configuration> deployments, Machines machines) {
        MachineExamination examination = new MachineExamination(deployments.getFirst(), machines);
        List<Burden> others = deployments.stream()
                .skip(1)
                .flatMap(each -> Burden.of(each).stream())
                .toList();
        Finding last = Finding.good("memory", "unknown");
        for (Burden burden : Burden.of(deployments.getFirst())) {
            Optional<Machine> machine = examination.reached(burden.machine().name());
            if (machine.isPresent()) {
                List<Burden> together = Stream.concat(
                                Stream.of(burden), others.stream().filter(other -> other.shares(burden)))
                        .toList();
                last = memory(together, machine.get().facts())
                        .at(burden.machine().name());
                if (last.level() != Level.GOOD) {
                    return last;
                }
            }
        }
        return last;
    }

    /** Users whose connections each process has descriptors for. */
    public static int usersConnected(Configuration configuration, Machines machines) {
        MachineExamination examination = new MachineExamination(configuration, machines);
        int users = Integer.MAX_VALUE;
        for (Burden burden : Burden.of(configuration)) {
            Optional<Machine> machine = examination.reached(burden.machine().name());
            if (machine.isPresent()) {
                HostFacts facts = machine.get().facts();
                for (Need need : examination.needs(burden, facts)) {
                    users = facts.descriptors() < 0 ? users : Math.min(users, need.usersWithin(facts.descriptors()));
                }
            }
        }
        return users;
    }

    private Optional<Machine> reached(String name) {
        return machines.reached().stream()
                .filter(machine -> machine.name().equals(name))
                .findFirst();
    }

    private Finding unreached(String name) {
        Unreached missing = machines.unreached().stream()
                .filter(machine -> machine.name().equals(name))
                .findFirst()
                .orElse(new Unreached(name, "not looked for", false));
        return missing.off()
                ? Finding.good(name, "is off, and would be switched on: " + missing.reason())
                : new Finding(Level.PROBLEM, name, "cannot be used", missing.reason());
    }

    private List<Finding> examine(Burden burden, Machine machine) {
        HostFacts facts = machine.facts();
        HostDescription description = machine.description();
        List<Finding> findings = new ArrayList<>();
        findings.add(Finding.good(
                "host",
                burden.machine().address() + ", " + description.operatingSystem() + ", kernel " + description.kernel()
                        + ", " + facts.cores() + " cores of " + description.cpu()));
        findings.add(Finding.good(
                "JDK",
                facts.jdk() >= NEEDED_JDK ? Integer.toString(facts.jdk()) : "no Java 25 or later: Gavel brings one"));
        findings.add(memory(List.of(burden), facts));
        findings.add(Examination.disk(
                configuration,
                facts,
                burden.holds(Tiers.RELATIONAL, Tiers.SERVICES, Tiers.DOCUMENTS)
                        || configuration.imageStore().isDirectory() && burden.holds(Tiers.APP_SERVERS)));
        findings.add(Examination.descriptors(
                needs(burden, facts), configuration.load().users(), facts.descriptors()));
        findings.addAll(ProgramExamination.needed(Topology.programs(burden.instances()), machine));
        if (burden.holds(Tiers.RELATIONAL)) {
            findings.addAll(UserExamination.root(
                    configuration,
                    machine.ask(List.of("id", "-un")).strip(),
                    command -> machine.tried(command).code() == 0));
        }
        if (burden.holds(Tiers.SERVICES)) {
            findings.addAll(ArchitectureExamination.of(
                    configuration, machine.ask(List.of("uname", "-m")).strip()));
        }
        List<Partition> parts =
                Placement.of(configuration).parts(burden.machine().name());
        machine.obstacles(parts)
                .forEach(obstacle -> findings.add(
                        new Finding(Level.PROBLEM, "limits", "cannot be set", obstacle + " (hosts, appServers.cpu)")));
        parts.stream()
                .filter(part -> part.cpu() > facts.cores())
                .forEach(part -> findings.add(new Finding(
                        Level.PROBLEM,
                        "limits",
                        part.name() + " is to have " + part.cpu() + " cores of " + facts.cores(),
                        "fewer (hosts, appServers.cpu)")));
        findings.add(ports(burden, machine));
        findings.add(clock(machine.clock()));
        return findings;
    }

    /** @param together of one machine, at the same time */
    private static Finding memory(List<Burden> together, HostFacts facts) {
        long available = facts.availableMemoryBytes() / MEBIBYTE;
        long needed = together.stream().mapToLong(Burden::mebibytes).sum();
        return Finding.of(
                available >= needed,
                Level.PROBLEM,
                "memory",
                available + " MiB available of " + facts.memoryBytes() / MEBIBYTE,
                needed + " MiB are needed for " + names(together)
                        + ": fewer users (load.users), less memory for a tier, or another machine (hosts.machines)");
    }

    private static String names(List<Burden> together) {
        List<String> names = together.stream()
                .map(burden -> burden.instances().stream()
                        .map(instance -> instance.name())
                        .collect(Collectors.joining(", ")))
                .distinct()
                .toList();
        return (names.size() == together.size() ? "" : together.size() + " times ") + String.join(" and ", names);
    }

    private List<Need> needs(Burden burden, HostFacts facts) {
        return Descriptors.of(configuration, facts.cores()).stream()
                .filter(need -> burden.holds(need.tier()))
                .toList();
    }

    private static Finding ports(Burden burden, Machine machine) {
        List<Integer> taken = burden.instances().stream()
                .flatMap(instance -> instance.ports().values().stream())
                .filter(port -> port > 0 && !machine.portFree(port))
                .toList();
        return Finding.of(
                taken.isEmpty(),
                Level.PROBLEM,
                "ports",
                taken.isEmpty() ? "free" : "in use: " + taken,
                "stop what listens there, choose others, or set null for free ones");
    }

    private static Finding clock(Machine.ClockOffset clock) {
        String found = String.format(
                Locale.ROOT, "%+.2f ms against this machine's, ± %.2f ms", clock.millis(), clock.uncertaintyMillis());
        return Finding.of(
                clock.uncertaintyMillis() <= UNCERTAIN_MILLIS,
                Level.WARNING,
                "clock",
                found,
                "latencies between drivers are no more exact than that: use a quieter network");
    }
}
