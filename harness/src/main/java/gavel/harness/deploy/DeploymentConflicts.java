package gavel.harness.deploy;

import gavel.harness.config.Configuration;
import gavel.harness.config.machine.MachineSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What two deployments that are up at the same time cannot both have: addresses, ports, and data of servers that are not Gavel's. Pure. */
public final class DeploymentConflicts {
    private DeploymentConflicts() {}

    /** Everything that both would use; empty where they do not disturb each other. */
    public static List<String> problems(Configuration one, Configuration other) {
        List<String> problems = new ArrayList<>();
        Map<String, String> others = external(other);
        external(one)
                .forEach((setting, value) -> add(
                        problems,
                        value.equals(others.get(setting)),
                        value,
                        setting,
                        "give each a server or data of its own"));
        one.virtualIps()
                .addresses()
                .forEach(address -> add(
                        problems,
                        other.virtualIps().addresses().contains(address),
                        address,
                        "virtualIps.addresses",
                        "give each its own"));
        if (!apart(one, other) && !one.hosts().isolated() && !one.contained()) {
            Map<Integer, String> taken = ports(other);
            ports(one)
                    .forEach((port, setting) -> add(
                            problems,
                            taken.containsKey(port),
                            "port " + port,
                            setting,
                            "name another for one of them, or null for free ones"));
        }
        return problems;
    }

    private static void add(List<String> problems, boolean both, String what, String setting, String mend) {
        if (both) {
            problems.add("deployments that are up at the same time cannot share " + what + ": " + mend + " (" + setting
                    + ")");
        }
    }

    /** Whether no machine has instances of both; the nodes of a cluster are taken for others. */
    public static boolean apart(Configuration one, Configuration other) {
        Set<String> machines = machines(one);
        return one.hosts().elsewhere() != other.hosts().elsewhere()
                || one.clustered() != other.clustered()
                || one.hosts().elsewhere() && machines(other).stream().noneMatch(machines::contains);
    }

    private static Set<String> machines(Configuration configuration) {
        return configuration.hosts().known().stream()
                .map(MachineSettings::address)
                .collect(Collectors.toSet());
    }

    /** Servers whose data belong to one deployment, by the setting that names them. */
    private static Map<String, String> external(Configuration configuration) {
        Map<String, String> servers = new LinkedHashMap<>();
        if (configuration.relational().external()) {
            servers.put("relational.url", configuration.relational().url());
        }
        if (configuration.broker().external()) {
            servers.put(
                    "broker.host",
                    configuration.broker().host() + ":" + configuration.broker().port() + " "
                            + configuration.broker().virtualHost());
        }
        if (configuration.documents().external()) {
            servers.put("documents.uriFile", configuration.documents().uriFile());
        }
        return servers;
    }

    private static Map<Integer, String> ports(Configuration configuration) {
        Map<Integer, String> ports = new LinkedHashMap<>();
        put(ports, "appServers.port", configuration.appServers().port(), configuration.mostAppServers());
        put(
                ports,
                "webServers.port",
                configuration.webServers().port(),
                configuration.webServers().instances());
        put(
                ports,
                "balancers.port",
                configuration.balancers().port(),
                configuration.balancers().instances());
        return ports;
    }

    private static void put(Map<Integer, String> ports, String setting, Integer first, int count) {
        for (int i = 0; first != null && i < count; i++) {
            ports.put(first + i, setting);
        }
    }
}
