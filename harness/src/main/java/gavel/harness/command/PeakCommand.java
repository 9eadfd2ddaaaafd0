package gavel.harness.command;

import gavel.harness.command.options.ConfigOptions;
import gavel.harness.command.options.JUnitOption;
import gavel.harness.command.options.SearchOptions;
import gavel.harness.command.watch.DashboardOption;
import gavel.harness.command.watch.DashboardSession;
import gavel.harness.config.AppServerSettings;
import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.config.Sizing;
import gavel.harness.deployment.DeploymentState.LoadedSet;
import gavel.harness.deployment.Deployments;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.ExitCode;
import gavel.harness.failure.Problems;
import gavel.harness.kind.PeakKind;
import gavel.harness.peak.Conclusion;
import gavel.harness.peak.SearchJournal;
import gavel.harness.peak.SearchSettings;
import gavel.harness.run.RunRequest;
import gavel.harness.run.peak.PeakExperiment;
import gavel.harness.run.peak.PeakRequest;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gavel peak}. */
@Command(name = "peak", description = "Finds the peak number of users, with a 90 %% interval.")
final class PeakCommand extends ContextCommand {
    private static final String COMMAND = "gavel peak";
    private static final PeakKind KIND = new PeakKind();
    private static final double MEBIBYTE = 1 << 20;
    private static final double OF_THE_MEMORY = 0.75;

    @Mixin
    private ConfigOptions options;

    @Mixin
    private SearchOptions search;

    @Mixin
    private DashboardOption dashboard;

    @Mixin
    private JUnitOption junit;

    @Option(
            names = "--deployment",
            paramLabel = "NAME",
            description = "search on a deployment that is up; its data set bounds the search")
    private String deployment;

    @Option(
            names = "--at-least",
            paramLabel = "N",
            description = "exit with 1 when the peak is lower, with 2 when that is not known")
    private int atLeast;

    @Option(
            names = "--resume",
            paramLabel = "RESULT",
            description = "go on with the interrupted search of this result, with the options it was begun with")
    private String resume;

    @Override
    public Integer call() {
        return junit.around(COMMAND, context.interruption(), this::searched);
    }

    private int searched() {
        PeakRequest request = request();
        try (DashboardSession session = dashboard.open(context.environment(), KIND)) {
            PeakExperiment.Outcome outcome = new PeakExperiment(session.environment(), request).run();
            session.concluded(KIND, outcome.result());
            int code = told(outcome);
            session.awaitLookers();
            return code;
        }
    }

    private int told(PeakExperiment.Outcome outcome) {
        junit.write(KIND.junit(List.of(outcome.result()), atLeast), outcome.failure());
        if (outcome.failure() != null) {
            if (SearchJournal.in(outcome.directory())) {
                context.console()
                        .line("`gavel peak --resume " + outcome.directory().getFileName()
                                + "` with the same options goes on with the search");
            }
            throw outcome.failure();
        }
        return exitCode(outcome.result().conclusion()).code();
    }

    private PeakRequest request() {
        Configuration configuration = configuration();
        int bound = deployment == null ? Integer.MAX_VALUE : setUsers();
        int first = deployment == null ? search.setUsers(1, cores(configuration), this::fits) : bound;
        SearchSettings settings = search.settings(configuration.load().seed(), 1, bound);
        if (atLeast > settings.most()) {
            throw new ConfigurationException("a search that ends at " + settings.most() + " users cannot find "
                    + atLeast + ": allow more (--at-least, --most), or search on a larger data set (--deployment)");
        }
        String id = resume == null ? null : context.resultName(resume);
        PeakRequest request = new PeakRequest(this::sized, settings, first, true, id, resume != null);
        request.requireTime();
        return request;
    }

    /** Everything that was typed, checked together. */
    private Configuration configuration() {
        Problems problems = new Problems()
                .that(atLeast >= 0, "--at-least must be >= 0: " + atLeast)
                .add(dashboard.problems())
                .add(junit.problems())
                .add(options.usersOfSearch());
        Configuration configuration = problems.take(() -> deployment == null
                ? options.read(context.configurations())
                : options.read(context.deployments(), deployment));
        problems.take(() -> search.settings(0, 1, Integer.MAX_VALUE));
        problems.add(options.actionsOfSearch(configuration));
        if (configuration != null) {
            problems.add(context.problems(configuration));
        }
        problems.check();
        return configuration;
    }

    private static double cores(Configuration configuration) {
        int processors = Runtime.getRuntime().availableProcessors();
        AppServerSettings servers = configuration.appServers();
        return servers.cpu() == null ? processors : Math.min(processors, servers.count() * servers.cpu());
    }

    /** Of a deployment that is up. */
    private int setUsers() {
        Deployments deployments = context.deployments();
        LoadedSet set = deployments.state(deployments.existing(deployment)).loaded();
        if (set == null) {
            throw new ConfigurationException("deployment " + deployment + " has no data: `gavel load " + deployment
                    + "` makes them (--deployment)");
        }
        return set.users();
    }

    /** Of all the memory, not of what is free now: who resumes the search needs the very same set. */
    private boolean fits(int users) {
        Configuration made = sized(users).configuration();
        return Sizing.of(made).total(made) * MEBIBYTE
                <= OF_THE_MEMORY * context.host().facts().memoryBytes();
    }

    private RunRequest sized(int users) {
        List<SettingOverride> overrides = new ArrayList<>(options.overrides());
        overrides.add(new SettingOverride("load.users", Integer.toString(users), COMMAND));
        Configuration configuration;
        if (deployment == null) {
            overrides.addAll(search.room(options.read(context.configurations(), overrides), COMMAND));
            configuration = options.read(context.configurations(), overrides);
        } else {
            configuration = options.read(context.deployments(), deployment, overrides);
        }
        return new RunRequest(configuration, overrides, deployment, false, context.commandLine());
    }

    private ExitCode exitCode(Conclusion conclusion) {
        if (conclusion.kind() == Conclusion.Kind.INVALID) {
            return ExitCode.INVALID;
        }
        if (atLeast == 0) {
            return conclusion.kind() == Conclusion.Kind.NONE ? ExitCode.QOS_FAIL : ExitCode.PASS;
        }
        return switch (conclusion.atLeast(atLeast)) {
            case YES -> ExitCode.PASS;
            case NO -> ExitCode.QOS_FAIL;
            case UNKNOWN -> {
                context.console()
                        .line("whether the peak is at least " + atLeast + " users is not known: "
                                + switch (conclusion.kind()) {
                                    case FOUND ->
                                        "it lies within the interval, and " + conclusion.reason()
                                                + "; allow more (--budget, --probes)";
                                    case BEYOND_MEMORY, BEYOND_DESCRIPTORS -> conclusion.reason();
                                    case AT_LEAST ->
                                        "let the search begin with more users (--hint), or allow more (--budget, --probes)";
                                    case NONE, INVALID -> "let the search begin with fewer (--from, --hint)";
                                });
                yield ExitCode.INVALID;
            }
        };
    }
}
