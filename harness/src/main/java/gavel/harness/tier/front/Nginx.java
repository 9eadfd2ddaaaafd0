package gavel.harness.tier.front;

import gavel.harness.collect.metrics.GuardedPage;
import gavel.harness.collect.metrics.NginxStatistics;
import gavel.harness.collect.metrics.ServerStatistics;
import gavel.harness.config.Configuration;
import gavel.harness.deployment.Deployment;
import gavel.harness.host.Host;
import gavel.harness.tier.Tiers;
import gavel.harness.tier.server.Program;
import gavel.harness.tier.server.Template;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Nginx: TLS and HTTP/2 outside, kept connections inside, pictures from its own cache. A server it cannot reach is left out for two
 * seconds and then tried again.
 */
final class Nginx implements WebProgram {
    /** Idle connections each worker keeps to the application servers. */
    private static final int IDLE = 256;

    private static final String ADDRESSES =
            "    # What it counts are connections with a request at work, and over HTTP/2 each request.\n"
                    + "    limit_conn_zone $binary_remote_addr zone=addresses:10m;\n    limit_conn_status 429;\n\n";

    @Override
    public String name() {
        return "nginx";
    }

    @Override
    public Program program() {
        return Program.NGINX;
    }

    @Override
    public List<String> command(Path program, Path data, Path configuration) {
        return List.of(program.toString(), "-e", "stderr", "-p", data.toString(), "-c", configuration.toString());
    }

    @Override
    public String configuration(Deployment deployment, int index) {
        Host host = deployment.host(Tiers.WEB_SERVERS, index);
        long wanted = deployment.sizing().webConnections();
        long descriptors = host.facts().descriptors();
        int workers = deployment.configuration().webServers().workers();
        Map<String, String> values = new HashMap<>();
        values.put("deployment", deployment.name());
        values.put("token", WebServer.token(deployment, index));
        values.put("data", deployment.directory().data(name() + (index + 1)).toString());
        values.put("address", host.address());
        values.put("workers", workers == 0 ? "auto" : Integer.toString(workers));
        long connections = connections(wanted, descriptors);
        values.put("descriptors", Long.toString(descriptors < 0 ? connections + IDLE : descriptors));
        values.put("connections", Long.toString(connections));
        int most = deployment.configuration().webServers().connectionsPerAddress();
        values.put("addresses", most == 0 ? "" : ADDRESSES);
        values.put("perAddress", most == 0 ? "" : "        limit_conn addresses " + most + ";\n");
        values.put("cache", Long.toString(deployment.sizing().imageCache()));
        values.put("idle", Integer.toString(IDLE));
        values.put(
                "status", Integer.toString(deployment.ports().web().get(index).status()));
        values.put("listener", listener(deployment, index));
        values.put(
                "servers",
                FrontDoors.appServers(deployment).stream()
                        .map(server -> "        server " + server + " max_fails=2 fail_timeout=2s;")
                        .collect(Collectors.joining("\n")));
        return Template.fill(Nginx.class, "nginx.conf", values);
    }

    /** Where it listens, whether it decrypts, and whom it believes what it says about the client. */
    private static String listener(Deployment deployment, int index) {
        Configuration configuration = deployment.configuration();
        String balancer = "        # Only a balancer of this deployment may say whose connection it is.\n"
                + FrontDoors.balancers(deployment).stream()
                        .map(address -> "        set_real_ip_from " + address + ";\n")
                        .collect(Collectors.joining());
        if (configuration.balancersDecrypt()) {
            return listens(deployment, index, "") + "\n" + balancer + "        real_ip_header X-Forwarded-For;";
        }
        Certificates certificates = Certificates.in(deployment);
        boolean balanced = configuration.passedThrough();
        return Template.fill(
                        Nginx.class,
                        "nginx-tls.conf",
                        Map.of(
                                "listens",
                                        listens(
                                                deployment,
                                                index,
                                                balanced ? " ssl http2 proxy_protocol" : " ssl http2"),
                                "certificate", certificates.certificate().toString(),
                                "key", certificates.key().toString(),
                                "tickets", ticketKeys(deployment, index)))
                + (balanced ? balancer + "        real_ip_header proxy_protocol;" : "");
    }

    private static String listens(Deployment deployment, int index, String how) {
        int port = deployment.ports().web().get(index).https();
        return FrontDoors.listens(deployment, Tiers.WEB_SERVERS, index).stream()
                .map(address -> "        listen " + address + ":" + port + how + " backlog=4096;")
                .collect(Collectors.joining("\n"));
    }

    /** Its own first, which it encrypts with; it decrypts with all. */
    private static String ticketKeys(Deployment deployment, int index) {
        int servers = deployment.ports().web().size();
        return IntStream.range(0, servers)
                .map(i -> (index + i) % servers)
                .mapToObj(i -> "        ssl_session_ticket_key " + new TicketKey(deployment, i).file() + ";")
                .collect(Collectors.joining("\n"));
    }

    /** Of each worker, as one may get them all: those people need and {@link FrontDoors#ROOM} more, on both sides; no more than the machine has descriptors for, less those of files and logs. */
    static long connections(long wanted, long descriptors) {
        long all = wanted + 2L * FrontDoors.ROOM;
        return descriptors < 0 ? all : Math.min(all, descriptors - 128);
    }

    @Override
    public ServerStatistics statistics(URI address, String token, String version) {
        return new NginxStatistics(new GuardedPage(address.resolve("/status"), token), version);
    }
}
