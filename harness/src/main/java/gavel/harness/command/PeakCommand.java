package gavel.harness.command;

import gavel.harness.command.watch.DashboardOption;
import gavel.harness.command.watch.Showing;
import gavel.harness.config.Configuration;
import gavel.harness.config.Configurations.Override;
import gavel.harness.dashboard.board.Subject;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.ExitCode;
import gavel.harness.peak.Conclusion;
import gavel.harness.peak.SearchSettings;
import gavel.harness.report.JUnitXml;
import gavel.harness.run.RunRequest;
import gavel.harness.run.peak.PeakLife;
import gavel.harness.run.peak.PeakRequest;
import gavel.harness.setting.Durations;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code gavel peak}. */
@Command(name = "peak", description = "Finds the peak number of users, with a 90 % interval.")
final class PeakCommand implements Callable<Integer> {
    private static final int FIRST_SET = 1_500;
    private static final double ROOM = 1.5;
    private static final double BELOW_HINT = 0.3;
    private final Workplace workplace;

    @Mixin
    private ConfigOptions options;

    @Mixin
    private DashboardOption dashboard;

    @Option(
            names = "--from",
            paramLabel = "N",
            description = "users the climb begins with (default: ${DEFAULT-VALUE})",
            defaultValue = "10")
    private int from;

    @Option(
            names = "--most",
            paramLabel = "N",
            description = "users nobody goes beyond (default: ${DEFAULT-VALUE})",
            defaultValue = "100000")
    private int most;

    @Option(
            names = "--hint",
            paramLabel = "N",
            description = "about how many users are expected: a shorter climb and one data set")
    private Integer hint;

    @Option(
            names = "--width",
            paramLabel = "PERCENT",
            description = "of the interval at which the search is done (default: ${DEFAULT-VALUE})",
            defaultValue = "5")
    private double width;

    @Option(
            names = "--probes",
            paramLabel = "N",
            description = "at most (default: ${DEFAULT-VALUE})",
            defaultValue = "12")
    private int probes;

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            description = "no probe is begun that would end later (default: ${DEFAULT-VALUE})",
            defaultValue = "4h")
    private String budget;

    @Option(names = "--at-least", paramLabel = "N", description = "exit with 1 when the peak is lower")
    private int atLeast;

    @Option(
            names = "--junit",
            paramLabel = "FILE",
            description = "write the outcome as JUnit XML, for continuous integration")
    private Path junit;

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
        PeakRequest request = request();
        try (Showing showing = dashboard.open(workplace.surroundings(), Subject.Kind.PEAK)) {
            PeakLife.Outcome outcome = new PeakLife(showing.surroundings(), request).run();
            showing.concluded(outcome.result());
            int code = told(outcome);
            showing.awaitLookers();
            return code;
        }
    }

    private int told(PeakLife.Outcome outcome) {
        JUnitFile.write(junit, JUnitXml.of(outcome.result(), atLeast));
        if (outcome.failure() != null) {
            workplace
                    .console()
                    .line("`gavel peak --resume " + outcome.directory().getFileName()
                            + "` with the same options goes on with the search");
            throw outcome.failure();
        }
        return exitCode(outcome.result().conclusion()).code();
    }

    private PeakRequest request() {
        SearchSettings search;
        try {
            int first = hint == null ? from : Math.max(1, (int) (BELOW_HINT * hint));
            search = new SearchSettings(
                    first,
                    most,
                    width / 100,
                    probes,
                    Durations.parse(budget),
                    options.read(workplace.configurations()).load().seed());
        } catch (IllegalArgumentException e) {
            throw new ConfigurationException(e.getMessage() + " (--from, --most, --hint, --width, --probes, --budget)");
        }
        int set = (int) Math.min(most, hint == null ? Math.max(FIRST_SET, from) : Math.round(ROOM * hint));
        return new PeakRequest(this::sized, search, set, resume);
    }

    private RunRequest sized(int users) {
        List<Override> overrides = new ArrayList<>(options.overrides());
        overrides.add(new Override("load.users", Integer.toString(users), "gavel peak"));
        Configuration configuration = options.read(workplace.configurations(), overrides);
        return new RunRequest(configuration, overrides, null, false, workplace.commandLine());
    }

    private ExitCode exitCode(Conclusion conclusion) {
        if (conclusion.kind() == Conclusion.Kind.INVALID) {
            return ExitCode.INVALID;
        }
        return conclusion.reached() < Math.max(1, atLeast) ? ExitCode.QOS_FAIL : ExitCode.PASS;
    }
}
