package gavel.harness.tier.server;

import gavel.harness.collect.metrics.GuardedPage;
import gavel.harness.collect.metrics.RabbitStatistics;
import gavel.harness.tier.Encryption;
import gavel.harness.topology.FileSpec;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.InstanceSpec.Stop;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Ports;
import gavel.harness.topology.Program;
import gavel.harness.topology.Ready;
import gavel.harness.topology.Secret;
import gavel.harness.topology.Step;
import gavel.harness.topology.Template;
import gavel.harness.topology.Tier;
import gavel.harness.topology.Tiers;
import gavel.harness.topology.TopologyContext;
import gavel.harness.topology.Watch;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tools.jackson.databind.json.JsonMapper;

/**
 * RabbitMQ: one node, or a cluster, with a port mapper of its own, so that it knows of no other on the machine. Ready means that each node
 * takes connections, which it does last, and that all of a cluster know each other. What is durable stays in the run directory while the
 * deployment exists. All nodes share one host, by whose name they know each other.
 */
public final class RabbitMq implements Tier {
    private static final Program RABBITMQ = new Program(
            "RabbitMQ",
            "rabbitmq-server",
            List.of(
                    "/usr/lib/rabbitmq/lib/rabbitmq_server-*/sbin/rabbitmq-server",
                    "/opt/rabbitmq_server-*/sbin/rabbitmq-server"),
            null);
    private static final Program PORT_MAPPER = new Program(
            "Erlang's port mapper", "rabbitmq-server", List.of("/usr/bin/epmd", "/usr/local/bin/epmd"), null);
    private static final String NAME = "rabbitmq";
    private static final String MAPPER = "rabbitmq-epmd";
    /** It asks for no password, and all nodes are on its host. */
    private static final String MAPPER_ADDRESS = "127.0.0.1";

    private static final String HOME = "data/rabbitmq/home";
    private static final String LOOPBACK = "-kernel inet_dist_use_interface {127,0,0,1}";
    /** What Erlang prepares for connections: by itself as many as there may be descriptors, 1.5 GiB where a billion are allowed. */
    private static final String CONNECTIONS = " +Q 65536";

    private static final Duration READY = Duration.ofSeconds(120);
    /** RabbitMQ's own, in MiB. */
    private static final long MOST_LOG = 512;

    private static final long MEBIBYTE = 1024 * 1024;

    /** @param index of the node, from 0 */
    static String name(int index) {
        return NAME + (index + 1);
    }

    @Override
    public String name() {
        return Tiers.BROKER;
    }

    @Override
    public List<Program> programs() {
        return List.of(RABBITMQ, PORT_MAPPER);
    }

    @Override
    public List<InstanceSpec> instances(TopologyContext context) {
        if (!context.configuration().broker().rabbit()) {
            return List.of();
        }
        List<InstanceSpec> instances = new ArrayList<>(List.of(portMapper(context)));
        for (int i = 0; i < context.ports().rabbit().nodes().size(); i++) {
            instances.add(node(context, i));
        }
        return instances;
    }

    /** Watched too, or its CPU would count as foreign wherever another command has started it. */
    private static InstanceSpec portMapper(TopologyContext context) {
        int port = context.ports().rabbit().names();
        List<String> command = List.of(Program.PATH, "-port", Integer.toString(port), "-address", MAPPER_ADDRESS);
        return InstanceSpec.of(
                        Tiers.BROKER,
                        MAPPER,
                        Launch.Command.server(PORT_MAPPER, command, environment(context, 0), context.bound()))
                .on(context.host(Tiers.BROKER, 0))
                .port("names", port)
                // On a host of its own it cannot be asked from here; the nodes take far longer to need it.
                .ready(
                        address(context).equals(MAPPER_ADDRESS)
                                ? new Ready.Listening(MAPPER_ADDRESS, port, READY)
                                : new Ready.AtOnce())
                .stop(Stop.LAST_SERVICE)
                .build();
    }

    private static InstanceSpec node(TopologyContext context, int index) {
        Ports.RabbitNode ports = context.ports().rabbit().nodes().get(index);
        URI figures = URI.create(Encryption.scheme(context) + "://" + address(context) + ":" + ports.statistics());
        InstanceSpec.Builder node = Encryption.of(context, Tiers.BROKER, 0)
                .given(InstanceSpec.of(
                        Tiers.BROKER,
                        name(index),
                        Launch.Command.server(
                                RABBITMQ,
                                List.of(Program.PATH, "-noinput"),
                                environment(context, index),
                                context.bound())))
                .on(context.host(Tiers.BROKER, 0))
                .file(FileSpec.secret("settings/" + name(index) + ".conf", configuration(context, index)))
                .file(FileSpec.open("settings/rabbitmq-plugins", "[rabbitmq_prometheus].\n"))
                .file(FileSpec.secret(HOME + "/.erlang.cookie", Secret.COOKIE.reference()))
                .port("clients", ports.clients())
                .port("others", ports.others())
                .port("statistics", ports.statistics())
                .memory(context.sizing().brokerMemory())
                .ready(new Ready.Listening(address(context), ports.clients(), READY))
                .watch(new Watch.Server((texts, _) -> new RabbitStatistics(new GuardedPage(
                        URI.create(texts.apply(figures.toString())),
                        texts.apply(Secret.statistics(name(index)).reference()),
                        texts.apply(Encryption.authorityText(context))))))
                .needs(List.of(MAPPER))
                // It tells its port mapper that it leaves.
                .stop(Stop.SERVICE);
        int size = context.ports().rabbit().nodes().size();
        if (index == 0 && size > 1) {
            node.after(cluster(context, size));
        }
        return node.build();
    }

    @Override
    public Optional<Step> admission(TopologyContext context, String guest) {
        if (!context.configuration().broker().rabbit()) {
            return Optional.empty();
        }
        String file = "settings/rabbitmq-" + guest + ".json";
        Map<String, Object> everything = new LinkedHashMap<>(Map.of("user", guest, "vhost", guest));
        List.of("configure", "write", "read").forEach(right -> everything.put(right, ".*"));
        String definitions = new JsonMapper()
                .writeValueAsString(Map.of(
                        "vhosts", List.of(Map.of("name", guest)),
                        "users",
                                List.of(Map.of(
                                        "name",
                                        guest,
                                        "password",
                                        Secret.guest(guest).reference(),
                                        "tags",
                                        "")),
                        "permissions", List.of(everything)));
        return Optional.of(new Step(
                "rabbitmq-admission-of-" + guest,
                new Step.Command(
                        RABBITMQ,
                        List.of(
                                Program.beside("rabbitmqctl"),
                                "import_definitions",
                                context.settings("rabbitmq-" + guest + ".json")),
                        environment(context, 0),
                        true,
                        List.of(FileSpec.json(file, definitions)),
                        null,
                        READY),
                "RabbitMQ gave no account to " + guest));
    }

    /** Asks the first node to wait for the others: queues are kept on those that are there when they are declared. */
    private static Step cluster(TopologyContext context, int size) {
        return new Step(
                "rabbitmq-control",
                new Step.Command(
                        RABBITMQ,
                        List.of(
                                Program.beside("rabbitmqctl"),
                                "await_online_nodes",
                                Integer.toString(size),
                                "--timeout",
                                "60"),
                        environment(context, 0),
                        true,
                        List.of(),
                        null,
                        READY),
                IntStream.range(1, size).mapToObj(RabbitMq::name).toList(),
                "the nodes of RabbitMQ do not form a cluster");
    }

    private static String address(TopologyContext context) {
        return context.address(Tiers.BROKER, 0);
    }

    private static String configuration(TopologyContext context, int index) {
        Ports.RabbitNode ports = context.ports().rabbit().nodes().get(index);
        return Template.fill(
                RabbitMq.class,
                "rabbitmq.conf",
                Map.of(
                        "deployment", context.deployment(),
                        "address", address(context),
                        "listeners", listeners(context, ports.clients()),
                        "transport", Encryption.wanted(context) ? "ssl" : "tcp",
                        "password", Secret.BROKER.reference(),
                        "memory", Long.toString(context.sizing().brokerMemory()),
                        "log", Long.toString(log(context.sizing().brokerMemory())),
                        "statistics", Integer.toString(ports.statistics()),
                        "path", "/" + Secret.statistics(name(index)).reference(),
                        "cluster", cluster(context.ports().rabbit().nodes().size())));
    }

    /**
     * Bytes that the log of quorum queues may have before it begins another file. It is in memory, too: RabbitMQ's manual asks for three to
     * four times as much memory, and its own 512 MiB alone would hold publishers back where a node has no more.
     *
     * @param memory of the node in MiB
     */
    static long log(long memory) {
        return Math.min(MOST_LOG, memory / 4) * MEBIBYTE;
    }

    private static String listeners(TopologyContext context, int port) {
        if (!Encryption.wanted(context)) {
            return "listeners.tcp.1 = " + address(context) + ":" + port;
        }
        Encryption own = Encryption.of(context, Tiers.BROKER, 0);
        return Template.fill(
                RabbitMq.class,
                "rabbitmq-tls.conf",
                Map.of(
                        "address", address(context),
                        "port", Integer.toString(port),
                        "certificate", own.certificate(),
                        "key", own.key()));
    }

    private static String cluster(int size) {
        if (size == 1) {
            return "";
        }
        String nodes = IntStream.range(0, size)
                .mapToObj(i -> "cluster_formation.classic_config.nodes." + (i + 1) + " = " + nodeName(i))
                .collect(Collectors.joining("\n"));
        return Template.fill(RabbitMq.class, "rabbitmq-cluster.conf", Map.of("nodes", nodes));
    }

    private static String nodeName(int index) {
        return "gavel" + (index + 1) + "@localhost";
    }

    /** Everything the node would else look for in places it shares with others. */
    private static Map<String, String> environment(TopologyContext context, int index) {
        String data = context.data(name(index));
        Ports.Rabbit ports = context.ports().rabbit();
        Map<String, String> environment = new LinkedHashMap<>();
        environment.put("HOME", context.locations().run() + "/" + HOME);
        environment.put("RABBITMQ_NODENAME", nodeName(index));
        environment.put(
                "RABBITMQ_DIST_PORT", Integer.toString(ports.nodes().get(index).others()));
        environment.put("RABBITMQ_MNESIA_BASE", data + "/node");
        environment.put("RABBITMQ_LOG_BASE", data + "/log");
        environment.put("RABBITMQ_LOGS", "-");
        environment.put("RABBITMQ_PID_FILE", data + "/pid");
        environment.put("RABBITMQ_ENABLED_PLUGINS_FILE", context.settings("rabbitmq-plugins"));
        environment.put("RABBITMQ_CONFIG_FILE", context.settings(name(index) + ".conf"));
        environment.put("RABBITMQ_CONF_ENV_FILE", "/dev/null");
        // The process itself instead of a shell around it: its pid is the one to watch and to stop.
        environment.put("RABBITMQ_ALLOW_INPUT", "true");
        // Schedulers that wait actively would take the cores the other tiers run on.
        environment.put(
                "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS",
                LOOPBACK + CONNECTIONS + " +sbwt none +sbwtdcpu none +sbwtdio none");
        environment.put("RABBITMQ_CTL_ERL_ARGS", LOOPBACK + CONNECTIONS);
        environment.put("ERL_EPMD_PORT", Integer.toString(ports.names()));
        environment.put("ERL_EPMD_ADDRESS", MAPPER_ADDRESS);
        return environment;
    }
}
