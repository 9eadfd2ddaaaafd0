package gavel.harness.tier.front;

import gavel.harness.collect.metrics.GuardedPage;
import gavel.harness.collect.metrics.HttpdStatistics;
import gavel.harness.collect.metrics.ServerStatistics;
import gavel.harness.config.Configuration;
import gavel.harness.deployment.Deployment;
import gavel.harness.tier.Tiers;
import gavel.harness.tier.server.Program;
import gavel.harness.tier.server.Template;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Apache httpd: as Nginx, but each request that is held or worked on takes one of its threads, so their number follows from the users. All
 * its processes run from the start, because one that comes and goes takes connections with it.
 */
final class Httpd implements WebProgram {
    private static final int THREADS = 256;
    /** Threads for those who begin a handshake or a request and do not go on: each has one until its time is up. */
    private static final int ROOM = 512;

    private static final String MODULES_OF_DEBIAN = "/usr/lib/apache2/modules";
    private static final String MODULES_OF_RED_HAT = "/usr/lib64/httpd/modules";

    @Override
    public String name() {
        return "httpd";
    }

    @Override
    public Program program() {
        return Program.HTTPD;
    }

    @Override
    public List<String> command(Path program, Path data, Path configuration) {
        return List.of(program.toString(), "-d", data.toString(), "-f", configuration.toString(), "-D", "FOREGROUND");
    }

    @Override
    public List<String> directories() {
        return List.of("images", "locks");
    }

    @Override
    public String configuration(Deployment deployment, int index) {
        Configuration configuration = deployment.configuration();
        String address = deployment.host(Tiers.WEB_SERVERS, index).address();
        int processes = processes(
                deployment.sizing().webRequests() + ROOM,
                configuration.webServers().workers());
        Map<String, String> values = new HashMap<>();
        values.put("deployment", deployment.name());
        values.put("token", WebServer.token(deployment, index));
        values.put("data", deployment.directory().data(name() + (index + 1)).toString());
        values.put("processes", Integer.toString(processes));
        values.put("threads", Integer.toString(THREADS));
        values.put("requests", Integer.toString(processes * THREADS));
        int port = deployment.ports().web().get(index).https();
        List<String> listens = FrontDoors.listens(deployment, Tiers.WEB_SERVERS, index).stream()
                .map(each -> each + ":" + port)
                .toList();
        values.put(
                "listens",
                listens.stream().map(each -> "Listen " + each + " http").collect(Collectors.joining("\n")));
        values.put("listen", String.join(" ", listens));
        values.put("status", address + ":" + deployment.ports().web().get(index).status());
        values.put("people", people(deployment, index));
        boolean redHat = program()
                .find(deployment.host())
                .filter(path -> path.endsWith("httpd"))
                .isPresent();
        values.put("modules", redHat ? MODULES_OF_RED_HAT : MODULES_OF_DEBIAN);
        values.put("servers", members(deployment, ""));
        values.put("held", members(deployment, " flushpackets=on"));
        return Template.fill(Httpd.class, "httpd.conf", values);
    }

    /** Kept connections end below the application server's five minutes, so that it is never the one that closes. */
    private static String members(Deployment deployment, String more) {
        return FrontDoors.appServers(deployment).stream()
                .map(server -> "    BalancerMember http://" + server
                        + " connectiontimeout=2 timeout=60 retry=2 smax=1 ttl=240" + more)
                .collect(Collectors.joining("\n"));
    }

    /** @param explicit number of processes, 0 for the rule */
    static int processes(int requests, int explicit) {
        return explicit > 0 ? explicit : (requests + THREADS - 1) / THREADS;
    }

    /** Whether it decrypts, and whom it believes what it says about the client. */
    private static String people(Deployment deployment, int index) {
        Configuration configuration = deployment.configuration();
        if (configuration.balancersDecrypt()) {
            return "    # Only a balancer of this deployment may say whose connection it is.\n"
                    + "    RemoteIPHeader X-Forwarded-For\n    RemoteIPInternalProxy "
                    + String.join(" ", FrontDoors.balancers(deployment));
        }
        Certificates certificates = Certificates.in(deployment);
        return Template.fill(
                        Httpd.class,
                        "httpd-tls.conf",
                        Map.of(
                                "certificate", certificates.certificate().toString(),
                                "key", certificates.key().toString(),
                                "tickets",
                                        new TicketKey(deployment, index).file().toString()))
                + (configuration.passedThrough() ? "    RemoteIPProxyProtocol On" : "");
    }

    @Override
    public ServerStatistics statistics(URI address, String token, String version) {
        return new HttpdStatistics(new GuardedPage(address.resolve("/server-status?auto"), token), version);
    }
}
