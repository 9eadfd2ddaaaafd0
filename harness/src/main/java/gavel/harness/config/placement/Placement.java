package gavel.harness.config.placement;

import gavel.harness.config.AppServerSettings;
import gavel.harness.config.Configuration;
import gavel.harness.config.DocumentSettings;
import gavel.harness.config.HostSettings;
import gavel.harness.config.HostSettings.Size;
import gavel.harness.config.machine.MachineSettings;
import gavel.harness.setting.MemorySize;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Which instance runs on which host: pure. */
public final class Placement {
    private static final String APP_SERVERS = "appServers";
    /** The process of everything that is embedded. */
    private static final String SERVICES = "services";

    private static final String DRIVER = "driver";
    private static final String TOOLS = "tools";

    private final Map<String, Group> groups = new LinkedHashMap<>();
    private final HostSettings settings;
    private final boolean divided;
    private final boolean contained;
    private final boolean clustered;
    private final boolean podsApart;

    /**
     * The hosts of one tier: parts of this machine, {@code name}1, {@code name}2, …, or the machines that are for it, in turn. An instance
     * with limits has a part of its machine to itself.
     */
    private record Group(String name, int count, double cpu, long memoryBytes, List<String> machines) {
        String host(int index) {
            int own = index % count;
            if (machines.isEmpty()) {
                return name + (own + 1);
            }
            return limited() ? machine(own) + "-" + name + (own + 1) : machine(own);
        }

        String machine(int index) {
            return machines.isEmpty() ? "" : machines.get(index % count % machines.size());
        }

        boolean limited() {
            return cpu > 0 || memoryBytes > 0;
        }
    }

    private Placement(Configuration configuration) {
        this.settings = configuration.hosts();
        this.divided = configuration.divided();
        this.contained = configuration.contained();
        this.clustered = configuration.clustered();
        this.podsApart = clustered && configuration.kubernetes().driversApart();
    }

    public static Placement of(Configuration configuration) {
        HostSettings hosts = configuration.hosts();
        Placement placement = new Placement(configuration);
        if (configuration.balancers().present()) {
            placement.add("balancers", "balancer", configuration.balancers().instances(), hosts.balancers(), null);
        }
        if (configuration.webServers().present()) {
            placement.add("webServers", "web", configuration.webServers().instances(), hosts.webServers(), null);
        }
        AppServerSettings appServers = configuration.appServers();
        placement.add(APP_SERVERS, "app", configuration.mostAppServers(), hosts.appServers(), appServers.cpu());
        // The nodes of a cluster know each other by the name of the one machine they are on.
        if (configuration.broker().rabbit()) {
            placement.add("broker", "broker", 1, hosts.broker(), null);
        }
        if (!configuration.relational().external()
                && !configuration.relational().embedded()) {
            placement.add("relational", "database", 1, hosts.relational(), null);
        }
        DocumentSettings documents = configuration.documents();
        if (documents.server() || documents.mongodb()) {
            // Routers and the cluster's own servers run beside those with the data.
            placement.add("documents", "documents", Math.max(1, documents.dataServers()), hosts.documents(), null);
        }
        if (configuration.anyEmbedded()) {
            placement.add(SERVICES, "services", 1, embedded(configuration), null);
        }
        // Drivers are beside the application unless asked otherwise.
        if (hosts.drivers().wanted() || hosts.elsewhere() || configuration.contained()) {
            placement.add(DRIVER, DRIVER, configuration.drivers().count(), hosts.drivers(), null);
        }
        if (configuration.clustered()) {
            // What they need would else be room of the first application server.
            placement.add(TOOLS, TOOLS, 1, new Size(null, null, null), null);
        }
        return placement;
    }

    /** All that is embedded is one process: it has what its tiers have together. */
    private static Size embedded(Configuration configuration) {
        HostSettings hosts = configuration.hosts();
        List<Size> sizes = new ArrayList<>();
        if (configuration.documents().embedded()) {
            sizes.add(hosts.documents());
        }
        if (configuration.broker().embedded()) {
            sizes.add(hosts.broker());
        }
        if (configuration.relational().embedded()) {
            sizes.add(hosts.relational());
        }
        boolean cpu = sizes.stream().allMatch(size -> size.cpu() != null);
        boolean memory = sizes.stream().allMatch(size -> size.memory() != null);
        return new Size(
                1,
                cpu ? (Double) sizes.stream().mapToDouble(Size::cpu).sum() : null,
                memory
                        ? new MemorySize(sizes.stream()
                                .mapToLong(size -> size.memory().bytes())
                                .sum())
                        : null);
    }

    private void add(String tier, String name, int instances, Size size, Double cpuOfEach) {
        Double cpu = cpuOfEach == null ? size.cpu() : cpuOfEach;
        if (settings.elsewhere() || divided || cpu != null || size.memory() != null) {
            int count = size.count() == null ? instances : Math.min(instances, size.count());
            groups.put(
                    tier,
                    new Group(
                            name,
                            count,
                            cpu == null ? 0 : cpu,
                            size.memory() == null ? 0 : size.memory().bytes(),
                            machinesFor(tier)));
        }
    }

    private List<String> machinesFor(String tier) {
        return settings.known().stream()
                .filter(machine -> machine.tiers().contains(word(tier)))
                .map(MachineSettings::name)
                .toList();
    }

    /** The machines that instances run on, in the order they are named; none where all is on this one. */
    public List<MachineSettings> machines() {
        Set<String> used = usedByTier().values().stream().flatMap(Set::stream).collect(Collectors.toSet());
        return settings.known().stream()
                .filter(machine -> used.contains(machine.name()))
                .toList();
    }

    /** Whether no instance of the application is on a machine that makes the load. */
    public boolean driversApart() {
        return podsApart
                || settings.elsewhere()
                        && apart(DRIVER)
                                == usedByTier()
                                        .getOrDefault(word(DRIVER), Set.of())
                                        .size();
    }

    /** How many machines only instances of that tier are on. */
    public int apart(String tier) {
        Map<String, Set<String>> used = usedByTier();
        return (int) used.getOrDefault(word(tier), Set.of()).stream()
                .filter(machine -> used.entrySet().stream()
                        .noneMatch(other -> !other.getKey().equals(word(tier))
                                && other.getValue().contains(machine)))
                .count();
    }

    /** The machine that a host is, or is a part of; empty for this one. */
    public String machine(String host) {
        for (Group group : groups.values()) {
            for (int i = 0; i < group.count(); i++) {
                if (group.host(i).equals(host)) {
                    return group.machine(i);
                }
            }
        }
        return "";
    }

    /**
     * The host the tools run on that read and write the data: that of the first application server; of a part of a machine, the machine. In a
     * cluster they have their own.
     */
    public String toolsHost() {
        if (clustered) {
            return host(TOOLS, 0).orElseThrow();
        }
        String host = host(APP_SERVERS, 0).orElse("");
        return contained ? host : machine(host);
    }

    /** The parts of one machine, by its name; empty for this one. */
    public List<Partition> parts(String machine) {
        return hosts().stream()
                .filter(part -> machine(part.name()).equals(machine))
                .toList();
    }

    /** How many machines are named for each tier that has instances, by the names of the sections. */
    Map<String, Integer> machinesByTier() {
        Map<String, Integer> machines = new LinkedHashMap<>();
        groups.forEach(
                (tier, group) -> machines.put(word(tier), group.machines().size()));
        return machines;
    }

    /** Names of the machines the instances of each tier are on, by the names of the sections. */
    public Map<String, Set<String>> usedByTier() {
        Map<String, Set<String>> used = new LinkedHashMap<>();
        groups.forEach((tier, group) -> used.put(
                word(tier),
                IntStream.range(0, group.count()).mapToObj(group::machine).collect(Collectors.toSet())));
        return used;
    }

    /** As the section of a configuration is called, and the tiers of a machine are. */
    private static String word(String tier) {
        return tier.equals(DRIVER) ? "drivers" : tier;
    }

    /** Every host there is that is a part of a machine. */
    public List<Partition> hosts() {
        return groups.values().stream().flatMap(group -> hosts(group).stream()).toList();
    }

    private List<Partition> hosts(Group group) {
        List<Partition> hosts = new ArrayList<>();
        if (group.machines().isEmpty() || group.limited()) {
            for (int i = 0; i < group.count(); i++) {
                hosts.add(new Partition(group.host(i), divided, group.cpu(), group.memoryBytes()));
            }
        }
        return hosts;
    }

    /** Name of the host an instance of a tier runs on; empty for the machine itself. */
    public Optional<String> host(String tier, int index) {
        return Optional.ofNullable(groups.get(tier)).map(group -> group.host(index));
    }

    /** Cores the host of an instance may use; 0 for no limit. */
    public double cpu(String tier, int index) {
        return host(tier, index).map(this::cpuOf).orElse(0.0);
    }

    /** Cores the host of that name may use; 0 for no limit, or for the machine itself. */
    public double cpuOf(String host) {
        return hosts().stream()
                .filter(part -> part.name().equals(host))
                .mapToDouble(Partition::cpu)
                .findFirst()
                .orElse(0);
    }

    /** Cores that instances on these hosts may use together; 0 where one has no limit. */
    public double cpuOf(List<String> ofInstances) {
        List<Double> limits = ofInstances.stream().distinct().map(this::cpuOf).toList();
        return limits.contains(0.0)
                ? 0
                : limits.stream().mapToDouble(Double::doubleValue).sum();
    }

    /** Cores an application server counts on: its share of a limited host, rounded up; 0 for what the machine has. */
    public int appServerCores(int instances) {
        Group group = groups.get(APP_SERVERS);
        return group == null ? 0 : (int) Math.ceil(group.cpu() * group.count() / instances);
    }
}
