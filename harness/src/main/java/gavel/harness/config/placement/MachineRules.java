package gavel.harness.config.placement;

import gavel.harness.config.Configuration;
import gavel.harness.config.HostSettings;
import gavel.harness.setting.Rules;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** What a configuration on several machines must be like: pure. */
public final class MachineRules {
    private static final Pattern LOOPBACK = Pattern.compile(
            "(?i)[^/]*//([^/?]*[,@])?((ip6-)?localhost|127\\.[0-9.]+|\\[?(0{0,4}:){2,7}0{0,3}1]?)([:/?,].*)?");

    private static final String MACHINES = "hosts.machines";
    /** Tiers of one process, or of several that find each other on one machine only. */
    private static final List<String> ON_ONE = List.of("broker", "relational", "services");

    private MachineRules() {}

    /** Holds a configuration against the machines it names, where it names some. */
    public static void check(Configuration configuration, Rules rules) {
        HostSettings hosts = configuration.hosts();
        rules.that(
                hosts.elsewhere() || configuration.virtualIps().addresses().isEmpty(),
                "virtualIps.addresses",
                "are for hosts.machines: parts of this machine have a network of their own",
                configuration.virtualIps().addresses());
        if (!hosts.elsewhere() || hosts.known().size() < hosts.machines().size()) {
            return;
        }
        Map<String, Integer> machines = Placement.of(configuration).machinesByTier();
        machines.forEach((tier, count) -> {
            rules.that(
                    count > 0,
                    MACHINES,
                    "must say where " + tier + " run: add " + tier + " to the tiers of a machine",
                    names(hosts));
            rules.that(
                    count <= 1 || !ON_ONE.contains(tier),
                    MACHINES,
                    "must have " + tier + " on one machine alone",
                    names(hosts, tier));
        });
        hosts.sizes()
                .forEach((tier, size) -> rules.that(
                        size.count() == null,
                        "hosts." + tier + ".count",
                        "divides this machine: the tiers of hosts.machines say how many machines there are",
                        size.count()));
        addresses(configuration, machines, rules);
        pictures(configuration, machines.getOrDefault("appServers", 0), rules);
        reached(configuration, "the machines", rules);
    }

    /** Each of the servers in front may have to serve all of the addresses, at the same port. */
    private static void addresses(Configuration configuration, Map<String, Integer> machines, Rules rules) {
        if (!configuration.virtualIps().present()) {
            return;
        }
        List<String> addresses = configuration.virtualIps().addresses();
        String front = configuration.balancers().present() ? "balancers" : "webServers";
        rules.that(
                        !addresses.isEmpty(),
                        "virtualIps.addresses",
                        "must name free addresses of the machines' network",
                        addresses)
                .that(
                        configuration.hosts().machines().stream()
                                .noneMatch(machine -> addresses.contains(machine.address())),
                        "virtualIps.addresses",
                        "must not be those of machines",
                        addresses)
                .that(
                        machines.getOrDefault(front, 0) >= configuration.frontServers(),
                        MACHINES,
                        "must have a machine for each of the " + configuration.frontServers() + " " + front
                                + ", as all of them serve the virtual addresses",
                        names(configuration.hosts(), front));
    }

    /** Files of one application server are seen by the others only where they share a directory. */
    private static void pictures(Configuration configuration, int appMachines, Rules rules) {
        if (!configuration.imageStore().isDirectory()) {
            return;
        }
        rules.that(
                configuration.imageStore().nfs() == null,
                "imageStore.nfs",
                "is mounted by Gavel on this machine only: mount it on every machine of appServers and name that"
                        + " directory (imageStore.directory)",
                configuration.imageStore().nfs());
        rules.that(
                configuration.imageStore().nfs() != null
                        || configuration.imageStore().directory() != null
                        || appMachines <= 1,
                "imageStore.directory",
                "must be one that every machine of appServers has mounted, as " + appMachines
                        + " of them share it; or let the document store keep pictures"
                        + " (imageStore.implementation: documents)",
                configuration.imageStore().directory());
    }

    /** @param who reaches what is external */
    static void reached(Configuration configuration, String who, Rules rules) {
        rules.that(
                !configuration.relational().external()
                        || !loopback(configuration.relational().url()),
                "relational.url",
                "must be an address that " + who + " can reach, no loopback",
                configuration.relational().url());
        rules.that(
                !configuration.broker().external()
                        || !loopback("//" + configuration.broker().host()),
                "broker.host",
                "must be an address that " + who + " can reach, no loopback",
                configuration.broker().host());
    }

    /** Also one of several hosts, and an address without any, which is the machine of its user. */
    private static boolean loopback(String address) {
        return address != null
                && (!address.contains("//") || LOOPBACK.matcher(address).matches());
    }

    private static List<String> names(HostSettings hosts) {
        return hosts.machines().stream()
                .map(machine -> machine.name() + " " + machine.tiers())
                .toList();
    }

    private static List<String> names(HostSettings hosts, String tier) {
        return hosts.machines().stream()
                .filter(machine -> machine.tiers().contains(tier))
                .map(machine -> machine.name())
                .toList();
    }
}
