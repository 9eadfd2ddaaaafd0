package gavel.harness.config.placement;

import gavel.harness.config.AppServerSettings;
import gavel.harness.config.Configuration;
import gavel.harness.config.DocumentSettings;
import gavel.harness.config.HostSettings;
import gavel.harness.config.HostSettings.Size;
import gavel.harness.setting.MemorySize;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which instance runs on which host: pure. */
public final class Placement {
    private static final String APP_SERVERS = "appServers";
    /** The process of everything that is embedded. */
    private static final String SERVICES = "services";

    private final Map<String, Group> groups = new LinkedHashMap<>();
    private final boolean isolated;

    /** The hosts of one tier: {@code name}1, {@code name}2, … */
    private record Group(String name, int count, double cpu, long memoryBytes) {
        String host(int index) {
            return name + (index % count + 1);
        }
    }

    private Placement(boolean isolated) {
        this.isolated = isolated;
    }

    public static Placement of(Configuration configuration) {
        HostSettings hosts = configuration.hosts();
        Placement placement = new Placement(hosts.isolated());
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
        // Whoever makes the load is beside the application unless asked otherwise.
        if (hosts.drivers().wanted()) {
            placement.add("driver", "driver", configuration.drivers().count(), hosts.drivers(), null);
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
        if (isolated || cpu != null || size.memory() != null) {
            int count = size.count() == null ? instances : Math.min(instances, size.count());
            groups.put(
                    tier,
                    new Group(
                            name,
                            count,
                            cpu == null ? 0 : cpu,
                            size.memory() == null ? 0 : size.memory().bytes()));
        }
    }

    /** Every host there is beside the machine itself. */
    public List<Partition> hosts() {
        return groups.values().stream().flatMap(group -> hosts(group).stream()).toList();
    }

    private List<Partition> hosts(Group group) {
        List<Partition> hosts = new ArrayList<>();
        for (int i = 0; i < group.count(); i++) {
            hosts.add(new Partition(group.host(i), isolated, group.cpu(), group.memoryBytes()));
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

    /** Cores an application server counts on: its share of a limited host, rounded up; 0 for what the machine has. */
    public int appServerCores(int instances) {
        Group group = groups.get(APP_SERVERS);
        return group == null ? 0 : (int) Math.ceil(group.cpu() * group.count() / instances);
    }
}
