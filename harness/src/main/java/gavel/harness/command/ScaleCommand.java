package gavel.harness.command;

import gavel.harness.command.experiment.SweepRequests;
import gavel.harness.command.options.ConfigOptions;
import gavel.harness.command.options.JUnitOption;
import gavel.harness.command.options.SearchOptions;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.failure.ExitCode;
import gavel.harness.failure.Problems;
import gavel.harness.kind.PeakKind;
import gavel.harness.kind.ScaleKind;
import gavel.harness.report.JUnitXml.Case;
import gavel.harness.report.JUnitXml.Ending;
import gavel.harness.report.text.Words;
import gavel.harness.run.experiment.ExperimentOutcome;
import gavel.harness.run.scale.ScaleExperiment;
import gavel.harness.run.scale.ScaleRequest;
import gavel.harness.scale.Counts;
import gavel.harness.scale.ScaleResult;
import gavel.harness.scale.SweepPoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gavel scale}. */
@Command(
        name = "scale",
        description =
                "Finds the peak for each number of application servers: scaling curve, efficiency with its 90 %% interval.")
final class ScaleCommand extends ContextCommand {
    private static final String COMMAND = "gavel scale";

    @Mixin
    private ConfigOptions options;

    @Mixin
    private SearchOptions search;

    @Mixin
    private JUnitOption junit;

    @Option(
            names = "--at-least",
            paramLabel = "PERCENT",
            description =
                    "exit code 1 if the lower end of the efficiency's interval, in whole percent, is lower, 2 if that is not known")
    private double atLeast;

    @Option(
            names = "--resume",
            paramLabel = "RESULT",
            description = "continue the interrupted sweep of this result, with the same options")
    private String resume;

    @Override
    public Integer call() {
        return junit.around(COMMAND, context.interruption(), this::swept);
    }

    private int swept() {
        Problems problems = new Problems()
                .that(Double.isFinite(atLeast) && atLeast >= 0, "--at-least must be a percentage >= 0: " + atLeast)
                .add(junit.problems());
        String id = problems.take(() -> resume == null ? null : context.resultName(resume));
        ScaleRequest request = problems.take(() -> request(context, options, search, id));
        problems.check();
        ExperimentOutcome<ScaleResult> outcome = new ScaleExperiment(context.environment(), request).run();
        List<Case> lost = lostData(outcome);
        junit.write(new ScaleKind().junit(List.of(outcome.result()), atLeast).with("", lost), outcome.failure());
        if (outcome.failure() != null) {
            context.console()
                    .line("`gavel scale --resume " + outcome.directory().getFileName()
                            + "` with the same options continues the sweep");
            throw outcome.failure();
        }
        return (lost.isEmpty() ? exitCode(outcome.result()) : ExitCode.QOS_FAIL).code();
    }

    /** One for each search that lost data: no curve of the others excuses that. */
    private static List<Case> lostData(ExperimentOutcome<ScaleResult> outcome) {
        PeakKind kind = new PeakKind();
        List<Case> lost = new ArrayList<>();
        for (SweepPoint point : outcome.result().points()) {
            Path search = outcome.directory().resolve(point.directory());
            try {
                if (!point.directory().isEmpty() && kind.read(search).lostData()) {
                    lost.add(new Case(
                            "data of " + Words.plural(point.servers(), "application server"),
                            Ending.FAILURE,
                            point.excluded()));
                }
            } catch (IOException e) {
                throw new EnvironmentException("the search in " + search + " cannot be read: " + e.getMessage(), e);
            }
        }
        return lost;
    }

    private ExitCode exitCode(ScaleResult result) {
        if (result.line() == null) {
            return ExitCode.INVALID;
        }
        if (atLeast <= 0) {
            return ExitCode.PASS;
        }
        return switch (result.atLeast(atLeast)) {
            case YES -> ExitCode.PASS;
            case NO -> ExitCode.QOS_FAIL;
            case UNKNOWN -> ExitCode.INVALID;
        };
    }

    /** The sweep that these options ask for. */
    static ScaleRequest request(CommandContext context, ConfigOptions options, SearchOptions search, String resume) {
        Problems problems = new Problems().add(options.usersOfSearch());
        List<Integer> known = problems.take(() -> counts(options));
        return new SweepRequests(context.experiments(), options, search, COMMAND).of(known, problems, resume);
    }

    private static List<Integer> counts(ConfigOptions options) {
        if (options.appServers() == null) {
            throw new ConfigurationException("numbers of servers are missing: for example --app-servers 1..6");
        }
        try {
            return Counts.parse(options.appServers());
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(e.getMessage() + " (--app-servers)");
        }
    }
}
