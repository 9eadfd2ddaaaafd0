package gavel.harness.command;

import gavel.harness.command.watch.DashboardOption;
import gavel.harness.command.watch.Showing;
import gavel.harness.dashboard.board.Subject;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.report.HtmlReport;
import gavel.harness.report.Summary;
import gavel.harness.result.Results;
import gavel.harness.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
        Path direct = Path.of(name);
        Path directory = Files.isDirectory(direct)
                ? direct
                : workplace.installation().results().resolve(name);
        if (!Files.isRegularFile(directory.resolve("result.json"))) {
            throw new ConfigurationException("no result there: " + directory.resolve("result.json"));
        }
        try {
            RunResult result = Results.read(directory);
            Path report = HtmlReport.write(result, directory);
            Summary.of(result, report).lines().forEach(workplace.console()::line);
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
