package gavel.harness.command;

import gavel.harness.command.watch.DashboardOption;
import gavel.harness.command.watch.Showing;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.kind.ResultKind;
import gavel.harness.kind.ResultKinds;
import java.io.IOException;
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
        Path directory = workplace.result(name);
        ResultKinds kinds = workplace.kinds();
        ResultKind<?> kind = kinds.in(directory)
                .orElseThrow(() ->
                        new ConfigurationException("no result there: " + directory + " has none of " + kinds.files()));
        try {
            kind.again(directory).forEach(workplace.console()::line);
            return 0;
        } catch (IOException e) {
            throw new ConfigurationException("the result cannot be read: " + directory + ": " + e.getMessage());
        }
    }

    private int show() {
        if (name != null || !dashboard.wanted()) {
            throw new ConfigurationException("name a result, or --dashboard to see all of them in a browser");
        }
        try (Showing showing = dashboard.open(workplace.surroundings(), null)) {
            workplace.console().line("Ctrl-C ends it");
            showing.awaitInterrupt();
            return 0;
        }
    }
}
