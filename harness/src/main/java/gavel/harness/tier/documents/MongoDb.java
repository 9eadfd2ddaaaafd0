package gavel.harness.tier.documents;

import gavel.harness.collect.metrics.MongoStatistics;
import gavel.harness.config.Sizing;
import gavel.harness.tier.Encryption;
import gavel.harness.tier.JavaCommand;
import gavel.harness.tier.mongo.MongoAdministration;
import gavel.harness.tier.mongo.MongoCluster;
import gavel.harness.tier.mongo.MongoCluster.Node;
import gavel.harness.tier.mongo.MongoCluster.Role;
import gavel.harness.tier.mongo.MongoConfiguration;
import gavel.harness.tier.mongo.MongoTask;
import gavel.harness.topology.FileSpec;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.InstanceSpec.Stop;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Program;
import gavel.harness.topology.Ready;
import gavel.harness.topology.Secret;
import gavel.harness.topology.Step;
import gavel.harness.topology.Tier;
import gavel.harness.topology.Tiers;
import gavel.harness.topology.TopologyContext;
import gavel.harness.topology.Watch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/**
 * The MongoDB installed on the machine: one server, a replica set, or a sharded cluster, with its data in the run directory. Ready means that
 * the application can log in, that all members of each set have the data, and that the collections are spread over the shards.
 */
public final class MongoDb implements Tier {
    private static final Program MONGOD = program("MongoDB", "mongodb-org-server", "mongod");
    private static final Program MONGOS = program("MongoDB's router", "mongodb-org-mongos", "mongos");
    private static final String KEY = "mongo-key";
    private static final long TOOL_HEAP = 64;
    private static final Duration READY = Duration.ofSeconds(60);
    private static final Duration LONGEST_TASK = Duration.ofMinutes(3);

    private static Program program(String title, String distributionPackage, String name) {
        return new Program(
                title,
                distributionPackage,
                List.of("/usr/bin/" + name, "/usr/local/bin/" + name, "/opt/mongodb*/bin/" + name),
                "--version",
                new Program.Oldest(6, "documents.implementation"),
                Map.of());
    }

    @Override
    public String name() {
        return Tiers.DOCUMENTS;
    }

    @Override
    public List<Program> programs() {
        return List.of(MONGOD, MONGOS);
    }

    @Override
    public List<InstanceSpec> instances(TopologyContext context) {
        if (!context.configuration().documents().mongodb()) {
            return List.of();
        }
        MongoCluster cluster = MongoCluster.of(context);
        List<MongoTask> tasks = MongoTask.of(cluster);
        List<InstanceSpec> instances = new ArrayList<>();
        for (int i = 0; i < cluster.nodes().size(); i++) {
            int index = i;
            List<MongoTask> own =
                    tasks.stream().filter(task -> task.node() == index).toList();
            instances.add(instance(context, cluster, cluster.nodes().get(i), own));
        }
        return instances;
    }

    private static InstanceSpec instance(
            TopologyContext context, MongoCluster cluster, Node node, List<MongoTask> tasks) {
        boolean router = node.role() == Role.ROUTER;
        String file = node.name() + ".conf";
        Launch launch = Launch.Command.server(
                router ? MONGOS : MONGOD,
                List.of(Program.PATH, "--config", context.settings(file)),
                Map.of("HOME", context.locations().run()),
                context.bound());
        Encryption own = Encryption.of(context, Tiers.DOCUMENTS, node.index());
        InstanceSpec.Builder instance = own.givenBoth(InstanceSpec.of(Tiers.DOCUMENTS, node.name(), launch))
                .on(context.host(Tiers.DOCUMENTS, node.index()))
                .file(FileSpec.open(
                        "settings/" + file,
                        MongoConfiguration.of(
                                cluster,
                                node,
                                context.sizing(),
                                new MongoConfiguration.Files(
                                        context.data(node.name()),
                                        context.settings(KEY),
                                        own.both(),
                                        Encryption.authority(context)))))
                .file(FileSpec.secret("settings/" + KEY, Secret.DOCUMENTS_KEY.reference()))
                .directory("data/" + node.name())
                .port("clients", node.port())
                .memory(memory(context, node))
                .ready(new Ready.Listening(node.address(), node.port(), READY))
                .watch(new Watch.Server((secrets, _) -> new MongoStatistics(
                        secrets.apply(cluster.statisticsUri(node)),
                        secrets.apply(Encryption.authorityText(context)),
                        "MongoDB")))
                .stop(router ? Stop.SERVICE : Stop.LAST_SERVICE);
        if (router) {
            // A router takes no clients before it knows its cluster.
            instance.needs(cluster.nodes().stream()
                    .filter(other -> other.role() != Role.ROUTER)
                    .map(Node::name)
                    .toList());
        }
        tasks.forEach(task -> instance.after(step(context, cluster, node, task)));
        return instance.build();
    }

    private static long memory(TopologyContext context, Node node) {
        return switch (node.role()) {
            case DATA -> context.sizing().documentMemory();
            case CONFIG -> Sizing.CONFIG_SERVER;
            case ROUTER -> Sizing.ROUTER;
        };
    }

    /** On the host of the server, as only who comes from its loopback may make the first account; when all members of its set are there. */
    private static Step step(TopologyContext context, MongoCluster cluster, Node node, MongoTask task) {
        String name = "mongo-administration-" + node.name();
        JavaCommand java = new JavaCommand(
                context.locations().java(),
                TOOL_HEAP,
                context.temporary(),
                List.of("-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dslf4j.internal.verbosity=ERROR"));
        return new Step(
                name,
                new Step.Command(
                        null,
                        java.mainClass(
                                context.locations().harnessJar(),
                                MongoAdministration.class,
                                context.settings(name + ".json")),
                        Map.of(),
                        true,
                        List.of(FileSpec.json("settings/" + name + ".json", new JsonMapper().writeValueAsString(task))),
                        null,
                        LONGEST_TASK),
                needed(cluster, node),
                "MongoDB could not be made ready at " + node.name());
    }

    private static List<String> needed(MongoCluster cluster, Node node) {
        return cluster.nodes().stream()
                .filter(other -> !node.set().isEmpty() && other.set().equals(node.set()) && other != node)
                .map(Node::name)
                .toList();
    }
}
