package gavel.harness.tier.front;

import gavel.harness.collect.Instance;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Ports;
import gavel.harness.deployment.RunDirectory;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.host.Host;
import gavel.harness.host.HostProcess;
import gavel.harness.host.ProcessRecord;
import gavel.harness.host.ProcessSpec;
import gavel.harness.host.Timekeeper;
import gavel.harness.tier.Service;
import gavel.harness.tier.Tiers;
import gavel.harness.tier.server.Program;
import gavel.harness.tier.server.Template;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * One Keepalived on each host of the front tier. Each virtual address is a VRRP instance of all of them; each has another host as its
 * first owner, and moves when that host or its server dies. Ready means that every address takes connections.
 */
final class Keepalived implements Service {
    private static final String NAME = "keepalived";
    private static final Duration READY = Duration.ofSeconds(20);
    /** Of the first owner; each further host in turn has one step less. */
    private static final int HIGHEST = 200;

    private static final int STEP = 5;
    private final Deployment deployment;
    private final List<HostProcess> processes;

    private Keepalived(Deployment deployment, List<HostProcess> processes) {
        this.deployment = deployment;
        this.processes = List.copyOf(processes);
    }

    /**
     * The tier that serves the virtual addresses.
     *
     * @param port the same at each of its servers
     */
    record Front(String tier, int count, int port) {
        static Front of(Deployment deployment) {
            List<Ports.Web> ports = FrontDoors.ports(deployment.ports());
            return new Front(
                    FrontDoors.tier(deployment.configuration()),
                    ports.size(),
                    ports.getFirst().https());
        }
    }

    /** For the servers in front of the deployment. */
    static Keepalived start(Deployment deployment, Timekeeper time) throws IOException, InterruptedException {
        return start(deployment, Front.of(deployment), time);
    }

    /** Starts those that do not run yet, and waits until every address takes connections. */
    static Keepalived start(Deployment deployment, Front front, Timekeeper time)
            throws IOException, InterruptedException {
        Path program = Program.KEEPALIVED.on(deployment.host());
        List<HostProcess> running = mine(deployment.host().recorded());
        List<HostProcess> all = new ArrayList<>();
        for (int i = 0; i < front.count(); i++) {
            String name = name(i);
            HostProcess known = running.stream()
                    .filter(process -> process.name().equals(name))
                    .findFirst()
                    .orElse(null);
            all.add(known == null ? start(deployment, front, i, program) : known);
        }
        for (String address : addresses(deployment)) {
            time.awaitReady(
                    deployment.host(), all.getFirst(), () -> deployment.host().listening(address, front.port()), READY);
        }
        return new Keepalived(deployment, all);
    }

    private static HostProcess start(Deployment deployment, Front front, int index, Path program)
            throws IOException, InterruptedException {
        RunDirectory directory = deployment.directory();
        Host host = deployment.host(front.tier(), index);
        Path file = directory.settings(name(index) + ".conf");
        host.put(file, configuration(deployment, front, index), false);
        Path data = Files.createDirectories(directory.data(name(index)));
        List<String> command = new ArrayList<>(List.of(
                // It must be root to change addresses: of root's rights it keeps those for the network of its
                // namespace.
                "setpriv",
                "--bounding-set=-all,+net_admin,+net_raw,+setuid,+setgid,+dac_override",
                "--inh-caps=-all",
                "--no-new-privs",
                program.toString(),
                "--vrrp",
                "--use-file=" + file));
        check(deployment, host, index, command);
        command.addAll(List.of(
                "--dont-fork",
                "--log-console",
                "--pid=" + data.resolve("pid"),
                "--vrrp_pid=" + data.resolve("vrrp-pid")));
        return host.start(spec(deployment, name(index), Tiers.VIRTUAL_IPS, command, deployment.temporary()));
    }

    /** Lets Keepalived itself judge what was written for it. */
    private static void check(Deployment deployment, Host host, int index, List<String> command)
            throws IOException, InterruptedException {
        String name = name(index) + "-check";
        List<String> test = new ArrayList<>(command);
        test.add("--config-test");
        int code = host.run(spec(deployment, name, Tiers.TOOLS, test, true), line -> {}, READY);
        if (code != 0) {
            Path log = deployment.directory().log(name);
            throw new EnvironmentException(
                    "Keepalived refuses its configuration (log: " + log + ")", host.tail(log, 20), null);
        }
    }

    private static ProcessSpec spec(
            Deployment deployment, String name, String tier, List<String> command, boolean bound) {
        return new ProcessSpec(
                name,
                tier,
                command,
                Map.of(),
                deployment.directory().path(),
                0,
                bound,
                false,
                ProcessRecord.USUAL_SIGNAL);
    }

    /** Those of a deployment that run already. */
    static Optional<Keepalived> found(Deployment deployment, List<HostProcess> running) {
        List<HostProcess> mine = mine(running);
        return mine.isEmpty() ? Optional.empty() : Optional.of(new Keepalived(deployment, mine));
    }

    private static List<HostProcess> mine(List<HostProcess> processes) {
        return processes.stream()
                .filter(process -> process.tier().equals(Tiers.VIRTUAL_IPS) && process.alive())
                .toList();
    }

    /** Where people reach the application. */
    List<URI> doors() {
        int port = Front.of(deployment).port();
        return addresses(deployment).stream()
                .map(address -> FrontDoors.door(address, port))
                .toList();
    }

    /** The virtual addresses; none where a configuration asks for none. */
    static List<String> addresses(Deployment deployment) {
        return IntStream.range(0, deployment.configuration().virtualAddresses())
                .mapToObj(deployment.host()::virtualAddress)
                .toList();
    }

    static String configuration(Deployment deployment, Front front, int index) {
        String own = deployment.host(front.tier(), index).address();
        List<String> peers = IntStream.range(0, front.count())
                .filter(i -> i != index)
                .mapToObj(i -> deployment.host(front.tier(), i).address())
                .toList();
        List<String> addresses = addresses(deployment);
        return Template.fill(
                Keepalived.class,
                "keepalived.conf",
                Map.of(
                        "deployment", deployment.name(),
                        "name", name(index),
                        "own", own,
                        "port", Integer.toString(front.port()),
                        "instances",
                                IntStream.range(0, addresses.size())
                                        .mapToObj(i -> instance(
                                                i, own, peers, addresses.get(i), priority(i, index, front.count())))
                                        .collect(Collectors.joining("\n"))));
    }

    /** The i-th address belongs to the i-th host first, then to the one after it, and so on. */
    static int priority(int address, int host, int hosts) {
        return HIGHEST - STEP * Math.floorMod(host - address, hosts);
    }

    private static String instance(int index, String own, List<String> peers, String address, int priority) {
        return Template.fill(
                Keepalived.class,
                "keepalived-instance.conf",
                Map.of(
                        "number", Integer.toString(index + 1),
                        "priority", Integer.toString(priority),
                        "own", own,
                        "peers", peers.stream().map(peer -> "        " + peer).collect(Collectors.joining("\n")),
                        "address", address));
    }

    /** @param index of its host, from 0 */
    static String name(int index) {
        return NAME + (index + 1);
    }

    String version() {
        return Program.KEEPALIVED.version(deployment.host());
    }

    @Override
    public List<HostProcess> processes() {
        return processes;
    }

    @Override
    public List<Instance> instances() {
        return processes.stream()
                .map(process -> Instance.of(Tiers.VIRTUAL_IPS, process.name(), process.pid()))
                .toList();
    }
}
