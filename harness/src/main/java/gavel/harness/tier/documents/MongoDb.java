package gavel.harness.tier.documents;

import gavel.harness.collect.Instance;
import gavel.harness.collect.metrics.MongoStatistics;
import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.Installation;
import gavel.harness.deployment.RunDirectory;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.host.Host;
import gavel.harness.host.HostProcess;
import gavel.harness.host.ProcessSpec;
import gavel.harness.host.Timekeeper;
import gavel.harness.tier.JavaCommand;
import gavel.harness.tier.Tiers;
import gavel.harness.tier.mongo.MongoAdministration;
import gavel.harness.tier.mongo.MongoCluster;
import gavel.harness.tier.mongo.MongoCluster.Node;
import gavel.harness.tier.mongo.MongoCluster.Role;
import gavel.harness.tier.mongo.MongoConfiguration;
import gavel.harness.tier.mongo.MongoTask;
import gavel.harness.tier.server.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/**
 * The MongoDB installed on the machine: one server, a replica set, or a sharded cluster, with its data in the run directory. Ready means that
 * the application can log in, that all members of each set have the data, and that the collections are spread over the shards.
 */
final class MongoDb implements DocumentStore {
    private static final String TERMINATE = "TERM";
    private static final String TOOL = "mongo-administration";
    private static final long TOOL_HEAP = 64;
    private static final int OLDEST = 6;
    private static final Pattern MAJOR = Pattern.compile(" (\\d+)\\.");
    private static final Duration READY = Duration.ofSeconds(60);
    private static final Duration LONGEST_TASK = Duration.ofMinutes(3);
    private final Deployment deployment;
    private final MongoCluster cluster;
    private final List<HostProcess> servers;

    private MongoDb(Deployment deployment, List<HostProcess> servers) {
        this.deployment = deployment;
        this.cluster = MongoCluster.of(deployment);
        this.servers = List.copyOf(servers);
    }

    /** Starts what is missing of it, sees to it that the servers know each other and the application, and waits until all are ready. */
    static MongoDb started(Deployment deployment, Installation installation, Timekeeper time, List<HostProcess> running)
            throws IOException, InterruptedException {
        MongoCluster cluster = MongoCluster.of(deployment);
        if (running.size() == cluster.nodes().size()) {
            return new MongoDb(deployment, running);
        }
        refuseOld(Program.MONGOD.version(deployment.host()));
        RunDirectory directory = deployment.directory();
        deployment.host().put(key(directory), deployment.secrets().documentsKey(), true);
        List<HostProcess> servers = new ArrayList<>();
        Stream<Node> withoutRouters = cluster.nodes().stream().filter(node -> node.role() != Role.ROUTER);
        servers.addAll(startAll(deployment, cluster, withoutRouters.toList(), running, time));
        boolean routersRun = !cluster.settings().sharded();
        for (MongoTask task : MongoTask.of(cluster, deployment.secrets().documents())) {
            Node node = cluster.nodes().get(task.node());
            if (node.role() == Role.ROUTER && !routersRun) {
                // A router takes nobody before it knows its cluster.
                servers.addAll(startAll(deployment, cluster, cluster.of(Role.ROUTER), running, time));
                routersRun = true;
            }
            perform(deployment, installation, node, task);
        }
        return new MongoDb(deployment, servers);
    }

    static void refuseOld(String version) {
        Matcher major = MAJOR.matcher(version);
        if (major.find() && Integer.parseInt(major.group(1)) < OLDEST) {
            throw new EnvironmentException(
                    "MongoDB must be 6.0 or later (documents.implementation): " + version + "; install a newer one");
        }
    }

    /** All at once; then waits for each. */
    private static List<HostProcess> startAll(
            Deployment deployment, MongoCluster cluster, List<Node> nodes, List<HostProcess> running, Timekeeper time)
            throws IOException, InterruptedException {
        List<HostProcess> started = new ArrayList<>();
        for (Node node : nodes) {
            Optional<HostProcess> there = running.stream()
                    .filter(process -> process.name().equals(node.name()))
                    .findFirst();
            started.add(there.isPresent() ? there.get() : start(deployment, cluster, node));
        }
        for (int i = 0; i < nodes.size(); i++) {
            Node node = nodes.get(i);
            Host host = host(deployment, node);
            time.awaitReady(host, started.get(i), () -> host.listening(node.port()), READY);
        }
        return started;
    }

    private static HostProcess start(Deployment deployment, MongoCluster cluster, Node node) throws IOException {
        Host host = host(deployment, node);
        RunDirectory directory = deployment.directory();
        Program program = node.role() == Role.ROUTER ? Program.MONGOS : Program.MONGOD;
        Path data = Files.createDirectories(directory.data(node.name()));
        Path file = directory.settings(node.name() + ".conf");
        host.put(file, MongoConfiguration.of(cluster, node, deployment.sizing(), data, key(directory)), false);
        return host.start(ProcessSpec.server(
                node.name(),
                Tiers.DOCUMENTS,
                List.of(program.on(host).toString(), "--config", file.toString()),
                Map.of("HOME", directory.path().toString()),
                directory.path(),
                deployment.temporary(),
                TERMINATE));
    }

    /** On the host of the server, as only who comes from its loopback may make the first account. */
    private static void perform(Deployment deployment, Installation installation, Node node, MongoTask task)
            throws IOException, InterruptedException {
        Host host = host(deployment, node);
        RunDirectory directory = deployment.directory();
        String name = TOOL + "-" + node.name();
        Path file = directory.settings(name + ".json");
        host.put(file, new JsonMapper().writeValueAsString(task), true);
        JavaCommand java = new JavaCommand(
                installation.java(),
                TOOL_HEAP,
                directory.temporary(),
                List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dslf4j.internal.verbosity=ERROR"));
        int code = host.run(
                new ProcessSpec(
                        name,
                        Tiers.TOOLS,
                        java.mainClass(installation.harnessJar(), MongoAdministration.class, file.toString()),
                        Map.of(),
                        directory.path(),
                        0,
                        true),
                line -> {},
                LONGEST_TASK);
        if (code != 0) {
            Path log = directory.log(name);
            throw new EnvironmentException(
                    "MongoDB could not be made ready at " + node.name() + " (log: " + log + ")",
                    host.tail(log, 20),
                    null);
        }
    }

    /** Of a deployment that is up already; empty where nothing of it runs. */
    static Optional<MongoDb> found(Deployment deployment, List<HostProcess> running) {
        MongoCluster cluster = MongoCluster.of(deployment);
        List<HostProcess> mine = cluster.nodes().stream()
                .flatMap(node ->
                        running.stream().filter(process -> process.name().equals(node.name())))
                .toList();
        return mine.isEmpty() ? Optional.empty() : Optional.of(new MongoDb(deployment, mine));
    }

    private static Host host(Deployment deployment, Node node) {
        return deployment.host(Tiers.DOCUMENTS, node.index());
    }

    private static Path key(RunDirectory directory) {
        return directory.settings("mongo-key");
    }

    @Override
    public String version() {
        return Program.MONGOD.version(deployment.host());
    }

    @Override
    public List<HostProcess> processes() {
        return servers;
    }

    @Override
    public List<Instance> instances() {
        String password = deployment.secrets().documents();
        return servers.stream()
                .flatMap(server -> cluster.nodes().stream()
                        .filter(node -> node.name().equals(server.name()))
                        .map(node -> Instance.of(Tiers.DOCUMENTS, server.name(), server.pid())
                                .reporting(new MongoStatistics(cluster.statisticsUri(node, password), "MongoDB"))))
                .toList();
    }
}
