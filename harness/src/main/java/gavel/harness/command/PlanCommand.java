package gavel.harness.command;

import gavel.harness.command.options.ConfigOptions;
import gavel.harness.command.options.SearchOptions;
import gavel.harness.command.output.OutputDocument.PlanEntry;
import gavel.harness.config.Configuration;
import gavel.harness.doctor.Examination;
import gavel.harness.doctor.Finding;
import gavel.harness.doctor.RunnablePrograms;
import gavel.harness.failure.ExitCode;
import gavel.harness.run.MachineCheck;
import gavel.harness.run.Plan;
import gavel.harness.run.scale.ScaleRequest;
import gavel.harness.scale.Counts;
import gavel.harness.setting.RecordWriter;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gavel plan}. */
@Command(name = "plan", description = "Shows what would be started where; starts nothing.")
final class PlanCommand extends ContextCommand {
    @Mixin
    private ConfigOptions options;

    @Option(names = "--settings", description = "also print every setting as the run would have it")
    private boolean settings;

    @Override
    public Integer call() {
        if (Counts.several(options.appServers())) {
            return sweep();
        }
        Configuration configuration = context.checked(options);
        context.console()
                .line("%s: %s, length %s, services %s"
                        .formatted(
                                configuration.name(),
                                configuration
                                        .load()
                                        .shape()
                                        .words(configuration.load().users()),
                                configuration.load().lengthName(),
                                configuration.services()));
        Plan plan = Plan.of(configuration);
        plan.lines().forEach(context.console()::line);
        output(configuration, plan, plan.predicted().toSeconds());
        RunnablePrograms.of(configuration)
                .forEach(setting -> context.console().line("! this configuration can run programs: " + setting));
        int code = fits(
                MachineCheck.bounds(configuration, context.environment()),
                configuration.hosts().elsewhere());
        settings(configuration);
        return code;
    }

    private void settings(Configuration configuration) {
        if (settings) {
            context.console().line("");
            context.console().line(RecordWriter.write(configuration).stripTrailing());
        }
    }

    private void output(Configuration configuration, Plan plan, double predictedSeconds) {
        context.output()
                .plan(new PlanEntry(
                        configuration.name(),
                        configuration.load().users(),
                        configuration.load().lengthName(),
                        plan.parts(),
                        plan.mebibytes(),
                        predictedSeconds));
    }

    /** What is planned is shown all the same; the code is that of a run, which would not begin. */
    private int fits(List<Finding> bounds, boolean elsewhere) {
        context.output().findings(bounds);
        boolean fits = true;
        for (Finding bound : bounds) {
            fits &= bound.level() != Finding.Level.PROBLEM;
            switch (bound.level()) {
                case GOOD -> {
                    if (bound.about(Examination.DESCRIPTORS)) {
                        context.console().line(bound.line());
                    }
                }
                case WARNING -> context.console().line("! " + bound.line());
                case PROBLEM ->
                    context.console()
                            .line("! "
                                    + (elsewhere ? "it cannot be deployed" : "this machine is too small for it")
                                    + ": " + bound.line());
            }
        }
        return (fits ? ExitCode.PASS : ExitCode.ENVIRONMENT).code();
    }

    /** Of `gavel scale` with its usual options: the largest deployment. */
    private int sweep() {
        ScaleRequest sweep = ScaleCommand.request(context, options, new SearchOptions(), null);
        int largest = sweep.counts().getLast();
        Configuration configuration =
                sweep.sized().apply(largest, sweep.setUsers()).configuration();
        Plan plan = Plan.of(configuration);
        context.console()
                .line("a sweep over %s application servers; the largest deployment:".formatted(options.appServers()));
        plan.table().forEach(context.console()::line);
        output(configuration, plan, sweep.predicted().middle());
        context.console().line("order of the searches: " + Counts.shuffled(sweep.counts(), sweep.seed()));
        context.console().line("predicted time: " + sweep.predicted().words());
        int code = fits(
                List.of(MachineCheck.memory(configuration, context.environment())),
                configuration.hosts().elsewhere());
        settings(configuration);
        return code;
    }
}
