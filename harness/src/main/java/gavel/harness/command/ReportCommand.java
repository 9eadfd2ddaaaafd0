package gavel.harness.command;

import gavel.harness.command.watch.DashboardOption;
import gavel.harness.command.watch.Showing;
import gavel.harness.dashboard.board.Subject;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.peak.PeakResult;
import gavel.harness.peak.PeakResults;
import gavel.harness.report.HtmlReport;
import gavel.harness.report.PeakReport;
import gavel.harness.report.ScaleReport;
import gavel.harness.report.Summary;
import gavel.harness.report.text.PeakSummary;
import gavel.harness.report.text.ScaleSummary;
import gavel.harness.result.Results;
import gavel.harness.result.RunResult;
import gavel.harness.scale.ScaleResult;
import gavel.harness.scale.ScaleResults;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code gavel report}. */
@Command(name = "report", description = "Makes the report of a result again, or shows all of them in a browser.")
final class ReportCommand implements Callable<Integer> {
    private final Workplace workplace;

    @Parameters(
            paramLabel = "RESULT",
            arity = "0..1",
            description = "directory of the result, or its name below results/")
    private String name;

    @Mixin
    private DashboardOption dashboard;

    ReportCommand(Workplace workplace) {
        this.workplace = workplace;
    }

    @Override
    public Integer call() {
        if (name == null || dashboard.wanted()) {
            return show();
        }
        Path directory = workplace.result(name);
        try {
            List<String> lines;
            if (Files.isRegularFile(directory.resolve(ScaleResults.FILE))) {
                ScaleResult result = ScaleResults.read(directory);
                lines = ScaleSummary.lines(result, ScaleReport.write(result, directory));
            } else if (Files.isRegularFile(directory.resolve(PeakResults.FILE))) {
                PeakResult result = PeakResults.read(directory);
                lines = PeakSummary.lines(result, PeakReport.write(result, directory));
            } else if (Files.isRegularFile(directory.resolve(Results.RESULT))) {
                RunResult result = Results.read(directory);
                lines = Summary.of(result, HtmlReport.write(result, directory))
                        .lines()
                        .toList();
            } else {
                throw new ConfigurationException("no result there: " + directory.resolve(Results.RESULT));
            }
            lines.forEach(workplace.console()::line);
            return 0;
        } catch (IOException e) {
            throw new ConfigurationException("the result cannot be read: " + directory + ": " + e.getMessage());
        }
    }

    private int show() {
        if (name != null || !dashboard.wanted()) {
            throw new ConfigurationException("name a result, or --dashboard to see all of them in a browser");
        }
        try (Showing showing = dashboard.open(workplace.surroundings(), Subject.Kind.RESULTS)) {
            workplace.console().line("Ctrl-C ends it");
            showing.awaitInterrupt();
            return 0;
        }
    }
}
