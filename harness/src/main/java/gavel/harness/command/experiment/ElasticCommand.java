package gavel.harness.command.experiment;

import gavel.driver.api.LoadSpec.Phases;
import gavel.driver.api.shape.LoadPath;
import gavel.driver.api.text.Nearest;
import gavel.harness.command.options.ConfigOptions;
import gavel.harness.command.options.JUnitOption;
import gavel.harness.command.options.SearchOptions;
import gavel.harness.compare.ConfigurationDifferences;
import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.deploy.ActionTargets;
import gavel.harness.elastic.DemandTable;
import gavel.harness.elastic.ElasticSettings;
import gavel.harness.elastic.LoadShapes;
import gavel.harness.elastic.SupplySpec;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.Problems;
import gavel.harness.kind.ElasticKind;
import gavel.harness.kind.ScaleKind;
import gavel.harness.run.RunRequest;
import gavel.harness.run.elastic.CapacityTable;
import gavel.harness.run.elastic.ElasticExperiment;
import gavel.harness.run.elastic.ElasticRequest;
import gavel.harness.run.experiment.ExperimentOutcome;
import gavel.harness.run.scale.ScaleExperiment;
import gavel.harness.scale.ScaleResult;
import gavel.harness.setting.Durations;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gavel elastic}. */
@Command(
        name = "elastic",
        description =
                "Lets the load rise and fall and the number of application servers follow: quality, cost, and where the time goes.")
public final class ElasticCommand implements Callable<Integer> {
    private static final String COMMAND = "gavel elastic";
    /** The path is that of the configuration. */
    private static final String OWN = "own";

    private static final int SHORTEST = 60;
    private static final int USUAL_SECONDS = 300;
    /** Seconds of a load are kept one by one for two hours, and users come before the path. */
    private static final int LONGEST = 6_000;

    private static final int LONGEST_AROUND = 1_000;

    private static final int MOST_SERVERS = 64;

    private final ExperimentContext context;

    @Mixin
    private ConfigOptions options;

    @Mixin
    private JUnitOption junit;

    @Option(
            names = "--capacity",
            paramLabel = "RESULT",
            description =
                    "result of gavel scale with the peak of 1, 2, … servers of this configuration; without it they are searched first, briefly")
    private String capacity;

    @Option(
            names = "--shape",
            paramLabel = "SHAPE",
            description =
                    "step, ramp, sine, spike or day, up to 0.9 of the peak of all servers, or own for load.path (default: ${DEFAULT-VALUE})")
    private String shape = LoadShapes.STEP.word();

    @Option(names = "--duration", paramLabel = "TIME", description = "length of a ready path (default: 300s)")
    private String duration;

    @Option(
            names = "--supply",
            paramLabel = "WHO",
            description =
                    "who decides: fixed:N, schedule:0s=1,60s=3, rule:PERCENT (Kubernetes' algorithm by CPU), hpa:PERCENT[,TIME] (the autoscaler of the cluster) or command:PROGRAM (default: ${DEFAULT-VALUE})")
    private String supply = "rule:60";

    @Option(
            names = "--most",
            paramLabel = "N",
            description =
                    "most application servers (default: as many as --capacity has, or --supply names; else needed)")
    private Integer most;

    @Option(
            names = "--hint",
            paramLabel = "N",
            description = "about how many users one server supports, if peaks are searched first")
    private Integer hint;

    @Option(
            names = "--repeat",
            paramLabel = "K",
            description = "number of passes along the path; several give intervals (default: ${DEFAULT-VALUE})")
    private int repeat = 1;

    @Option(
            names = "--resume",
            paramLabel = "RESULT",
            description = "continue the interrupted experiment of this result, with the same options")
    private String resume;

    public ElasticCommand(ExperimentContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        return junit.around(COMMAND, context.environment().interruption(), this::followed);
    }

    private int followed() {
        return context.ended(
                COMMAND, junit, new ElasticKind(), new ElasticExperiment(context.environment(), request()).run());
    }

    /** Everything that was typed, checked together. */
    private ElasticRequest request() {
        Problems problems = new Problems()
                .that(repeat >= 1 && repeat <= 100, "--repeat must be 1 to 100: " + repeat)
                .that(
                        options.appServers() == null,
                        "the supply says how many servers there are: leave out --app-servers")
                .that(!options.usersTyped(), "the path says how many users there are: leave out --users")
                .that(hint == null || capacity == null, "the peaks are known from --capacity: leave out --hint")
                .that(hint == null || hint >= 1, "--hint must be >= 1: " + hint)
                .that(
                        resume == null || capacity != null,
                        "--resume needs the peaks it was begun with: name the result of their sweep (--capacity)")
                .add(junit.problems());
        Shape shaped = problems.take(this::shape);
        problems.that(duration == null || !OWN.equals(shape), "the path says how long it takes: leave out --duration");
        SupplySpec decides = problems.take(this::supply);
        Configuration configuration = problems.take(() -> options.read(context.configurations()));
        ScaleResult sweep = capacity == null ? null : problems.take(this::sweep);
        int servers = servers(decides, problems);
        if (configuration != null) {
            check(configuration, problems);
            inTime(decides, configuration, problems);
            problems.that(
                    !(decides instanceof SupplySpec.Autoscaler) || configuration.clustered(),
                    "--supply hpa needs a cluster with an autoscaler: take --platform kubernetes, or --supply rule");
        }
        DemandTable table =
                configuration == null || sweep == null ? null : table(sweep, configuration, decides, problems);
        if (capacity == null) {
            problems.check();
            sweep = swept(servers);
            table = table(sweep, configuration, decides, problems);
        }
        LoadPath path = table == null || shaped == null ? null : shaped.path(table, configuration);
        if (path != null) {
            problems.that(
                            path.most() <= table.mostUsers(),
                            "the path must stay at or below N(" + table.most() + ") = " + (int) table.mostUsers()
                                    + " users, which all servers support: " + path.most() + " (load.path, --capacity)")
                    .that(
                            path.seconds() <= LONGEST,
                            "the path must take at most " + LONGEST + "s: " + (int) path.seconds() + "s (load.path)");
        }
        problems.check();
        List<SettingOverride> overrides = overrides(path, decides, table, sweep);
        Configuration sized = options.read(context.configurations(), overrides);
        new Problems().add(context.problems().apply(sized)).check();
        return new ElasticRequest(
                new RunRequest(sized, overrides, null, false, context.commandLine()),
                new ElasticSettings(shape, (int) path.seconds(), supply, table.most(), capacity, repeat),
                decides,
                table,
                path,
                context.resumed(resume));
    }

    private void check(Configuration configuration, Problems problems) {
        String fixed = ActionTargets.of(configuration).scaled().fixed();
        LoadPath own = configuration.load().shape().path();
        Phases phases = configuration.load().phases();
        long around = phases.totalSeconds() - phases.measureSeconds();
        problems.that(
                around <= LONGEST_AROUND,
                "before and after the path a load must take at most " + LONGEST_AROUND + "s: " + around
                        + "s (load.ramp, load.warmUp, load.rampDown)");
        problems.that(own != null || !OWN.equals(shape), "--shape own needs a path of users (load.path)")
                .that(own == null || OWN.equals(shape), "there are two paths: use --shape own, or leave out load.path")
                .that(
                        capacity != null || !OWN.equals(shape),
                        "peaks cannot be searched along a path: with --shape own name the result that has them (--capacity)")
                .that(fixed == null, "application servers " + fixed + " (webServers, balancers)")
                .that(
                        configuration.actions().isEmpty(),
                        "actions are for gavel run: here the supply says what is done (actions)")
                .add(context.problems().apply(configuration));
    }

    /** As many as there may be, where that is known before there are peaks; else 0. */
    private int servers(SupplySpec decides, Problems problems) {
        problems.that(
                most == null || most >= 1 && most <= MOST_SERVERS, "--most must be 1 to " + MOST_SERVERS + ": " + most);
        if (decides == null) {
            return most();
        }
        int wanted = decides.most();
        int servers = most == null ? wanted : most;
        problems.that(
                        capacity != null || most != null || servers >= 1,
                        "how many servers may there be, whose peaks are searched first? Say --most N, or name their peaks (--capacity)")
                .that(wanted <= MOST_SERVERS, "--supply must name at most " + MOST_SERVERS + " servers: " + wanted)
                .that(
                        most == null || wanted <= most,
                        "the supply wants up to " + wanted + " servers, and there are to be at most " + most
                                + " (--supply, --most)");
        return servers;
    }

    /** A change that never comes would pass for one that was made. */
    private void inTime(SupplySpec decides, Configuration configuration, Problems problems) {
        LoadPath own = configuration.load().shape().path();
        if (decides instanceof SupplySpec.Schedule schedule && (own != null || !OWN.equals(shape))) {
            Integer ready = problems.take(this::seconds);
            double end = OWN.equals(shape) ? own.seconds() : ready == null ? Double.MAX_VALUE : ready;
            double last = schedule.steps().changes().getLast().at();
            problems.that(
                    last < end,
                    "the schedule must end before the path does, at " + text(end) + ": " + text(last) + " (--supply)");
        }
    }

    private static String text(double seconds) {
        return Durations.text(Duration.ofMillis(Math.round(1_000 * seconds)));
    }

    /** 0 where it was not said. */
    private int most() {
        return most == null ? 0 : most;
    }

    private DemandTable table(ScaleResult sweep, Configuration configuration, SupplySpec decides, Problems problems) {
        List<String> wrong = new ArrayList<>();
        DemandTable table = CapacityTable.of(capacity, sweep, configuration, most(), wrong);
        if (table != null && decides != null && most == null && decides.most() > table.most()) {
            wrong.add("the supply wants up to " + decides.most() + " servers, and N(k) is known to " + table.most()
                    + " (--supply, --capacity)");
        }
        problems.add(wrong);
        return table;
    }

    /** Searches the peaks, once everything else is known to be right. */
    private ScaleResult swept(int servers) {
        List<Integer> counts = IntStream.rangeClosed(1, servers).boxed().toList();
        SweepRequests sweeps = new SweepRequests(context, options, SearchOptions.brief(hint), COMMAND);
        ExperimentOutcome<ScaleResult> outcome =
                new ScaleExperiment(context.environment(), sweeps.of(counts, new Problems(), null)).run();
        capacity = outcome.directory().getFileName().toString();
        if (outcome.failure() != null) {
            context.environment()
                    .console()
                    .line("`gavel scale --app-servers 1.." + servers + SearchOptions.briefly(hint) + " --resume "
                            + capacity + "` with the same configuration continues the sweep; then --capacity "
                            + capacity + " uses it");
            throw outcome.failure();
        }
        context.environment().console().line("N(k) is in " + capacity + ": --capacity " + capacity + " uses it again");
        return outcome.result();
    }

    private List<SettingOverride> overrides(LoadPath path, SupplySpec decides, DemandTable table, ScaleResult sweep) {
        List<SettingOverride> overrides = new ArrayList<>(options.overrides());
        String points = path.points().stream()
                .map(point -> text(point.seconds()) + "=" + point.users())
                .collect(Collectors.joining(", ", "[", "]"));
        overrides.add(new SettingOverride("load.users", Integer.toString(path.most()), COMMAND));
        overrides.add(new SettingOverride("load.measure", (int) path.seconds() + "s", COMMAND));
        overrides.add(new SettingOverride("load.path.shape", "ramps", COMMAND));
        overrides.add(new SettingOverride("load.path.points", points, COMMAND));
        overrides.add(new SettingOverride("load.path.file", "null", COMMAND));
        overrides.add(new SettingOverride("appServers.count", Integer.toString(decides.first()), COMMAND));
        overrides.add(new SettingOverride("appServers.most", Integer.toString(table.most()), COMMAND));
        if (decides instanceof SupplySpec.Autoscaler) {
            overrides.add(new SettingOverride("kubernetes.statefulSet", "true", COMMAND));
        }
        // By the rules a server's heap depends on how many there are; the sweep's were all the same.
        ConfigurationDifferences.value(sweep.disclosure().configuration(), "appServers.memory")
                .ifPresent(memory -> overrides.add(new SettingOverride("appServers.memory", memory, COMMAND)));
        return overrides;
    }

    /** A path, once it is known how many users all servers support. */
    @FunctionalInterface
    private interface Shape {
        LoadPath path(DemandTable table, Configuration configuration);
    }

    private Shape shape() {
        if (shape.equals(OWN)) {
            return (_, configuration) -> configuration.load().shape().path();
        }
        List<String> words = new ArrayList<>(
                Stream.of(LoadShapes.values()).map(LoadShapes::word).toList());
        words.add(OWN);
        int index = words.indexOf(shape);
        Problems problems = new Problems()
                .that(index >= 0, "there is no such shape (--shape): " + shape + Nearest.hint(shape, words));
        Integer seconds = problems.take(this::seconds);
        problems.check();
        return (table, _) -> LoadShapes.values()[index].path(table.mostUsers(), seconds);
    }

    private Integer seconds() {
        return duration == null
                ? USUAL_SECONDS
                : (int) ExperimentContext.time("--duration", duration, SHORTEST, LONGEST)
                        .toSeconds();
    }

    private SupplySpec supply() {
        try {
            return SupplySpec.parse(supply);
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException("--supply must be " + e.getMessage());
        }
    }

    private ScaleResult sweep() {
        Path directory = context.result().apply(capacity);
        try {
            return new ScaleKind().read(directory);
        } catch (IOException e) {
            throw new ConfigurationException("the peaks cannot be read: " + e.getMessage() + " (--capacity)");
        }
    }
}
