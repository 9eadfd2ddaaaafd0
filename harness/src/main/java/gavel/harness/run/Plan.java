package gavel.harness.run;

import gavel.harness.config.Configuration;
import gavel.harness.config.Sizing;
import gavel.harness.config.placement.Partition;
import gavel.harness.config.placement.Placement;
import gavel.harness.deploy.Topologies;
import gavel.harness.doctor.hosts.Burden;
import gavel.harness.experiment.TimeRange;
import gavel.harness.report.text.Words;
import gavel.harness.setting.Durations;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Tiers;
import gavel.harness.topology.TopologyContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a run would start where, with how much memory and for how long. Pure; starts nothing.
 *
 * @param mebibytes the most at once, with what the kernel keeps of the users' connections
 * @param hosts parts the machines would be divided into
 * @param machines that are named, each with what becomes of it; none for this one
 */
public record Plan(List<Part> parts, long mebibytes, List<Partition> hosts, List<String> machines, Duration predicted) {
    private static final String AUDIT = "audit";
    private static final String HERE = "localhost";
    private static final double SECONDS_TO_DEPLOY = 25;
    private static final double SECONDS_PER_LOADED_USER = 0.03;
    private static final double SECONDS_TO_HOLD_AND_AUDIT = 20;
    /** Until load can be put on it, on an idle machine and on a busy one that trains the start cache as well; for each user of the set. */
    private static final TimeRange DEPLOY = new TimeRange(20, 60);

    private static final TimeRange LOAD_USER = new TimeRange(0.01, 0.03);
    /** Programs are brought to other machines, which may have to be switched on. */
    private static final TimeRange ELSEWHERE = new TimeRange(10, 150);

    private static final double LAST_ANSWERS = 20;
    private static final TimeRange AUDIT_AND_STOP = new TimeRange(5, 20);
    private static final TimeRange AUDIT_USER = new TimeRange(0.003, 0.006);

    /**
     * @param port in words: a number or "free"
     * @param mebibytes it takes of the machine; 0 when unknown
     * @param heap of it; 0 where there is none
     */
    public record Part(String instance, String tier, String host, String port, long mebibytes, long heap) {}

    public Plan {
        parts = List.copyOf(parts);
        hosts = List.copyOf(hosts);
        machines = List.copyOf(machines);
    }

    public static Plan of(Configuration configuration) {
        Sizing sizing = Sizing.of(configuration);
        List<Part> parts = Topologies.planned(configuration).instances().stream()
                .filter(instance -> !(instance.launch() instanceof Launch.Storage))
                .sorted(Comparator.comparingInt(instance -> Tiers.ORDER.indexOf(instance.tier())))
                .map(Plan::part)
                .collect(Collectors.toCollection(ArrayList::new));
        Placement placement = Placement.of(configuration);
        String tools = TopologyContext.planned(configuration).toolsHost();
        parts.add(new Part(
                AUDIT,
                Tiers.TOOLS,
                tools.isEmpty() ? HERE : tools,
                "-",
                Sizing.process(sizing.auditHeap()),
                sizing.auditHeap()));
        return new Plan(
                parts,
                sizing.total(configuration),
                placement.hosts(),
                machines(configuration),
                predicted(configuration, placement));
    }

    private static List<String> machines(Configuration configuration) {
        Map<String, Long> needed = Burden.of(configuration).stream()
                .collect(Collectors.toMap(burden -> burden.machine().name(), Burden::mebibytes));
        return configuration.hosts().known().stream()
                .map(machine -> "machine %-10s %s%s, %s"
                        .formatted(
                                machine.name(),
                                machine.address(),
                                machine.switchable() ? ", switched on where it is off" : "",
                                needed.containsKey(machine.name())
                                        ? needed.get(machine.name()) + " MiB at once"
                                        : "not needed for so many instances"))
                .toList();
    }

    private static Part part(InstanceSpec instance) {
        String host = instance.launch() instanceof Launch.Elsewhere elsewhere
                ? elsewhere.address()
                : instance.host().isEmpty() ? HERE : instance.host();
        return new Part(
                instance.name(),
                instance.tier(),
                host,
                ports(instance),
                instance.capacity().mebibytes(),
                instance.capacity().heap());
    }

    /** Those that are known, and how many will be free ones. */
    private static String ports(InstanceSpec instance) {
        List<String> words = instance.ports().values().stream()
                .filter(port -> port > 0)
                .map(String::valueOf)
                .collect(Collectors.toCollection(ArrayList::new));
        long free = instance.ports().size() - words.size();
        if (free > 0) {
            words.add(free == 1 && words.isEmpty() ? "free" : free + " free");
        }
        return words.isEmpty() ? "-" : String.join(" + ", words);
    }

    private static Duration predicted(Configuration configuration, Placement placement) {
        double seconds = SECONDS_TO_DEPLOY
                + SECONDS_PER_LOADED_USER * Sizing.setUsers(configuration)
                + WarmUpLoad.seconds(configuration, placement)
                + configuration.load().phases().totalSeconds()
                + SECONDS_TO_HOLD_AND_AUDIT;
        return Duration.ofSeconds(Math.round(seconds));
    }

    /** What an experiment takes until load can be put on its deployment, whose servers it warms up by itself unless they get a quota. */
    public static TimeRange deploying(Configuration configuration) {
        Placement placement = Placement.of(configuration);
        TimeRange whole = DEPLOY.plus(LOAD_USER.times(Sizing.setUsers(configuration)));
        if (WarmUpLoad.limited(configuration, placement)) {
            int warm = WarmUpLoad.seconds(configuration, placement);
            whole = whole.plus(new TimeRange(warm, warm + LAST_ANSWERS));
        }
        return configuration.hosts().elsewhere() || configuration.clustered() ? whole.plus(ELSEWHERE) : whole;
    }

    /** From its last user to its report. */
    public static TimeRange ending(Configuration configuration) {
        return AUDIT_AND_STOP.plus(AUDIT_USER.times(Sizing.setUsers(configuration)));
    }

    private List<String> division() {
        List<String> lines = new ArrayList<>(machines);
        if (hosts.isEmpty()) {
            return lines;
        }
        hosts.forEach(host -> lines.add("host %-13s %s".formatted(host.name(), host.described())));
        long addressed = hosts.stream().filter(Partition::addressed).count();
        long limited = hosts.stream().filter(Partition::limited).count();
        lines.add("would be made on " + (machines.isEmpty() ? "this machine" : "those machines")
                + ", and taken away with the deployment: "
                + (addressed == 0 ? "" : "a bridge with " + Words.plural(addressed, "network namespace"))
                + (addressed == 0 || limited == 0 ? "" : ", ")
                + (limited == 0 ? "" : Words.plural(limited, "control group")));
        return lines;
    }

    private static String size(long mebibytes) {
        return mebibytes == 0 ? "-" : mebibytes + " MiB";
    }

    /** A table for people. */
    public List<String> lines() {
        List<String> lines = new ArrayList<>(table());
        lines.add("predicted time: about " + Durations.spoken(predicted));
        return lines;
    }

    /** The same without the time, which is that of one run. */
    public List<String> table() {
        List<String> lines = new ArrayList<>();
        lines.add("%-18s %-12s %-12s %-14s %-10s %s"
                .formatted("instance", "tier", "host", "port", "memory", "of it heap"));
        for (Part part : parts) {
            lines.add("%-18s %-12s %-12s %-14s %-10s %s"
                    .formatted(
                            part.instance(),
                            part.tier(),
                            part.host(),
                            part.port(),
                            size(part.mebibytes()),
                            size(part.heap()))
                    .stripTrailing());
        }
        lines.add("memory in all, with the kernel's for connections: " + mebibytes
                + " MiB (drivers and audit are not there at the same time)");
        lines.addAll(division());
        return lines;
    }
}
