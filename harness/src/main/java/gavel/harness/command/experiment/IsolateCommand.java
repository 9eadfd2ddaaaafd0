package gavel.harness.command.experiment;

import gavel.harness.command.options.ConfigOptions;
import gavel.harness.command.options.JUnitOption;
import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.deploy.DeploymentConflicts;
import gavel.harness.deploy.GuestAccess;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.Problems;
import gavel.harness.isolate.IsolateScript;
import gavel.harness.kind.IsolateKind;
import gavel.harness.run.RunRequest;
import gavel.harness.run.isolate.IsolateExperiment;
import gavel.harness.run.isolate.IsolateRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gavel isolate}. */
@Command(
        name = "isolate",
        description =
                "Puts several tenants on one platform, lets one grow, and measures how much that hurts the others.")
public final class IsolateCommand implements Callable<Integer> {
    private static final String COMMAND = "gavel isolate";
    private static final int MOST_TENANTS = 16;
    private static final double MOST_FACTOR = 100;

    private final ExperimentContext context;

    @Mixin
    private ConfigOptions options;

    @Mixin
    private JUnitOption junit;

    @Option(
            names = "--tenants",
            paramLabel = "N",
            description =
                    "number of tenants, each a deployment with its own users, data and secrets (default: ${DEFAULT-VALUE})")
    private int tenants = 2;

    @Option(
            names = "--factors",
            paramLabel = "F",
            split = ",",
            description = "factors by which the disruptor's users grow, one after the other (default: 2,3)")
    private List<String> factors = new ArrayList<>(List.of("2", "3"));

    @Option(
            names = "--shared",
            paramLabel = "TIER",
            split = ",",
            description =
                    "data services that tenants have in common, each with its own account and data: relational, broker, documents")
    private List<String> shared = new ArrayList<>();

    @Option(
            names = "--capacity",
            description =
                    "also measure how much the others can do when their quality breaks: I_base, I_end, I_intBase, I_intFree")
    private boolean capacity;

    @Option(names = "--in-turn", description = "let each tenant disrupt once; otherwise only the first does")
    private boolean inTurn;

    @Option(
            names = "--repeat",
            paramLabel = "K",
            description = "how often everything is measured; several give intervals (default: ${DEFAULT-VALUE})")
    private int repeat = 1;

    @Option(
            names = "--resume",
            paramLabel = "RESULT",
            description = "continue the interrupted measurement of this result, with the same options")
    private String resume;

    public IsolateCommand(ExperimentContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        return junit.around(COMMAND, context.environment().interruption(), this::measured);
    }

    private int measured() {
        return context.ended(
                COMMAND, junit, new IsolateKind(), new IsolateExperiment(context.environment(), request()).run());
    }

    /** Everything that was typed, checked together. */
    private IsolateRequest request() {
        Problems problems = new Problems()
                .that(
                        tenants >= 2 && tenants <= MOST_TENANTS,
                        "--tenants must be 2 to " + MOST_TENANTS + ", as one alone has no other to disturb: " + tenants)
                .that(repeat >= 1 && repeat <= 100, "--repeat must be 1 to 100: " + repeat)
                .add(junit.problems());
        List<Double> growing = problems.take(this::factors);
        Configuration configuration = problems.take(() -> options.read(context.configurations()));
        if (configuration != null) {
            problems.that(
                            configuration.actions().isEmpty(),
                            "actions are for gavel run: here only the load changes (actions)")
                    .that(
                            configuration.load().shape().constant(),
                            "tenants need steady loads: leave out load.path and load.arrivals (load)")
                    .that(
                            growing == null || growing.stream().allMatch(each -> more(each, configuration)),
                            "--factors must each give the disruptor one user more than its "
                                    + configuration.load().users() + ": " + String.join(",", factors))
                    .that(
                            growing == null || apart(growing, configuration),
                            "--factors must each give the disruptor another number of users, beginning with "
                                    + configuration.load().users() + ": " + String.join(",", factors))
                    .add(GuestAccess.problems(configuration, shared))
                    .add(DeploymentConflicts.problems(configuration, configuration))
                    .add(context.problems().apply(configuration));
        }
        if (capacity && growing != null) {
            double largest =
                    growing.stream().mapToDouble(Double::doubleValue).max().orElse(1);
            problems.that(
                    largest >= tenants,
                    "with --capacity the disruptor must reach what all tenants have together: a factor of " + tenants
                            + " or more is needed (--factors): " + String.join(",", factors));
        }
        problems.check();
        int users = configuration.load().users();
        int most = (int) Math.ceil(
                users * growing.stream().mapToDouble(Double::doubleValue).max().orElse(1));
        return new IsolateRequest(
                IntStream.range(0, tenants)
                        .mapToObj(tenant -> deployed(tenant, most, List.of()))
                        .toList(),
                new IsolateScript(tenants, users, growing, inTurn, repeat, capacity),
                shared.isEmpty()
                        ? null
                        : new IsolateRequest.Sharing(
                                owner(configuration, most), shared, (tenant, access) -> deployed(tenant, most, access)),
                context.resumed(resume));
    }

    /** Without users, nothing can be told from it. */
    private static boolean more(double factor, Configuration configuration) {
        return grown(factor, configuration) > configuration.load().users();
    }

    /** The curve of capacity has one point for each number of users. */
    private static boolean apart(List<Double> growing, Configuration configuration) {
        long numbers = growing.stream()
                .map(each -> grown(each, configuration))
                .distinct()
                .count();
        return numbers == growing.size();
    }

    private static long grown(double factor, Configuration configuration) {
        return Math.round(factor * configuration.load().users());
    }

    /** What is shared is as large as all tenants together need it. */
    private RunRequest owner(Configuration one, int most) {
        List<SettingOverride> overrides = new ArrayList<>(options.overrides());
        overrides.add(new SettingOverride("load.users", Integer.toString(tenants * most), COMMAND));
        overrides.add(new SettingOverride(
                "appServers.count", Integer.toString(tenants * one.appServers().count()), COMMAND));
        Configuration configuration = options.read(context.configurations(), overrides);
        return new RunRequest(configuration, overrides, null, false, context.commandLine());
    }

    /**
     * Each has people and data of its own.
     *
     * @param tenant from 0
     * @param access to what is shared
     */
    private RunRequest deployed(int tenant, int most, List<SettingOverride> access) {
        List<SettingOverride> overrides = new ArrayList<>(options.overrides());
        long seed = options.read(context.configurations(), overrides).load().seed();
        overrides.add(new SettingOverride("load.users", Integer.toString(most), COMMAND));
        overrides.add(new SettingOverride("load.seed", Long.toString(seed + tenant), COMMAND));
        overrides.addAll(access);
        Configuration configuration = options.read(context.configurations(), overrides);
        return new RunRequest(configuration, overrides, null, false, context.commandLine());
    }

    private List<Double> factors() {
        List<Double> growing = new ArrayList<>();
        for (String text : factors) {
            double factor;
            try {
                factor = Double.parseDouble(text.strip());
            } catch (NumberFormatException e) {
                throw new ConfigurationException("--factors must be numbers: " + text);
            }
            if (!(factor > 1 && factor <= MOST_FACTOR)) {
                throw new ConfigurationException("--factors must be > 1 and <= 100: " + text);
            }
            if (growing.contains(factor)) {
                throw new ConfigurationException("--factors must be named once each: " + text);
            }
            growing.add(factor);
        }
        return growing;
    }
}
