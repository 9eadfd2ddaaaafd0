package gavel.harness.tier;

import gavel.harness.config.Configuration;
import gavel.harness.setting.Rules;
import gavel.harness.topology.FileSpec;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Ready;
import gavel.harness.topology.Secret;
import gavel.harness.topology.Stage;
import gavel.harness.topology.Step;
import gavel.harness.topology.Tier;
import gavel.harness.topology.Tiers;
import gavel.harness.topology.TopologyContext;
import gavel.harness.topology.Watch;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The application under test. Ready means what its readiness probe says. */
public final class AppServer implements Tier {
    /** Cores up to which there is no second compiler: it would take much of so small a quota for a quarter of an hour. */
    private static final double ONE_COMPILER = 0.5;

    private static final Duration READY = Duration.ofSeconds(180);
    /** Of a start without its warm-up: with 0.2 cores it took 49 s, and its warm-up the minute that it may take. */
    private static final double CPU_SECONDS_OF_A_START = 10;

    /** A front server that sends it no new requests still finishes what it has, and a request is held for 30 s. */
    private static final Duration LEFT = Duration.ofSeconds(40);
    /** The same settings make the same file. */
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS)
            .build();

    /** Name of the server and of its node. */
    public static String name(int index) {
        return "app" + (index + 1);
    }

    /** Of those from one index up to another, which is left out. */
    public static List<String> names(int from, int to) {
        return IntStream.range(from, to).mapToObj(AppServer::name).toList();
    }

    /** The other way round. */
    public static int index(String name) {
        return Integer.parseInt(name.substring(3)) - 1;
    }

    @Override
    public String name() {
        return Tiers.APP_SERVERS;
    }

    @Override
    public void check(Configuration configuration, Rules rules) {
        JavaCommand.check("appServers", configuration.appServers().jvmFlags(), rules);
    }

    @Override
    public List<InstanceSpec> instances(TopologyContext context) {
        return IntStream.range(0, context.appServers())
                .mapToObj(index -> instance(context, index))
                .toList();
    }

    private static InstanceSpec instance(TopologyContext context, int index) {
        return Encryption.of(context, Tiers.APP_SERVERS, index)
                .given(InstanceSpec.of(
                        Tiers.APP_SERVERS,
                        name(index),
                        Launch.Command.java(command(context, index, cached(context)), context.bound())))
                .on(context.host(Tiers.APP_SERVERS, index))
                .file(settings(context, index))
                .port("http", context.ports().app().get(index))
                .port("management", context.ports().management().get(index))
                .heap(context.sizing().appServerHeap())
                .ready(new Ready.Answers(page(context, index, "/actuator/health/readiness"), patience(context, index)))
                .watch(new Watch.Prometheus(page(context, index, "/actuator/prometheus"), Secret.MANAGEMENT))
                .stage(Stage.APPLICATION)
                .leave(leave(context, index))
                .build();
    }

    /** One that joins when quotas are in force starts with no more than its own. */
    private static Duration patience(TopologyContext context, int index) {
        double quota = context.placement().cpu(Tiers.APP_SERVERS, index);
        return quota <= 0 ? READY : READY.plusSeconds((long) Math.ceil(CPU_SECONDS_OF_A_START / quota));
    }

    /** It hands its auctions over, answers what it holds, and is left by the front servers that kept connections to it. */
    private static Step leave(TopologyContext context, int index) {
        return new Step(
                name(index) + "-leave",
                new Step.Request(
                        page(context, index, "/actuator/drain"),
                        Secret.MANAGEMENT,
                        new Ready.Tells(
                                page(context, index, "/actuator/node"), Secret.MANAGEMENT, "\"connections\":0}", LEFT)),
                name(index) + " was not left by those who use it");
    }

    /** Its settings, which every command of the application reads too. */
    public static FileSpec settings(TopologyContext context, int index) {
        return FileSpec.json(
                "settings/" + name(index) + ".yaml", YAML.writeValueAsString(AppSettings.content(context, index)));
    }

    /** Flags for what an earlier start has taught; its other commands start a little sooner with them, too. */
    public static List<String> cached(TopologyContext context) {
        String cache = context.locations().startCache();
        return cache == null ? List.of() : List.of("-XX:AOTCache=" + cache);
    }

    /** How it is started, with more flags of the JVM. */
    public static List<String> command(TopologyContext context, int index, List<String> more) {
        long heap = context.sizing().appServerHeap();
        // The whole heap at once: one that grows is collected every few megabytes while the users arrive.
        List<String> flags = new ArrayList<>(List.of("-Xms" + heap + "m"));
        int cores = context.placement()
                .appServerCores(context.configuration().appServers().count());
        if (cores > 0) {
            // The quota comes into force later, and a JVM sizes its threads when it starts.
            flags.add("-XX:ActiveProcessorCount=" + cores);
            double quota = context.placement().cpu(Tiers.APP_SERVERS, index);
            if (quota > 0 && quota <= ONE_COMPILER) {
                flags.add("-XX:TieredStopAtLevel=1");
                // With one compiler the JVM reserves 48 MB, and makes a full collection for each 7 MB of new code.
                flags.add("-XX:ReservedCodeCacheSize=240m");
                // It does not learn from what it has seen, so it may as well compile at once, while there is no quota.
                flags.add("-XX:CompileThresholdScaling=0.1");
            }
        }
        flags.addAll(context.configuration().appServers().flags(cores));
        flags.addAll(more);
        return new JavaCommand(context.locations().java(), heap, context.temporary(), flags)
                .jar(context.locations().appJar(), "serve", "--config=" + context.settings(name(index) + ".yaml"));
    }

    /** Where people reach it. */
    public static URI address(TopologyContext context, int index) {
        return URI.create(Encryption.scheme(context) + "://" + socket(context, index));
    }

    /** The same as address and port. */
    public static String socket(TopologyContext context, int index) {
        return context.address(Tiers.APP_SERVERS, index) + ":"
                + context.ports().app().get(index);
    }

    private static URI page(TopologyContext context, int index, String path) {
        return URI.create(Encryption.scheme(context) + "://" + context.address(Tiers.APP_SERVERS, index) + ":"
                + context.ports().management().get(index) + path);
    }
}
