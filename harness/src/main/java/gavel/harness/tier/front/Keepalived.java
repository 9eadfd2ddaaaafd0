package gavel.harness.tier.front;

import gavel.harness.config.VirtualIpSettings;
import gavel.harness.topology.FileSpec;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Program;
import gavel.harness.topology.Ready;
import gavel.harness.topology.Stage;
import gavel.harness.topology.Template;
import gavel.harness.topology.Tier;
import gavel.harness.topology.Tiers;
import gavel.harness.topology.TopologyContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * One Keepalived on each host of the front tier. Each virtual address is a VRRP instance of all of them; each has another host as its
 * first owner, and moves when that host or its server dies. Ready means that the addresses it owns first take connections.
 */
public final class Keepalived implements Tier {
    private static final Program PROGRAM = new Program(
            "Keepalived", "keepalived", List.of("/usr/sbin/keepalived", "/usr/local/sbin/keepalived"), "--version");
    private static final Duration READY = Duration.ofSeconds(20);
    /** Of the first owner; each further host in turn has one step less. */
    private static final int HIGHEST = 200;

    private static final int STEP = 5;

    /** @param index of its host, from 0 */
    static String name(int index) {
        return "keepalived" + (index + 1);
    }

    /**
     * The tier that serves the virtual addresses.
     *
     * @param port the same at each of its servers
     */
    private record Front(String tier, int count, int port) {
        static Front of(TopologyContext context) {
            var ports = FrontDoors.ports(context.ports());
            return new Front(
                    FrontDoors.tier(context.configuration()),
                    ports.size(),
                    ports.getFirst().https());
        }
    }

    @Override
    public String name() {
        return Tiers.VIRTUAL_IPS;
    }

    @Override
    public List<Program> programs() {
        return List.of(PROGRAM);
    }

    @Override
    public List<InstanceSpec> instances(TopologyContext context) {
        if (!context.configuration().virtualIps().present()) {
            return List.of();
        }
        Front front = Front.of(context);
        return IntStream.range(0, front.count())
                .mapToObj(index -> instance(context, front, index))
                .toList();
    }

    private static InstanceSpec instance(TopologyContext context, Front front, int index) {
        String name = name(index);
        List<String> command = new ArrayList<>(List.of(
                // It must be root to change addresses: of root's rights it keeps those for the network of its
                // namespace.
                "setpriv",
                "--bounding-set=-all,+net_admin,+net_raw,+setuid,+setgid,+dac_override",
                "--inh-caps=-all",
                "--no-new-privs",
                Program.PATH,
                "--vrrp",
                "--use-file=" + context.settings(name + ".conf")));
        List<String> test = new ArrayList<>(command);
        test.add("--config-test");
        command.addAll(List.of(
                "--dont-fork",
                "--log-console",
                "--pid=" + context.data(name) + "/pid",
                "--vrrp_pid=" + context.data(name) + "/vrrp-pid"));
        return InstanceSpec.of(
                        Tiers.VIRTUAL_IPS,
                        name,
                        new Launch.Command(PROGRAM, command, Map.of(), 0, context.bound(), false, "TERM"))
                .on(context.host(front.tier(), index))
                .file(FileSpec.open("settings/" + name + ".conf", configuration(context, front, index)))
                .directory("data/" + name)
                .ready(new Ready.Listening(owned(context, front, index), front.port(), READY))
                .stage(Stage.FRONT)
                .before(FrontDoors.check(name, PROGRAM, test, false))
                .build();
    }

    /** The addresses it is the first owner of. */
    private static List<String> owned(TopologyContext context, Front front, int index) {
        List<String> addresses = FrontDoors.virtualAddresses(context);
        return IntStream.range(0, addresses.size())
                .filter(address -> address % front.count() == index)
                .mapToObj(addresses::get)
                .toList();
    }

    private static String configuration(TopologyContext context, Front front, int index) {
        String own = context.address(front.tier(), index);
        List<String> peers = IntStream.range(0, front.count())
                .filter(i -> i != index)
                .mapToObj(i -> context.address(front.tier(), i))
                .toList();
        List<String> addresses = FrontDoors.virtualAddresses(context);
        return Template.fill(
                Keepalived.class,
                "keepalived.conf",
                Map.of(
                        "deployment", context.deployment(),
                        "name", name(index),
                        "own", own,
                        "port", Integer.toString(front.port()),
                        "instances",
                                IntStream.range(0, addresses.size())
                                        .mapToObj(i -> address(
                                                Address.of(context, i), own, peers, priority(i, index, front.count())))
                                        .collect(Collectors.joining("\n"))));
    }

    /** The i-th address belongs to the i-th host first, then to the one after it, and so on. */
    static int priority(int address, int host, int hosts) {
        return HIGHEST - STEP * Math.floorMod(host - address, hosts);
    }

    /**
     * One virtual address.
     *
     * @param number from 1
     * @param prefix length of the network it brings: a machine has routes to its own already, a part of this one gets them with its addresses
     */
    private record Address(int number, String text, int prefix, String device) {
        static Address of(TopologyContext context, int index) {
            String device = context.configuration().virtualIps().device();
            return new Address(
                    index + 1,
                    FrontDoors.virtualAddresses(context).get(index),
                    context.configuration().hosts().elsewhere() ? 32 : 24,
                    device == null ? VirtualIpSettings.USUAL_DEVICE : device);
        }
    }

    private static String address(Address address, String own, List<String> peers, int priority) {
        return Template.fill(
                Keepalived.class,
                "keepalived-instance.conf",
                Map.of(
                        "number", Integer.toString(address.number()),
                        "device", address.device(),
                        "priority", Integer.toString(priority),
                        "own", own,
                        "peers", peers.stream().map(peer -> "        " + peer).collect(Collectors.joining("\n")),
                        "address", address.text() + "/" + address.prefix() + " dev " + address.device()));
    }
}
