package gavel.harness.tier.front;

import gavel.harness.collect.metrics.GuardedPage;
import gavel.harness.collect.metrics.PrometheusPage;
import gavel.harness.collect.metrics.Scraper;
import gavel.harness.collect.metrics.ServerStatistics;
import gavel.harness.config.BalancerSettings.Tls;
import gavel.harness.config.Configuration;
import gavel.harness.config.WebServerSettings;
import gavel.harness.config.WebServerSettings.Implementation;
import gavel.harness.setting.Rules;
import gavel.harness.tier.Encryption;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Program;
import gavel.harness.topology.Reload;
import gavel.harness.topology.Step;
import gavel.harness.topology.Template;
import gavel.harness.topology.Tier;
import gavel.harness.topology.Tiers;
import gavel.harness.topology.TopologyContext;
import gavel.harness.topology.Watch;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Caddy: one process for all cores, TLS and HTTP/2 outside, kept connections inside. It keeps no pictures: each comes from an application server. */
public final class Caddy implements Tier {
    private static final Program PROGRAM =
            new Program("Caddy", "caddy", List.of("/usr/bin/caddy", "/usr/local/bin/caddy"), "version");
    private static final Duration RELOADED = Duration.ofSeconds(30);

    private static String name(int index) {
        return WebServers.name(Implementation.CADDY, index);
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
    public void check(Configuration configuration, Rules rules) {
        WebServerSettings own = configuration.webServers();
        if (own.implementation() == Implementation.CADDY) {
            rules.that(
                            own.imageCache() == null,
                            "webServers.imageCache",
                            "must be null with caddy, which has no cache",
                            own.imageCache())
                    .that(
                            own.workers() == 0,
                            "webServers.workers",
                            "must be 0 with caddy, one process for all cores",
                            own.workers())
                    .that(
                            !configuration.passedThrough(),
                            "balancers.tls",
                            "must be terminate in front of caddy, which learns no client's address from a balancer that does not decrypt",
                            Tls.PASSTHROUGH);
        }
    }

    @Override
    public List<InstanceSpec> instances(TopologyContext context) {
        return WebServers.all(context, Implementation.CADDY, index -> instance(context, index));
    }

    private static InstanceSpec instance(TopologyContext context, int index) {
        String name = name(index);
        URI page = WebServers.figures(context, index, "/metrics");
        Step reload = new Step(
                name + "-reload",
                new Step.Command(PROGRAM, command(context, index, "reload"), Map.of(), true, List.of(), null, RELOADED),
                PROGRAM.title() + " does not take its configuration");
        return WebServers.server(
                        context,
                        name,
                        index,
                        PROGRAM,
                        command(context, index, "run"),
                        command(context, index, "validate"),
                        configuration(context, index))
                .reload(new Reload.ByStep(reload, FrontDoors.inForce(context, name, page)))
                .watch(new Watch.Server(
                        (secrets, version) -> new Statistics(FrontDoors.guarded(page, name, secrets), version)))
                .build();
    }

    /** What it remembers on its own account goes where its data are. */
    private static List<String> command(TopologyContext context, int index, String what) {
        return List.of(
                "env",
                "XDG_CONFIG_HOME=" + context.data(name(index)),
                Program.PATH,
                what,
                "--config",
                context.settings(name(index) + ".conf"),
                "--adapter",
                "caddyfile");
    }

    private static String configuration(TopologyContext context, int index) {
        int port = context.ports().web().get(index).https();
        boolean decrypted = context.configuration().balancersDecrypt();
        List<String> addresses = FrontDoors.listens(context, Tiers.WEB_SERVERS, index);
        Map<String, String> values = WebServers.values(context, name(index), index);
        values.put("port", Integer.toString(port));
        values.put("scheme", decrypted ? Encryption.scheme(context) : "https");
        values.put("statusScheme", Encryption.scheme(context));
        values.put("identity", identity(context, index));
        values.put("checked", checked(context));
        values.put("addresses", String.join(" ", addresses));
        values.put("servers", String.join(" ", FrontDoors.appServers(context)));
        values.put(
                "people",
                decrypted
                        ? identity(context, index)
                        : "\ttls " + context.settings(FrontDoors.CERTIFICATE) + " " + context.settings(FrontDoors.KEY)
                                + " {\n\t\tprotocols tls1.2 tls1.3\n\t}\n");
        values.put("client", client(context, decrypted));
        return Template.fill(Caddy.class, "caddy.conf", values);
    }

    private static String identity(TopologyContext context, int index) {
        Encryption own = Encryption.of(context, Tiers.WEB_SERVERS, index);
        return Encryption.wanted(context)
                ? "\ttls " + own.certificate() + " " + own.key() + " {\n\t\tprotocols tls1.2 tls1.3\n\t}\n"
                : "";
    }

    /** Application servers are known by the name of their tier, whatever their addresses are. */
    private static String checked(TopologyContext context) {
        return Encryption.wanted(context)
                ? "\t\t\ttls\n\t\t\ttls_trusted_ca_certs " + Encryption.authority(context) + "\n\t\t\ttls_server_name "
                        + Encryption.name(Tiers.APP_SERVERS) + "\n"
                : "";
    }

    /** Whose connection it is: that of the one who made it, or what the balancer says. */
    private static String client(TopologyContext context, boolean decrypted) {
        return decrypted
                ? "\t\t# Only a balancer of this deployment may say whose connection it is.\n\t\ttrusted_proxies "
                        + FrontDoors.balancers(context).stream()
                                .map(address -> address + "/32")
                                .collect(Collectors.joining(" "))
                : "\t\t# Set and not added to: what a client claims about itself does not count.\n"
                        + "\t\theader_up X-Forwarded-For {remote_host}";
    }

    /**
     * Its own figures.
     *
     * @param version which the page does not tell
     */
    private record Statistics(GuardedPage page, String version) implements ServerStatistics {
        @Override
        public Reading read(Scraper scraper) throws IOException, InterruptedException {
            PrometheusPage figures = scraper.scrape(page);
            // A request passes several handlers, and each counts it.
            return new Reading(
                    version,
                    Map.of("requests", passed(figures, "caddy_http_requests_total")),
                    Map.of("inFlight", passed(figures, "caddy_http_requests_in_flight")));
        }

        private static long passed(PrometheusPage figures, String name) {
            return (long) figures.sum(name, metric -> metric.label("handler").equals("reverse_proxy"));
        }
    }
}
