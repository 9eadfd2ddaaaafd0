package gavel.harness.tier.front;

import gavel.harness.collect.metrics.HaProxyStatistics;
import gavel.harness.tier.AppServer;
import gavel.harness.tier.Encryption;
import gavel.harness.topology.FileSpec;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Ports;
import gavel.harness.topology.Program;
import gavel.harness.topology.Secret;
import gavel.harness.topology.Template;
import gavel.harness.topology.Tier;
import gavel.harness.topology.Tiers;
import gavel.harness.topology.TopologyContext;
import gavel.harness.topology.Watch;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** One HAProxy in front of all web servers, or of all application servers where there are none. */
public final class HaProxy implements Tier {
    /** Descriptors it needs besides two for each connection. */
    private static final int OWN_DESCRIPTORS = 256;
    /** Connections to its figures. */
    private static final int READERS = 16;
    /** Keys a file of them must hold. */
    private static final int TICKET_KEYS = 3;
    /** Of one process, unless they are in groups. */
    private static final int MOST_THREADS = 64;

    private static final Program PROGRAM =
            new Program("HAProxy", "haproxy", List.of("/usr/sbin/haproxy", "/usr/local/sbin/haproxy"), "-v");
    private static final String BOTH = "balancers.pem";
    private static final String TICKETS = "balancers-tickets";

    /** @param index of the balancer, from 0 */
    static String name(int index) {
        return "haproxy" + (index + 1);
    }

    @Override
    public String name() {
        return Tiers.BALANCERS;
    }

    @Override
    public List<Program> programs() {
        return List.of(PROGRAM);
    }

    @Override
    public List<InstanceSpec> instances(TopologyContext context) {
        return IntStream.range(0, context.ports().balancers().size())
                .mapToObj(index -> instance(context, index))
                .toList();
    }

    private static InstanceSpec instance(TopologyContext context, int index) {
        String file = name(index) + ".cfg";
        URI page = FrontDoors.figures(
                        context,
                        Tiers.BALANCERS,
                        index,
                        context.ports().balancers().get(index).status())
                .resolve("/;csv");
        // Only a master hands people over to a process with other servers; who stands before web servers always has the
        // same.
        boolean web = context.configuration().webServers().present();
        List<String> command = web
                ? List.of(Program.PATH, "-db", "-f", context.settings(file))
                : List.of(Program.PATH, "-W", "-db", "-f", context.settings(file));
        InstanceSpec.Builder balancer = FrontDoors.server(
                        context,
                        new InstanceSpec.Id(Tiers.BALANCERS, name(index)),
                        index,
                        PROGRAM,
                        command,
                        FrontDoors.with(command, "-c"))
                .file(FileSpec.secret("settings/" + file, configuration(context, index)))
                .reload(web ? null : FrontDoors.reload("USR2", context, name(index), page))
                .watch(new Watch.Server((secrets, version) ->
                        new HaProxyStatistics(FrontDoors.guarded(page, name(index), secrets), version)));
        if (context.configuration().balancersDecrypt()) {
            String both = Secret.CERTIFICATE.reference() + Secret.CERTIFICATE_KEY.reference();
            String key = Secret.ticketKey(0).base64().reference() + "\n";
            FrontDoors.certified(balancer)
                    .file(FileSpec.secret("settings/" + BOTH, both))
                    .file(FileSpec.secret("settings/" + TICKETS, key.repeat(TICKET_KEYS)));
        }
        return Encryption.of(context, Tiers.BALANCERS, index)
                .givenBoth(balancer)
                .build();
    }

    private static String configuration(TopologyContext context, int index) {
        Ports.Web own = context.ports().balancers().get(index);
        long connections = connections(
                context.sizing().webConnections(), context.locations().descriptors());
        Map<String, String> values = new HashMap<>();
        values.put("deployment", context.deployment());
        values.put("token", Secret.statistics(name(index)).reference());
        values.put("connections", Long.toString(connections));
        values.put("all", Long.toString(connections + READERS));
        values.put("threads", threads(context.placement().cpu(Tiers.BALANCERS, index)));
        values.put("perAddress", perAddress(context.configuration().balancers().connectionsPerAddress()));
        // More than one address, with the same port each.
        values.put(
                "listen",
                FrontDoors.listens(context, Tiers.BALANCERS, index).stream()
                        .map(address -> address + ":" + own.https())
                        .collect(Collectors.joining(",")));
        values.put(
                "identity",
                Encryption.wanted(context)
                        ? " ssl crt "
                                + Encryption.of(context, Tiers.BALANCERS, index).both() + " alpn http/1.1"
                        : "");
        values.put("status", context.address(Tiers.BALANCERS, index) + ":" + own.status());
        boolean web = context.configuration().webServers().present();
        values.put("servers", web ? webServers(context) : appServers(context));
        if (context.configuration().passedThrough()) {
            values.put("affinity", affinity(context));
            return Template.fill(HaProxy.class, "haproxy-passthrough.cfg", values);
        }
        values.put("generation", web ? "web servers" : FrontDoors.generation(context));
        values.put("certificate", context.settings(BOTH));
        values.put("tickets", context.settings(TICKETS));
        values.put(
                "check",
                web
                        ? "    # A web server is there when it takes connections."
                        : "    option httpchk GET /actuator/health/readiness");
        return Template.fill(HaProxy.class, "haproxy-terminate.cfg", values);
    }

    private static String webServers(TopologyContext context) {
        return IntStream.range(0, context.ports().web().size())
                .mapToObj(i -> "    server " + WebServers.name(context, i) + " "
                        + context.address(Tiers.WEB_SERVERS, i) + ":"
                        + context.ports().web().get(i).https()
                        // Where TLS passes through, people see the certificate themselves.
                        + (context.configuration().passedThrough() ? "" : checked(context, Tiers.WEB_SERVERS)))
                .collect(Collectors.joining("\n"));
    }

    /** Asked at their management port whether they are ready, as one that drains still takes connections. */
    private static String appServers(TopologyContext context) {
        List<String> servers = FrontDoors.appServers(context);
        return IntStream.range(0, servers.size())
                .mapToObj(i -> "    server " + AppServer.name(i) + " " + servers.get(i) + " port "
                        + context.ports().management().get(i) + checked(context, Tiers.APP_SERVERS))
                .collect(Collectors.joining("\n"));
    }

    /** Servers behind are known by the name of their tier: it does not check addresses. */
    private static String checked(TopologyContext context, String tier) {
        return Encryption.wanted(context)
                ? " ssl check-ssl verify required ca-file " + Encryption.authority(context) + " verifyhost "
                        + Encryption.name(tier)
                : "";
    }

    private static String affinity(TopologyContext context) {
        return IntStream.range(0, context.ports().web().size())
                .mapToObj(i -> "    use-server " + WebServers.name(context, i) + " if { req.payload(0,0),hex -m sub -i "
                        + TicketKey.hexadecimalName(i) + " }")
                .collect(Collectors.joining("\n"));
    }

    /**
     * By itself it has a thread for each core of the machine. Those of a host with a limit would use that up together, and then stand still together.
     *
     * @param limit of its host in cores, 0 for none
     */
    static String threads(double limit) {
        return limit > 0 ? "    nbthread " + (int) Math.min(MOST_THREADS, Math.ceil(limit)) + "\n" : "";
    }

    /** Nothing where any number may come from one address. */
    private static String perAddress(int most) {
        return most == 0
                ? ""
                : "    stick-table type ipv6 size 100k expire 10m store conn_cur\n"
                        // One client can use all IPv6 addresses that share their first half.
                        + "    tcp-request connection track-sc0 src,ipmask(32,64)\n"
                        + "    tcp-request connection reject if { sc0_conn_cur gt " + most + " }\n";
    }

    /** Connections that people need, and as many again that may be idle; each needs a descriptor on both sides. */
    static long connections(long bothSides, long descriptors) {
        long wanted = bothSides / 2 + FrontDoors.ROOM;
        return descriptors < 0 ? wanted : Math.min(wanted, (descriptors - OWN_DESCRIPTORS) / 2);
    }
}
