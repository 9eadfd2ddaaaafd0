package gavel.harness.command;

import gavel.harness.command.options.ConfigOptions;
import gavel.harness.command.options.JUnitOption;
import gavel.harness.command.options.SearchOptions;
import gavel.harness.command.watch.DashboardOption;
import gavel.harness.command.watch.DashboardSession;
import gavel.harness.compare.PlatformPeak;
import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations.SettingOverride;
import gavel.harness.deployment.DeploymentState.LoadedSet;
import gavel.harness.deployment.Deployments;
import gavel.harness.experiment.TimeRange;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.failure.ExitCode;
import gavel.harness.failure.Problems;
import gavel.harness.kind.PeakKind;
import gavel.harness.kind.PlatformKind;
import gavel.harness.peak.Conclusion;
import gavel.harness.peak.PeakResult;
import gavel.harness.peak.PlatformResult;
import gavel.harness.peak.SearchJournal;
import gavel.harness.peak.SearchSettings;
import gavel.harness.report.JUnitXml;
import gavel.harness.result.IndexLines;
import gavel.harness.run.MachineCheck;
import gavel.harness.run.RunRequest;
import gavel.harness.run.experiment.ExperimentOutcome;
import gavel.harness.run.peak.PeakExperiment;
import gavel.harness.run.peak.PeakRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gavel peak}. */
@Command(
        name = "peak",
        description = "Finds the peak number of users; several searches (--repeat) give an interval of the platform.")
final class PeakCommand extends ContextCommand {
    private static final String COMMAND = "gavel peak";
    private static final PeakKind KIND = new PeakKind();
    private static final PlatformKind PLATFORM = new PlatformKind();
    private static final double OF_THE_MEMORY = 0.75;
    private static final Set<String> ANSWERS =
            Set.of(Conclusion.Kind.FOUND.name(), Conclusion.Kind.AT_LEAST.name(), Conclusion.Kind.NONE.name());

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
            description = "search on a deployment that is up; its data set limits the search")
    private String deployment;

    @Option(
            names = "--at-least",
            paramLabel = "N",
            description = "exit code 1 if the peak is lower, 2 if that is not known")
    private int atLeast;

    @Option(
            names = "--repeat",
            paramLabel = "K",
            description =
                    "number of searches, one after the other, each with its own result: gives an interval of the platform",
            defaultValue = "1")
    private int repeat;

    @Option(
            names = "--resume",
            paramLabel = "RESULT",
            description = "continue the interrupted search of this result, with the same options")
    private String resume;

    @Override
    public Integer call() {
        return junit.around(COMMAND, context.interruption(), this::searched);
    }

    private int searched() {
        PeakRequest request = request();
        try (DashboardSession session = dashboard.open(context.environment(), KIND)) {
            List<ExperimentOutcome<PeakResult>> outcomes = new ArrayList<>();
            for (int i = 1; i <= repeat; i++) {
                ExperimentOutcome<PeakResult> outcome =
                        new PeakExperiment(session.environment(), request, further(request, outcomes)).run();
                outcomes.add(outcome);
                session.concluded(KIND, outcome.result());
                tell(outcome, outcomes);
            }
            int code = repeat == 1
                    ? exitCode(outcomes.getFirst().result()).code()
                    : written(platform(outcomes), outcomes).code();
            session.awaitLookers();
            return code;
        }
    }

    /** What the searches after the next one take: about as long as those that were made. */
    private TimeRange further(PeakRequest request, List<ExperimentOutcome<PeakResult>> made) {
        int more = repeat - made.size() - 1;
        return made.isEmpty()
                ? request.predicted(0).times(more)
                : TimeRange.like(
                        made.stream().map(outcome -> outcome.result().seconds()).toList(), more);
    }

    /** @param outcomes so far, this one the last */
    private void tell(ExperimentOutcome<PeakResult> outcome, List<ExperimentOutcome<PeakResult>> outcomes) {
        List<PeakResult> results =
                outcomes.stream().map(ExperimentOutcome::result).toList();
        JUnitXml xml = KIND.junit(results, repeat == 1 ? atLeast : 0);
        if (outcomes.size() < repeat && outcome.failure() == null) {
            junit.writeSoFar(COMMAND, xml);
        } else {
            boolean together = repeat > 1 && outcome.failure() == null;
            junit.write(together ? together(xml, platform(outcomes)) : xml, outcome.failure());
        }
        boolean stopped = outcome.failure() != null || outcome.result().spoilt();
        if (stopped && !outcome.result().violated() && SearchJournal.in(outcome.directory())) {
            context.console()
                    .line("`gavel peak --resume " + outcome.directory().getFileName()
                            + "` with the same options" + (repeat > 1 ? " but --repeat" : "")
                            + " continues the search");
        }
        if (outcome.failure() != null) {
            throw outcome.failure();
        }
    }

    /** The file ends as the command does: a search that says nothing is left out where the others answer. */
    private JUnitXml together(JUnitXml searches, PlatformResult platform) {
        boolean answered =
                platform.peak() != null || atLeast > 0 && platform.atLeast(atLeast) != Conclusion.Answer.UNKNOWN;
        return (answered ? searches.withErrorsSkipped() : searches)
                .with("", PLATFORM.junit(List.of(platform), atLeast).cases());
    }

    private static PlatformResult platform(List<ExperimentOutcome<PeakResult>> outcomes) {
        return PlatformPeak.of(
                outcomes.getFirst().directory().getFileName() + "-platform",
                outcomes.stream().map(ExperimentOutcome::result).toList());
    }

    /** What the searches say together, as a result beside theirs. */
    private ExitCode written(PlatformResult platform, List<ExperimentOutcome<PeakResult>> outcomes) {
        Path directory =
                outcomes.getFirst().directory().resolveSibling(platform.run().id());
        try {
            Path page = PLATFORM.write(platform, directory);
            context.console().line("");
            PLATFORM.summary(platform, page).forEach(context.console()::line);
        } catch (IOException e) {
            throw new EnvironmentException("the result cannot be written to " + directory + ": " + e, e);
        }
        if (outcomes.stream().anyMatch(outcome -> outcome.result().lostData())) {
            // No interval of the others excuses that.
            return ExitCode.QOS_FAIL;
        }
        if (atLeast > 0) {
            return atLeast(platform);
        }
        return platform.peak() != null
                ? ExitCode.PASS
                : outcomes.stream()
                        .map(outcome -> exitCode(outcome.result()))
                        .max(Comparator.comparing(ExitCode::code))
                        .orElseThrow();
    }

    private ExitCode atLeast(PlatformResult platform) {
        return switch (platform.atLeast(atLeast)) {
            case YES -> ExitCode.PASS;
            case NO -> ExitCode.QOS_FAIL;
            case UNKNOWN -> {
                context.console()
                        .line("whether the platform's peak is at least " + atLeast + " users is not known: "
                                + (platform.peak() == null
                                        ? platform.reason()
                                        : "it lies within the interval; more searches (--repeat) make it narrower"));
                yield ExitCode.INVALID;
            }
        };
    }

    private PeakRequest request() {
        Configuration configuration = configuration();
        int bound = deployment == null ? Integer.MAX_VALUE : setUsers();
        int first = deployment == null ? search.setUsers(1, context.cores(configuration), this::fits) : bound;
        SearchSettings settings = search.settings(configuration.load().seed(), 1, bound);
        if (atLeast > settings.most()) {
            throw new ConfigurationException("a search that ends at " + settings.most() + " users cannot find "
                    + atLeast + ": allow more (--at-least, --most), or search on a larger data set (--deployment)");
        }
        String id = resume == null ? null : context.resultName(resume);
        if (id != null) {
            requireUnanswered(id);
        }
        PeakRequest request = new PeakRequest(this::sized, settings, first, true, id, resume != null);
        request.requireTime();
        return request;
    }

    /**
     * With the same options nothing would be added to an answer, and what went wrong now would take it back. Only where there was no room for
     * more may there be some now. The line of the index is written last.
     */
    private void requireUnanswered(String id) {
        Path results = context.installation().results();
        try {
            Map<String, String> line = IndexLines.byId(results).getOrDefault(id, Map.of());
            String verdict = line.getOrDefault("verdict", "");
            if (KIND.name().equals(line.get("kind")) && ANSWERS.contains(verdict)) {
                throw new ConfigurationException("the search of " + id + " has ended with " + verdict
                        + ": nothing is left to do, begin a new one (--resume)");
            }
        } catch (IOException e) {
            throw new EnvironmentException("the index of " + results + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** Everything that was typed, checked together. */
    private Configuration configuration() {
        Problems problems = new Problems()
                .that(atLeast >= 0, "--at-least must be >= 0: " + atLeast)
                .that(repeat >= 1, "--repeat must be >= 1: " + repeat)
                .that(
                        repeat == 1 || resume == null,
                        "--resume continues one search: leave out --repeat, and make the others afterwards")
                .that(
                        repeat == 1 || deployment == null,
                        "--repeat makes a deployment for each search: leave out --deployment")
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

    /** Of all the memory, not of what is free now: a resumed search needs the very same set. */
    private boolean fits(int users) {
        return MachineCheck.everFits(sized(users).configuration(), context.environment(), OF_THE_MEMORY);
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

    private ExitCode exitCode(PeakResult result) {
        if (result.lostData()) {
            return ExitCode.QOS_FAIL;
        }
        Conclusion conclusion = result.conclusion();
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
