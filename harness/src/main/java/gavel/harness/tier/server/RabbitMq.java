package gavel.harness.tier.server;

import gavel.harness.collect.Instance;
import gavel.harness.collect.metrics.RabbitStatistics;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Ports;
import gavel.harness.deployment.RunDirectory;
import gavel.harness.host.Host;
import gavel.harness.host.HostProcess;
import gavel.harness.host.ProcessSpec;
import gavel.harness.host.Timekeeper;
import gavel.harness.tier.Service;
import gavel.harness.tier.Tiers;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One RabbitMQ node with a port mapper of its own, so that neither knows of others on the machine. Ready means that it takes connections,
 * which it does last. What is durable stays in the run directory while the deployment exists.
 */
public final class RabbitMq implements Service {
    public static final String NAME = "rabbitmq";
    static final String PORT_MAPPER = "rabbitmq-epmd";
    private static final String TERMINATE = "TERM";
    private static final Duration READY = Duration.ofSeconds(120);
    private final Deployment deployment;
    private final HostProcess server;
    private final HostProcess portMapper;

    private RabbitMq(Deployment deployment, HostProcess server, HostProcess portMapper) {
        this.deployment = deployment;
        this.server = server;
        this.portMapper = portMapper;
    }

    /** Starts it; it is not ready yet. */
    static RabbitMq start(Deployment deployment, Timekeeper time) throws IOException, InterruptedException {
        Host host = host(deployment);
        Path program = Program.RABBITMQ.on(host);
        RunDirectory directory = deployment.directory();
        Ports.Rabbit ports = deployment.ports().rabbit();
        host.put(directory.settings("rabbitmq.conf"), configuration(deployment), true);
        host.put(directory.settings("rabbitmq-plugins"), "[rabbitmq_prometheus].\n", false);
        host.put(home(directory).resolve(".erlang.cookie"), deployment.secrets().cookie(), true);
        HostProcess portMapper = host.start(spec(
                deployment,
                PORT_MAPPER,
                List.of(
                        Program.PORT_MAPPER.on(host).toString(),
                        "-port",
                        Integer.toString(ports.names()),
                        "-address",
                        host.address())));
        time.awaitReady(host, portMapper, () -> host.listening(ports.names()), READY);
        HostProcess server = host.start(spec(deployment, NAME, List.of(program.toString(), "-noinput")));
        return new RabbitMq(deployment, server, portMapper);
    }

    /** Of a deployment that is up already. */
    static Optional<RabbitMq> found(Deployment deployment, List<HostProcess> running) {
        return process(running, NAME).flatMap(server -> process(running, PORT_MAPPER)
                .map(portMapper -> new RabbitMq(deployment, server, portMapper)));
    }

    private static Optional<HostProcess> process(List<HostProcess> running, String name) {
        return running.stream().filter(process -> process.name().equals(name)).findFirst();
    }

    void awaitReady(Timekeeper time) throws InterruptedException {
        Host host = host(deployment);
        time.awaitReady(host, server, () -> host.listening(deployment.ports().broker()), READY);
    }

    private static Host host(Deployment deployment) {
        return deployment.host(Tiers.BROKER, 0);
    }

    static String configuration(Deployment deployment) {
        return Template.fill(
                "rabbitmq.conf",
                Map.of(
                        "deployment", deployment.name(),
                        "address", host(deployment).address(),
                        "port", Integer.toString(deployment.ports().broker()),
                        "password", deployment.secrets().broker(),
                        "memory", Long.toString(deployment.sizing().brokerMemory()),
                        "statistics",
                                Integer.toString(deployment.ports().rabbit().statistics())));
    }

    private static ProcessSpec spec(Deployment deployment, String name, List<String> command) {
        return ProcessSpec.server(
                name,
                Tiers.BROKER,
                command,
                environment(deployment),
                deployment.directory().path(),
                deployment.temporary(),
                TERMINATE);
    }

    /** Everything the node would else look for in places it shares with others. */
    static Map<String, String> environment(Deployment deployment) {
        RunDirectory directory = deployment.directory();
        Path data = directory.data(NAME);
        Ports.Rabbit ports = deployment.ports().rabbit();
        String address = host(deployment).address();
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("HOME", home(directory).toString());
        environment.put("RABBITMQ_NODENAME", "gavel@localhost");
        environment.put("RABBITMQ_DIST_PORT", Integer.toString(ports.node()));
        environment.put("RABBITMQ_MNESIA_BASE", data.resolve("node").toString());
        environment.put("RABBITMQ_LOG_BASE", data.resolve("log").toString());
        environment.put("RABBITMQ_LOGS", "-");
        environment.put("RABBITMQ_PID_FILE", data.resolve("pid").toString());
        environment.put(
                "RABBITMQ_ENABLED_PLUGINS_FILE",
                directory.settings("rabbitmq-plugins").toString());
        environment.put(
                "RABBITMQ_CONFIG_FILE", directory.settings("rabbitmq.conf").toString());
        environment.put("RABBITMQ_CONF_ENV_FILE", "/dev/null");
        // The process itself instead of a shell around it: its pid is the one to watch and to stop.
        environment.put("RABBITMQ_ALLOW_INPUT", "true");
        // Schedulers that wait actively would take the cores the other tiers run on.
        environment.put(
                "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS",
                "-kernel inet_dist_use_interface {127,0,0,1} +sbwt none +sbwtdcpu none +sbwtdio none");
        environment.put("ERL_EPMD_PORT", Integer.toString(ports.names()));
        environment.put("ERL_EPMD_ADDRESS", address);
        return environment;
    }

    private static Path home(RunDirectory directory) {
        return directory.data(NAME).resolve("home");
    }

    String version() {
        return Program.RABBITMQ.version(deployment.host());
    }

    @Override
    public List<HostProcess> processes() {
        return List.of(server, portMapper);
    }

    @Override
    public List<Instance> instances() {
        URI page = URI.create("http://" + host(deployment).address() + ":"
                + deployment.ports().rabbit().statistics() + "/metrics");
        return List.of(Instance.of(Tiers.BROKER, NAME, server.pid()).reporting(new RabbitStatistics(page)));
    }
}
