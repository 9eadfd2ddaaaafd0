package gavel.harness.tier.server;

import gavel.harness.collect.Instance;
import gavel.harness.collect.metrics.GuardedPage;
import gavel.harness.collect.metrics.RabbitStatistics;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Ports;
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
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * RabbitMQ: one node, or a cluster, with a port mapper of its own, so that it knows of no other on the machine. Ready means that each node
 * takes connections, which it does last, and that all of a cluster know each other. What is durable stays in the run directory while the
 * deployment exists.
 */
public final class RabbitMq implements Service {
    private static final String NAME = "rabbitmq";
    static final String PORT_MAPPER = "rabbitmq-epmd";
    private static final String CONTROL = "rabbitmq-control";
    private static final String TERMINATE = "TERM";
    private static final String LOOPBACK = "-kernel inet_dist_use_interface {127,0,0,1}";
    private static final Duration READY = Duration.ofSeconds(120);
    private final Deployment deployment;
    private final List<HostProcess> nodes;
    private final HostProcess portMapper;

    private RabbitMq(Deployment deployment, List<HostProcess> nodes, HostProcess portMapper) {
        this.deployment = deployment;
        this.nodes = List.copyOf(nodes);
        this.portMapper = portMapper;
    }

    /** @param index of the node, from 0 */
    public static String name(int index) {
        return NAME + (index + 1);
    }

    /** Whether a process of that name is a node, which tells its port mapper when it leaves. */
    public static boolean isNode(String process) {
        return process.matches(NAME + "\\d+");
    }

    /** Starts it; it is not ready yet. */
    static RabbitMq start(Deployment deployment, Timekeeper time) throws IOException, InterruptedException {
        return new RabbitMq(deployment, List.of(), null).started(time);
    }

    /** This with the missing nodes beside the others; they are not ready yet. */
    RabbitMq started(Timekeeper time) throws IOException, InterruptedException {
        Host host = host(deployment);
        Path program = Program.RABBITMQ.on(host);
        Ports.Rabbit ports = deployment.ports().rabbit();
        HostProcess names = portMapper == null ? startPortMapper(time) : portMapper;
        List<HostProcess> all = new ArrayList<>();
        for (int i = 0; i < ports.nodes().size(); i++) {
            Optional<HostProcess> running = process(nodes, name(i));
            all.add(running.isPresent() ? running.get() : startNode(program, i));
        }
        return new RabbitMq(deployment, all, names);
    }

    private HostProcess startPortMapper(Timekeeper time) throws IOException, InterruptedException {
        Host host = host(deployment);
        int port = deployment.ports().rabbit().names();
        String program = Program.PORT_MAPPER.on(host).toString();
        List<String> command = List.of(program, "-port", Integer.toString(port), "-address", host.address());
        HostProcess process = host.start(spec(PORT_MAPPER, command, 0));
        time.awaitReady(host, process, () -> host.listening(port), READY);
        return process;
    }

    private HostProcess startNode(Path program, int index) throws IOException {
        Host host = host(deployment);
        RunDirectory directory = deployment.directory();
        host.put(directory.settings(name(index) + ".conf"), configuration(deployment, index), true);
        host.put(directory.settings("rabbitmq-plugins"), "[rabbitmq_prometheus].\n", false);
        host.put(home(directory).resolve(".erlang.cookie"), deployment.secrets().cookie(), true);
        return host.start(spec(name(index), List.of(program.toString(), "-noinput"), index));
    }

    /** Of a deployment that is up already; empty where nothing of it runs. */
    static Optional<RabbitMq> found(Deployment deployment, List<HostProcess> running) {
        List<HostProcess> nodes =
                running.stream().filter(process -> isNode(process.name())).toList();
        return process(running, PORT_MAPPER).map(portMapper -> new RabbitMq(deployment, nodes, portMapper));
    }

    private static Optional<HostProcess> process(List<HostProcess> running, String name) {
        return running.stream().filter(process -> process.name().equals(name)).findFirst();
    }

    void awaitReady(Timekeeper time) throws IOException, InterruptedException {
        Host host = host(deployment);
        List<Ports.RabbitNode> ports = deployment.ports().rabbit().nodes();
        for (int i = 0; i < nodes.size(); i++) {
            int port = ports.get(i).clients();
            time.awaitReady(host, nodes.get(i), () -> host.listening(port), READY);
        }
        if (ports.size() > 1) {
            awaitCluster(ports.size());
        }
    }

    /** Asks the first node to wait for the others: queues are kept on those that are there when they are declared. */
    private void awaitCluster(int size) throws IOException, InterruptedException {
        Host host = host(deployment);
        Path control = Program.RABBITMQ.on(host).resolveSibling("rabbitmqctl");
        List<String> command =
                List.of(control.toString(), "await_online_nodes", Integer.toString(size), "--timeout", "60");
        int code = host.run(spec(CONTROL, command, 0), line -> {}, READY);
        if (code != 0) {
            Path log = deployment.directory().log(CONTROL);
            throw new EnvironmentException(
                    "the nodes of RabbitMQ do not form a cluster (log: " + log + ")", host.tail(log, 20), null);
        }
    }

    /** All nodes of a cluster share one, by whose name they know each other. */
    private static Host host(Deployment deployment) {
        return deployment.host(Tiers.BROKER, 0);
    }

    static String configuration(Deployment deployment, int index) {
        Ports.RabbitNode ports = deployment.ports().rabbit().nodes().get(index);
        return Template.fill(
                "rabbitmq.conf",
                Map.of(
                        "deployment", deployment.name(),
                        "address", host(deployment).address(),
                        "port", Integer.toString(ports.clients()),
                        "password", deployment.secrets().broker(),
                        "memory", Long.toString(deployment.sizing().brokerMemory()),
                        "statistics", Integer.toString(ports.statistics()),
                        "path", "/" + token(deployment, index),
                        "cluster", cluster(deployment.ports().rabbit().nodes().size())));
    }

    private static String token(Deployment deployment, int index) {
        return deployment.secrets().statistics(name(index));
    }

    private static String cluster(int size) {
        if (size == 1) {
            return "";
        }
        String nodes = IntStream.range(0, size)
                .mapToObj(i -> "cluster_formation.classic_config.nodes." + (i + 1) + " = " + nodeName(i))
                .collect(Collectors.joining("\n"));
        return Template.fill("rabbitmq-cluster.conf", Map.of("nodes", nodes));
    }

    private static String nodeName(int index) {
        return "gavel" + (index + 1) + "@localhost";
    }

    private ProcessSpec spec(String name, List<String> command, int index) {
        return ProcessSpec.server(
                name,
                Tiers.BROKER,
                command,
                environment(deployment, index),
                deployment.directory().path(),
                deployment.temporary(),
                TERMINATE);
    }

    /** Everything the node would else look for in places it shares with others. */
    static Map<String, String> environment(Deployment deployment, int index) {
        RunDirectory directory = deployment.directory();
        Path data = directory.data(name(index));
        Ports.Rabbit ports = deployment.ports().rabbit();
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("HOME", home(directory).toString());
        environment.put("RABBITMQ_NODENAME", nodeName(index));
        environment.put(
                "RABBITMQ_DIST_PORT", Integer.toString(ports.nodes().get(index).others()));
        environment.put("RABBITMQ_MNESIA_BASE", data.resolve("node").toString());
        environment.put("RABBITMQ_LOG_BASE", data.resolve("log").toString());
        environment.put("RABBITMQ_LOGS", "-");
        environment.put("RABBITMQ_PID_FILE", data.resolve("pid").toString());
        environment.put(
                "RABBITMQ_ENABLED_PLUGINS_FILE",
                directory.settings("rabbitmq-plugins").toString());
        environment.put(
                "RABBITMQ_CONFIG_FILE",
                directory.settings(name(index) + ".conf").toString());
        environment.put("RABBITMQ_CONF_ENV_FILE", "/dev/null");
        // The process itself instead of a shell around it: its pid is the one to watch and to stop.
        environment.put("RABBITMQ_ALLOW_INPUT", "true");
        // Schedulers that wait actively would take the cores the other tiers run on.
        environment.put("RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS", LOOPBACK + " +sbwt none +sbwtdcpu none +sbwtdio none");
        environment.put("RABBITMQ_CTL_ERL_ARGS", LOOPBACK);
        environment.put("ERL_EPMD_PORT", Integer.toString(ports.names()));
        environment.put("ERL_EPMD_ADDRESS", host(deployment).address());
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
        return Stream.concat(nodes.stream(), Stream.of(portMapper)).toList();
    }

    /** Its port mapper too, or what that does would be taken for work of somebody else's wherever another command has started it. */
    @Override
    public List<Instance> instances() {
        return Stream.concat(
                        nodes.stream().map(this::instance),
                        Stream.of(Instance.of(Tiers.BROKER, PORT_MAPPER, portMapper.pid())))
                .toList();
    }

    private Instance instance(HostProcess node) {
        int index = Integer.parseInt(node.name().substring(NAME.length())) - 1;
        URI page = URI.create("http://" + host(deployment).address() + ":"
                + deployment.ports().rabbit().nodes().get(index).statistics());
        return Instance.of(Tiers.BROKER, node.name(), node.pid())
                .reporting(new RabbitStatistics(new GuardedPage(page, token(deployment, index))));
    }
}
