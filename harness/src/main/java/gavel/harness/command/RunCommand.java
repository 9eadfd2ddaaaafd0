package gavel.harness.command;

import gavel.harness.command.options.ConfigOptions;
import gavel.harness.command.options.JUnitOption;
import gavel.harness.command.watch.DashboardOption;
import gavel.harness.command.watch.DashboardSession;
import gavel.harness.config.Configuration;
import gavel.harness.failure.HarnessException;
import gavel.harness.failure.Problems;
import gavel.harness.kind.RunKind;
import gavel.harness.report.JUnitXml;
import gavel.harness.run.RunExecutor;
import gavel.harness.run.RunOutcome;
import gavel.harness.run.RunRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gavel run}. */
@Command(name = "run", description = "Measures once at a fixed number of users: PASS, FAIL or INVALID.")
final class RunCommand extends ContextCommand {
    private static final String COMMAND = "gavel run";
    private static final RunKind KIND = new RunKind();

    @Mixin
    private ConfigOptions options;

    @Mixin
    private DashboardOption dashboard;

    @Mixin
    private JUnitOption junit;

    @Option(
            names = "--deployment",
            paramLabel = "NAME",
            description = "use a deployment that is up; otherwise the run makes one and removes it")
    private String deployment;

    @Option(names = "--keep-data", description = "run on the data as they are, without a reset")
    private boolean keepData;

    @Option(
            names = "--repeat",
            paramLabel = "K",
            description = "number of runs, one after the other, each with its own result",
            defaultValue = "1")
    private int repeat;

    @Override
    public Integer call() {
        return junit.around(COMMAND, context.interruption(), this::done);
    }

    private int done() {
        Configuration configuration = configuration();
        RunRequest request =
                new RunRequest(configuration, options.overrides(), deployment, keepData, context.commandLine());
        try (DashboardSession session = dashboard.open(context.environment(), KIND)) {
            int code = runs(request, session);
            session.awaitLookers();
            return code;
        }
    }

    /** Everything that was typed, checked together. */
    private Configuration configuration() {
        Problems problems = new Problems()
                .that(
                        !keepData || deployment != null,
                        "--keep-data needs data: name a deployment that is up (--deployment)")
                .that(repeat >= 1, "--repeat must be >= 1: " + repeat)
                .add(dashboard.problems())
                .add(junit.problems());
        Configuration configuration = problems.take(() -> deployment == null
                ? options.read(context.configurations())
                : options.read(context.deployments(), deployment));
        if (configuration != null) {
            problems.add(context.problems(configuration));
        }
        problems.check();
        return configuration;
    }

    private int runs(RunRequest request, DashboardSession session) {
        List<RunOutcome> outcomes = new ArrayList<>();
        try {
            make(request, session, outcomes);
        } catch (HarnessException stopped) {
            tellOthers(outcomes.stream()
                    .filter(outcome -> outcome.failure() == null)
                    .toList());
            throw stopped;
        }
        if (repeat > 1) {
            tell(outcomes);
        }
        return outcomes.stream()
                .map(outcome -> outcome.exitCode().code())
                .max(Integer::compare)
                .orElseThrow();
    }

    private void make(RunRequest request, DashboardSession session, List<RunOutcome> outcomes) {
        for (int i = 1; i <= repeat; i++) {
            RunOutcome outcome = new RunExecutor(session.environment(), request).run();
            outcomes.add(outcome);
            session.concluded(KIND, outcome.result());
            JUnitXml xml = KIND.junit(outcomes.stream().map(RunOutcome::result).toList(), 0);
            if (i < repeat && outcome.failure() == null) {
                junit.writeSoFar(COMMAND, xml);
            } else {
                junit.write(xml, outcome.failure());
            }
            if (outcome.failure() != null) {
                throw outcome.failure();
            }
        }
    }

    /** Runs are independent of each other, so those that were made count whenever the others are. */
    private void tellOthers(List<RunOutcome> made) {
        if (!made.isEmpty()) {
            context.console()
                    .line("Repeats     " + made.size() + " of " + repeat + " (" + names(made) + "): `" + COMMAND
                            + " --repeat " + (repeat - made.size()) + "` with the same options makes the others");
        }
    }

    /** How often what came out, and the names under which those that count can be compared. */
    private void tell(List<RunOutcome> outcomes) {
        Map<String, Long> verdicts = outcomes.stream()
                .collect(Collectors.groupingBy(
                        outcome -> outcome.result().verdict().status().name(), TreeMap::new, Collectors.counting()));
        context.console().line("");
        context.console()
                .line("Repeats     " + outcomes.size() + ": "
                        + verdicts.entrySet().stream()
                                .map(verdict -> verdict.getValue() + " " + verdict.getKey())
                                .collect(Collectors.joining(", ")));
        List<RunOutcome> counting = outcomes.stream()
                .filter(outcome -> outcome.result().verdict().trusted())
                .toList();
        if (!counting.isEmpty()) {
            context.console().line("Compare     gavel compare " + names(counting) + " OTHERS");
        }
    }

    private static String names(List<RunOutcome> outcomes) {
        return outcomes.stream()
                .map(outcome -> outcome.directory().getFileName().toString())
                .collect(Collectors.joining(","));
    }
}
