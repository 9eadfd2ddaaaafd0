package gavel.harness.command;

import gavel.harness.command.watch.DashboardOption;
import gavel.harness.command.watch.DashboardSession;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.kind.ResultKind;
import gavel.harness.kind.ResultKinds;
import java.io.IOException;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code gavel report}. */
@Command(name = "report", description = "Makes the report of a result again, or shows all of them in a browser.")
final class ReportCommand extends ContextCommand {
    @Parameters(
            paramLabel = "RESULT",
            arity = "0..1",
            description = "directory of the result, or its name below results/")
    private String name;

    @Mixin
    private DashboardOption dashboard;

    @Override
    public Integer call() {
        if (name == null || dashboard.wanted()) {
            return show();
        }
        Path directory = context.result(name);
        ResultKinds kinds = context.kinds();
        ResultKind<?> kind = kinds.in(directory)
                .orElseThrow(() ->
                        new ConfigurationException("no result there: " + directory + " has none of " + kinds.files()));
        try {
            kind.again(directory).forEach(context.console()::line);
            return 0;
        } catch (IOException e) {
            throw new ConfigurationException("the result cannot be read: " + directory + ": " + e.getMessage());
        }
    }

    private int show() {
        if (name != null || !dashboard.wanted()) {
            throw new ConfigurationException("name a result, or --dashboard to see all of them in a browser");
        }
        try (DashboardSession session = dashboard.open(context.environment(), null)) {
            context.console().line("Ctrl-C ends it");
            session.awaitInterrupt();
            return 0;
        }
    }
}
