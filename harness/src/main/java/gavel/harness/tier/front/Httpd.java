package gavel.harness.tier.front;

import gavel.harness.collect.metrics.HttpdStatistics;
import gavel.harness.config.Configuration;
import gavel.harness.config.WebServerSettings.Implementation;
import gavel.harness.tier.Encryption;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Program;
import gavel.harness.topology.Template;
import gavel.harness.topology.Tier;
import gavel.harness.topology.Tiers;
import gavel.harness.topology.TopologyContext;
import gavel.harness.topology.Watch;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Apache httpd: as Nginx, but each request that is held or worked on takes one of its threads, so their number follows from the users. All
 * its processes run from the start, because one that comes and goes takes connections with it.
 */
public final class Httpd implements Tier {
    private static final int THREADS = 256;
    /** Threads for those who begin a handshake or a request and do not go on: each has one until its time is up. */
    private static final int ROOM = 512;
    /** Of processes there may be at once: those that work, and of two reloads within half a minute those that still hold requests. */
    private static final int GENERATIONS = 3;

    private static final Program PROGRAM = new Program(
            "Apache httpd",
            "apache2-bin",
            List.of("/usr/sbin/apache2", "/usr/sbin/httpd"),
            "-v",
            null,
            Map.of("apache2", "/usr/lib/apache2/modules", "httpd", "/usr/lib64/httpd/modules"));

    private static String name(int index) {
        return WebServers.name(Implementation.HTTPD, index);
    }

    @Override
    public String name() {
        return Tiers.WEB_SERVERS;
    }

    @Override
    public List<Program> programs() {
        return List.of(PROGRAM);
    }

    @Override
    public List<InstanceSpec> instances(TopologyContext context) {
        return WebServers.all(context, Implementation.HTTPD, index -> instance(context, index));
    }

    private static InstanceSpec instance(TopologyContext context, int index) {
        String data = context.data(name(index));
        String file = context.settings(name(index) + ".conf");
        URI page = WebServers.figures(context, index, "/server-status?auto");
        List<String> command = List.of(Program.PATH, "-d", data, "-f", file, "-D", "FOREGROUND");
        return WebServers.server(
                        context,
                        name(index),
                        index,
                        PROGRAM,
                        command,
                        FrontDoors.with(command, "-t"),
                        configuration(context, index))
                .directory("data/" + name(index) + "/images")
                .directory("data/" + name(index) + "/locks")
                .reload(FrontDoors.reload("USR1", context, name(index), page))
                .watch(new Watch.Server((secrets, version) ->
                        new HttpdStatistics(FrontDoors.guarded(page, name(index), secrets), version)))
                .build();
    }

    private static String configuration(TopologyContext context, int index) {
        Configuration configuration = context.configuration();
        int processes = processes(
                context.sizing().webRequests(), configuration.webServers().workers());
        Map<String, String> values = WebServers.values(context, name(index), index);
        values.put("processes", Integer.toString(processes));
        values.put("places", Integer.toString(GENERATIONS * processes));
        values.put("threads", Integer.toString(THREADS));
        values.put("requests", Integer.toString(processes * THREADS));
        int port = context.ports().web().get(index).https();
        List<String> listens = FrontDoors.listens(context, Tiers.WEB_SERVERS, index).stream()
                .map(each -> each + ":" + port)
                .toList();
        values.put(
                "listens",
                listens.stream().map(each -> "Listen " + each + " http").collect(Collectors.joining("\n")));
        values.put("listen", String.join(" ", listens));
        values.put("people", people(context, index));
        values.put("identity", identity(context, index));
        values.put("checked", checked(context));
        // With the host that people name it would compare the application server's certificate.
        values.put("host", Encryption.wanted(context) ? "Off" : "On");
        values.put("modules", Program.LIBRARIES);
        values.put("servers", members(context, ""));
        values.put("held", members(context, " flushpackets=on"));
        return Template.fill(Httpd.class, "httpd.conf", values);
    }

    /** Kept connections end below the application server's five minutes, so that it is never the one that closes. */
    private static String members(TopologyContext context, String more) {
        return FrontDoors.appServers(context).stream()
                .map(server -> "    BalancerMember " + Encryption.scheme(context) + "://" + server
                        + " connectiontimeout=2 timeout=60 retry=2 smax=1 ttl=240" + more)
                .collect(Collectors.joining("\n"));
    }

    private static String identity(TopologyContext context, int index) {
        Encryption own = Encryption.of(context, Tiers.WEB_SERVERS, index);
        return Encryption.wanted(context)
                ? "    SSLEngine on\n    SSLProtocol -all +TLSv1.2 +TLSv1.3\n    SSLCertificateFile "
                        + own.certificate() + "\n    SSLCertificateKeyFile " + own.key() + "\n"
                : "";
    }

    /** Of each application server the certificate has its address as its name. */
    private static String checked(TopologyContext context) {
        return Encryption.wanted(context) ? """
                    SSLProxyEngine on
                    SSLProxyProtocol -all +TLSv1.2 +TLSv1.3
                    SSLProxyVerify require
                    SSLProxyCheckPeerName on
                    SSLProxyCACertificateFile %s
                    """.formatted(Encryption.authority(context)) : "";
    }

    /**
     * @param requests of people
     * @param explicit number of processes, 0 for the rule
     */
    static int processes(int requests, int explicit) {
        return explicit > 0 ? explicit : Math.ceilDiv(requests + ROOM, THREADS);
    }

    /** Whether it decrypts, and which senders may name the client's address. */
    private static String people(TopologyContext context, int index) {
        Configuration configuration = context.configuration();
        if (configuration.balancersDecrypt()) {
            return identity(context, index)
                    + "    # Only a balancer of this deployment may say whose connection it is.\n"
                    + "    RemoteIPHeader X-Forwarded-For\n    RemoteIPInternalProxy "
                    + String.join(" ", FrontDoors.balancers(context));
        }
        return Template.fill(
                        Httpd.class,
                        "httpd-tls.conf",
                        Map.of(
                                "certificate", context.settings(FrontDoors.CERTIFICATE),
                                "key", context.settings(FrontDoors.KEY),
                                "tickets", context.settings(TicketKey.file(index))))
                + (configuration.passedThrough() ? "    RemoteIPProxyProtocol On" : "");
    }
}
