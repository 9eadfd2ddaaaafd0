package gavel.harness.tier.front;

import gavel.harness.collect.Instance;
import gavel.harness.collect.metrics.GuardedPage;
import gavel.harness.collect.metrics.HaProxyStatistics;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Installation;
import gavel.harness.deployment.Ports;
import gavel.harness.host.Host;
import gavel.harness.host.HostProcess;
import gavel.harness.host.Timekeeper;
import gavel.harness.tier.AppServer;
import gavel.harness.tier.Service;
import gavel.harness.tier.Tiers;
import gavel.harness.tier.server.Program;
import gavel.harness.tier.server.Template;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** One HAProxy in front of all web servers, or of all application servers where there are none. */
final class HaProxy implements Service {
    /** Descriptors it needs besides two for each connection. */
    private static final int OWN_DESCRIPTORS = 256;
    /** Connections to its figures. */
    private static final int READERS = 16;
    /** Keys a file of them must hold. */
    private static final int TICKET_KEYS = 3;

    private final Deployment deployment;
    private final int index;
    private final HostProcess process;

    private HaProxy(Deployment deployment, int index, HostProcess process) {
        this.deployment = deployment;
        this.index = index;
        this.process = process;
    }

    /** @param index of the balancer, from 0 */
    static String name(int index) {
        return "haproxy" + (index + 1);
    }

    /** Starts it and waits until it takes connections. */
    static HaProxy start(Deployment deployment, Installation installation, Timekeeper time, int index)
            throws IOException, InterruptedException {
        Host host = deployment.host(Tiers.BALANCERS, index);
        String program = Program.HAPROXY.on(host).toString();
        Path file = deployment.directory().settings(name(index) + ".cfg");
        host.put(file, configuration(deployment, index), true);
        if (deployment.configuration().balancersDecrypt()) {
            Certificates certificates = Certificates.make(deployment, installation.java());
            String both = Files.readString(certificates.certificate()) + Files.readString(certificates.key());
            host.put(certificate(deployment), both, true);
            String key = Base64.getEncoder().encodeToString(new TicketKey(deployment, 0).bytes()) + "\n";
            host.put(tickets(deployment), key.repeat(TICKET_KEYS), true);
        }
        FrontProgram front = new FrontProgram(
                host,
                Program.HAPROXY.title(),
                name(index),
                Tiers.BALANCERS,
                List.of(program, "-db", "-f", file.toString()),
                "-c");
        int port = deployment.ports().balancers().get(index).https();
        return new HaProxy(deployment, index, front.start(deployment, time, port));
    }

    /** Of a deployment that is up already. */
    static Optional<HaProxy> found(Deployment deployment, List<HostProcess> running, int index) {
        return running.stream()
                .filter(process -> process.name().equals(name(index)))
                .findFirst()
                .map(process -> new HaProxy(deployment, index, process));
    }

    private static String token(Deployment deployment, int index) {
        return deployment.secrets().statistics(name(index));
    }

    private static Path certificate(Deployment deployment) {
        return deployment.directory().settings("balancers.pem");
    }

    private static Path tickets(Deployment deployment) {
        return deployment.directory().settings("balancers-tickets");
    }

    static String configuration(Deployment deployment, int index) {
        Host host = deployment.host(Tiers.BALANCERS, index);
        Ports.Web own = deployment.ports().balancers().get(index);
        long connections = connections(
                deployment.sizing().webConnections(), deployment.host().facts().descriptors());
        Map<String, String> values = new HashMap<>();
        values.put("deployment", deployment.name());
        values.put("token", token(deployment, index));
        values.put("connections", Long.toString(connections));
        values.put("all", Long.toString(connections + READERS));
        values.put(
                "perAddress", perAddress(deployment.configuration().balancers().connectionsPerAddress()));
        // More than one address, with the same port each.
        values.put(
                "listen",
                FrontDoors.listens(deployment, Tiers.BALANCERS, index).stream()
                        .map(address -> address + ":" + own.https())
                        .collect(Collectors.joining(",")));
        values.put("status", host.address() + ":" + own.status());
        boolean web = deployment.configuration().webServers().present();
        values.put("servers", web ? webServers(deployment) : appServers(deployment));
        if (deployment.configuration().passedThrough()) {
            values.put("affinity", affinity(deployment));
            return Template.fill(HaProxy.class, "haproxy-passthrough.cfg", values);
        }
        values.put("certificate", certificate(deployment).toString());
        values.put("tickets", tickets(deployment).toString());
        values.put(
                "check",
                web
                        ? "    # A web server is there when it takes connections."
                        : "    option httpchk GET /actuator/health/readiness");
        return Template.fill(HaProxy.class, "haproxy-terminate.cfg", values);
    }

    private static String webServers(Deployment deployment) {
        return IntStream.range(0, deployment.ports().web().size())
                .mapToObj(i -> "    server " + WebServer.name(deployment, i) + " "
                        + deployment.host(Tiers.WEB_SERVERS, i).address() + ":"
                        + deployment.ports().web().get(i).https())
                .collect(Collectors.joining("\n"));
    }

    /** Asked at their management port whether they are ready, as one that drains still takes connections. */
    private static String appServers(Deployment deployment) {
        List<String> servers = FrontDoors.appServers(deployment);
        return IntStream.range(0, servers.size())
                .mapToObj(i -> "    server " + AppServer.name(i) + " " + servers.get(i) + " port "
                        + deployment.ports().management().get(i))
                .collect(Collectors.joining("\n"));
    }

    private static String affinity(Deployment deployment) {
        return IntStream.range(0, deployment.ports().web().size())
                .mapToObj(
                        i -> "    use-server " + WebServer.name(deployment, i) + " if { req.payload(0,0),hex -m sub -i "
                                + new TicketKey(deployment, i).hexadecimalName() + " }")
                .collect(Collectors.joining("\n"));
    }

    /** Nothing where any number may come from one address. */
    private static String perAddress(int most) {
        return most == 0
                ? ""
                : "    stick-table type ipv6 size 100k expire 10m store conn_cur\n"
                        + "    tcp-request connection track-sc0 src\n"
                        + "    tcp-request connection reject if { sc0_conn_cur gt " + most + " }\n";
    }

    /** Those people need, and as many again as somebody may keep idle to no purpose; each needs a descriptor on both sides. */
    static long connections(long bothSides, long descriptors) {
        long wanted = bothSides / 2 + FrontDoors.ROOM;
        return descriptors < 0 ? wanted : Math.min(wanted, (descriptors - OWN_DESCRIPTORS) / 2);
    }

    int index() {
        return index;
    }

    URI address() {
        return FrontDoors.door(
                deployment.host(Tiers.BALANCERS, index).address(),
                deployment.ports().balancers().get(index).https());
    }

    String version() {
        return Program.HAPROXY.version(deployment.host());
    }

    @Override
    public List<HostProcess> processes() {
        return List.of(process);
    }

    @Override
    public List<Instance> instances() {
        URI page =
                URI.create("http://" + deployment.host(Tiers.BALANCERS, index).address() + ":"
                        + deployment.ports().balancers().get(index).status() + "/;csv");
        return List.of(Instance.of(Tiers.BALANCERS, name(index), process.pid())
                .reporting(new HaProxyStatistics(new GuardedPage(page, token(deployment, index)), version())));
    }
}
