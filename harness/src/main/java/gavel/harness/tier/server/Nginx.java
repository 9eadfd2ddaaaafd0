package gavel.harness.tier.server;

import gavel.harness.collect.Instance;
import gavel.harness.collect.metrics.NginxStatistics;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Installation;
import gavel.harness.deployment.RunDirectory;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.host.Host;
import gavel.harness.host.HostProcess;
import gavel.harness.host.ProcessSpec;
import gavel.harness.host.Timekeeper;
import gavel.harness.tier.Service;
import gavel.harness.tier.Tiers;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Nginx in front of all application servers: TLS and HTTP/2 outside, kept connections inside, pictures from its own cache. Ready means
 * that it takes connections. A server it cannot reach is left out for two seconds and then tried again.
 */
public final class Nginx implements Service {
    public static final String NAME = "nginx";
    /** Idle connections each worker keeps to the application servers. */
    private static final int IDLE = 256;

    private static final String AT_ONCE = "TERM";
    private static final Duration READY = Duration.ofSeconds(30);
    private final Deployment deployment;
    private final HostProcess server;

    private Nginx(Deployment deployment, HostProcess server) {
        this.deployment = deployment;
        this.server = server;
    }

    /** Whether a configuration asks for one. */
    public static boolean wanted(Deployment deployment) {
        return deployment.configuration().webServers().present();
    }

    /** Starts it and waits until it takes connections. */
    public static Nginx start(Deployment deployment, Installation installation, Timekeeper time)
            throws IOException, InterruptedException {
        Host host = host(deployment);
        Path program = Program.NGINX.on(host);
        RunDirectory directory = deployment.directory();
        Path file = directory.settings("nginx.conf");
        Files.createDirectories(directory.data(NAME));
        Certificates certificates = Certificates.make(deployment, installation.java());
        host.put(file, configuration(deployment, certificates), false);
        List<String> command = List.of(
                program.toString(), "-e", "stderr", "-p", directory.data(NAME).toString(), "-c", file.toString());
        check(deployment, command);
        HostProcess server = host.start(ProcessSpec.server(
                NAME, Tiers.WEB_SERVERS, command, Map.of(), directory.path(), deployment.temporary(), AT_ONCE));
        time.awaitReady(
                host, server, () -> host.listening(deployment.ports().web().https()), READY);
        return new Nginx(deployment, server);
    }

    /** Of a deployment that is up already. */
    public static Optional<Nginx> found(Deployment deployment, List<HostProcess> running) {
        return running.stream()
                .filter(process -> process.name().equals(NAME))
                .findFirst()
                .map(process -> new Nginx(deployment, process));
    }

    /** Lets Nginx itself judge what was written for it. */
    private static void check(Deployment deployment, List<String> command) throws IOException, InterruptedException {
        String name = NAME + "-check";
        List<String> test = new ArrayList<>(command);
        test.add("-t");
        int code = host(deployment)
                .run(
                        ProcessSpec.server(
                                name,
                                Tiers.TOOLS,
                                test,
                                Map.of(),
                                deployment.directory().path(),
                                true,
                                AT_ONCE),
                        line -> {},
                        READY);
        if (code != 0) {
            Path log = deployment.directory().log(name);
            throw new EnvironmentException(
                    "Nginx refuses its configuration (log: " + log + ")",
                    deployment.host().tail(log, 20),
                    null);
        }
    }

    static String configuration(Deployment deployment, Certificates certificates) {
        Host host = host(deployment);
        long descriptors = host.facts().descriptors() < 0
                ? deployment.sizing().webConnections() + IDLE
                : host.facts().descriptors();
        int workers = deployment.configuration().webServers().workers();
        Map<String, String> values = new HashMap<>();
        values.put("deployment", deployment.name());
        values.put("data", deployment.directory().data(NAME).toString());
        values.put("address", host.address());
        values.put("workers", workers == 0 ? "auto" : Integer.toString(workers));
        values.put("descriptors", Long.toString(descriptors));
        values.put(
                "connections",
                Long.toString(connections(
                        deployment.sizing().webConnections(), host.facts().descriptors())));
        values.put("cache", Long.toString(deployment.sizing().imageCache()));
        values.put("idle", Integer.toString(IDLE));
        values.put("port", Integer.toString(deployment.ports().web().https()));
        values.put("status", Integer.toString(deployment.ports().web().status()));
        values.put("certificate", certificates.certificate().toString());
        values.put("key", certificates.key().toString());
        values.put("listens", listens(deployment));
        values.put("servers", servers(deployment));
        return Template.fill("nginx.conf", values);
    }

    private static String servers(Deployment deployment) {
        List<Integer> ports = deployment.ports().app();
        return IntStream.range(0, ports.size())
                .mapToObj(i -> "        server "
                        + deployment.host(Tiers.APP_SERVERS, i).address() + ":" + ports.get(i)
                        + " max_fails=2 fail_timeout=2s;")
                .collect(Collectors.joining("\n"));
    }

    /** On its host's address and on those that may become its host's. */
    private static String listens(Deployment deployment) {
        return Stream.concat(Stream.of(host(deployment).address()), Keepalived.addresses(deployment).stream())
                .map(address -> "        listen " + address + ":"
                        + deployment.ports().web().https() + " ssl http2 backlog=4096;")
                .collect(Collectors.joining("\n"));
    }

    private static Host host(Deployment deployment) {
        return deployment.host(Tiers.WEB_SERVERS, 0);
    }

    /** Of each worker, as one may get them all; no more than the machine has descriptors for, less those of files and logs. */
    static long connections(long wanted, long descriptors) {
        return descriptors < 0 ? wanted : Math.min(wanted, descriptors - 128);
    }

    /** Where people reach the application. */
    public URI address() {
        return URI.create("https://" + host(deployment).address() + ":"
                + deployment.ports().web().https());
    }

    public String version() {
        return Program.NGINX.version(deployment.host());
    }

    @Override
    public List<HostProcess> processes() {
        return List.of(server);
    }

    @Override
    public List<Instance> instances() {
        URI page = URI.create("http://" + host(deployment).address() + ":"
                + deployment.ports().web().status() + "/status");
        return List.of(
                Instance.of(Tiers.WEB_SERVERS, NAME, server.pid()).reporting(new NginxStatistics(page, version())));
    }
}
