package gavel.harness.tier.front;

import gavel.harness.collect.metrics.NginxStatistics;
import gavel.harness.config.Configuration;
import gavel.harness.config.Sizing;
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
import java.util.OptionalInt;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Nginx: TLS and HTTP/2 outside, kept connections inside, pictures from its own cache. A server it cannot reach is left out for two
 * seconds and then tried again.
 */
public final class Nginx implements Tier {
    /** Idle connections each worker keeps to the application servers. */
    private static final int IDLE = 256;

    private static final String ADDRESSES =
            "    # What it counts are connections with a request at work, and over HTTP/2 each request.\n"
                    + "    limit_conn_zone $binary_remote_addr zone=addresses:10m;\n    limit_conn_status 429;\n\n";

    private static final Program PROGRAM = new Program(
            "Nginx", "nginx", List.of("/usr/sbin/nginx", "/usr/local/nginx/sbin/nginx", "/usr/local/sbin/nginx"), "-v");

    private static String name(int index) {
        return WebServers.name(Implementation.NGINX, index);
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
        return WebServers.all(context, Implementation.NGINX, index -> instance(context, index));
    }

    private static InstanceSpec instance(TopologyContext context, int index) {
        String data = context.data(name(index));
        String file = context.settings(name(index) + ".conf");
        URI page = WebServers.figures(context, index, "/status");
        List<String> command = List.of(Program.PATH, "-e", "stderr", "-p", data, "-c", file);
        return WebServers.server(
                        context,
                        name(index),
                        index,
                        PROGRAM,
                        command,
                        FrontDoors.with(command, "-t"),
                        configuration(context, index))
                .reload(FrontDoors.reload("HUP", context, name(index), page))
                .watch(new Watch.Server((secrets, version) ->
                        new NginxStatistics(FrontDoors.guarded(page, name(index), secrets), version)))
                .build();
    }

    private static String configuration(TopologyContext context, int index) {
        long wanted = context.sizing().webConnections();
        long descriptors = context.locations().descriptors();
        Map<String, String> values = WebServers.values(context, name(index), index);
        OptionalInt workers = workers(context.configuration());
        values.put("workers", workers.isPresent() ? Integer.toString(workers.getAsInt()) : "auto");
        long connections = connections(wanted, descriptors);
        values.put("descriptors", Long.toString(descriptors < 0 ? connections + IDLE : descriptors));
        values.put("connections", Long.toString(connections));
        int most = context.configuration().webServers().connectionsPerAddress();
        values.put("addresses", most == 0 ? "" : ADDRESSES);
        values.put("perAddress", most == 0 ? "" : "        limit_conn addresses " + most + ";\n");
        values.put("cache", Long.toString(context.sizing().imageCache()));
        values.put("keys", Integer.toString(keys(Sizing.setUsers(context.made()))));
        values.put("idle", Integer.toString(IDLE));
        values.put("listener", listener(context, index));
        values.put("scheme", Encryption.scheme(context));
        values.put("checked", checked(context));
        values.put("encrypted", Encryption.wanted(context) ? " ssl;\n" + identity(context, index) : "");
        values.put(
                "servers",
                FrontDoors.appServers(context).stream()
                        .map(server -> "        server " + server + " max_fails=2 fail_timeout=2s;")
                        .collect(Collectors.joining("\n")));
        return Template.fill(Nginx.class, "nginx.conf", values);
    }

    /** Application servers are known by the name of their tier: it does not check addresses. */
    private static String checked(TopologyContext context) {
        return Encryption.wanted(context)
                ? """
                      proxy_ssl_verify on;
                      proxy_ssl_trusted_certificate %s;
                      proxy_ssl_name %s;
                      proxy_ssl_protocols TLSv1.2 TLSv1.3;
                  """.formatted(Encryption.authority(context), Encryption.name(Tiers.APP_SERVERS))
                : "";
    }

    /** Without the last semicolon. */
    private static String identity(TopologyContext context, int index) {
        Encryption own = Encryption.of(context, Tiers.WEB_SERVERS, index);
        return "        ssl_protocols TLSv1.2 TLSv1.3;\n        ssl_certificate " + own.certificate()
                + ";\n        ssl_certificate_key " + own.key();
    }

    /** Where it listens, whether it decrypts, and which senders may name the client's address. */
    private static String listener(TopologyContext context, int index) {
        Configuration configuration = context.configuration();
        String balancer = "        # Only a balancer of this deployment may say whose connection it is.\n"
                + FrontDoors.balancers(context).stream()
                        .map(address -> "        set_real_ip_from " + address + ";\n")
                        .collect(Collectors.joining());
        if (configuration.balancersDecrypt()) {
            String listens = Encryption.wanted(context)
                    ? listens(context, index, " ssl") + "\n" + identity(context, index) + ";"
                    : listens(context, index, "");
            return listens + "\n" + balancer + "        real_ip_header X-Forwarded-For;";
        }
        boolean balanced = configuration.passedThrough();
        return Template.fill(
                        Nginx.class,
                        "nginx-tls.conf",
                        Map.of(
                                "listens",
                                        listens(context, index, balanced ? " ssl http2 proxy_protocol" : " ssl http2"),
                                "certificate", context.settings(FrontDoors.CERTIFICATE),
                                "key", context.settings(FrontDoors.KEY),
                                "tickets", ticketKeys(context, index)))
                + (balanced ? balancer + "        real_ip_header proxy_protocol;" : "");
    }

    private static String listens(TopologyContext context, int index, String how) {
        int port = context.ports().web().get(index).https();
        return FrontDoors.listens(context, Tiers.WEB_SERVERS, index).stream()
                .map(address -> "        listen " + address + ":" + port + how + " backlog=4096;")
                .collect(Collectors.joining("\n"));
    }

    /** Its own first, which it encrypts with; it decrypts with all. */
    private static String ticketKeys(TopologyContext context, int index) {
        int servers = context.ports().web().size();
        return IntStream.range(0, servers)
                .map(i -> (index + i) % servers)
                .mapToObj(i -> "        ssl_session_ticket_key " + context.settings(TicketKey.file(i)) + ";")
                .collect(Collectors.joining("\n"));
    }

    /**
     * By itself it starts a process for each core of the machine, each with all its connections, however few of the cores its host may use.
     *
     * @return empty for a process for each core of the machine
     */
    static OptionalInt workers(Configuration configuration) {
        int explicit = configuration.webServers().workers();
        Double limit = configuration.hosts().webServers().cpu();
        if (explicit > 0) {
            return OptionalInt.of(explicit);
        }
        return limit == null ? OptionalInt.empty() : OptionalInt.of((int) Math.ceil(limit));
    }

    /**
     * Memory for the keys of what its cache keeps, in MiB, each of which has room for 8,000. A data set has 60 pictures in their sizes for
     * each user. With too few keys it forgets pictures that the disk has room for.
     */
    static int keys(int setUsers) {
        return 16 + setUsers / 128;
    }

    /**
     * Of each worker, as one may get them all: those people need and {@link FrontDoors#ROOM} more, on both sides. Never more than the
     * machine has descriptors for, less those of files and logs.
     */
    static long connections(long wanted, long descriptors) {
        long all = wanted + 2L * FrontDoors.ROOM;
        return descriptors < 0 ? all : Math.min(all, descriptors - 128);
    }
}
