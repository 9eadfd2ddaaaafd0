package gavel.harness.command;

import gavel.harness.command.options.ConfigOptions;
import gavel.harness.command.options.JUnitOption;
import gavel.harness.command.options.SearchOptions;
import gavel.harness.command.watch.DashboardOption;
import gavel.harness.command.watch.Showing;
import gavel.harness.config.AppServerSettings;
import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations.Override;
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
import gavel.harness.run.peak.PeakLife;
import gavel.harness.run.peak.PeakRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gavel peak}. */
@Command(name = "peak", description = "Finds the peak number of users, with a 90 %% interval.")
final class PeakCommand implements Callable<Integer> {
    private static final String COMMAND = "gavel peak";
    private static final PeakKind KIND = new PeakKind();
    private static final double MEBIBYTE = 1 << 20;
    private static final double OF_THE_MEMORY = 0.75;

    private final Workplace workplace;

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

    PeakCommand(Workplace workplace) {
        this.workplace = workplace;
    }

    @java.lang.Override
    public Integer call() {
        return junit.around(COMMAND, workplace.interruption(), this::searched);
    }

    private int searched() {
        PeakRequest request = request();
        try (Showing showing = dashboard.open(workplace.surroundings(), KIND)) {
            PeakLife.Outcome outcome = new PeakLife(showing.surroundings(), request).run();
            showing.concluded(KIND, outcome.result());
            int code = told(outcome);
            showing.awaitLookers();
            return code;
        }
    }

    private int told(PeakLife.Outcome outcome) {
        junit.write(KIND.junit(List.of(outcome.result()), atLeast), outcome.failure());
        if (outcome.failure() != null) {
            if (SearchJournal.in(outcome.directory())) {
                workplace
                        .console()
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
        String id = resume == null ? null : workplace.resultName(resume);
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
                ? options.read(workplace.configurations())
                : options.read(workplace.deployments(), deployment));
        problems.take(() -> search.settings(0, 1, Integer.MAX_VALUE));
        if (configuration != null) {
            problems.add(workplace.problems(configuration));
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
        Deployments deployments = workplace.deployments();
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
                <= OF_THE_MEMORY * workplace.host().facts().memoryBytes();
    }

    private RunRequest sized(int users) {
        List<Override> overrides = new ArrayList<>(options.overrides());
        overrides.add(new Override("load.users", Integer.toString(users), COMMAND));
        Configuration configuration;
        if (deployment == null) {
            overrides.addAll(search.room(options.read(workplace.configurations(), overrides), COMMAND));
            configuration = options.read(workplace.configurations(), overrides);
        } else {
            configuration = options.read(workplace.deployments(), deployment, overrides);
        }
        return new RunRequest(configuration, overrides, deployment, false, workplace.commandLine());
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
                workplace
                        .console()
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
