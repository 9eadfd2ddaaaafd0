package gavel.harness.command.results;

import gavel.harness.failure.ConfigurationException;
import gavel.harness.kind.ResultKind.Shown;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code gavel show}: the end of a run once more. */
@Command(name = "show", description = "Shows a result as its command ended: verdict, figures, what to do next.")
public final class ShowCommand implements Callable<Integer> {
    @Parameters(paramLabel = "RESULT", description = "directory of the result, or its name below results/")
    private String name;

    private final ResultsContext context;

    public ShowCommand(ResultsContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        Path directory = context.directories().apply(name);
        try {
            Shown shown = context.kind(directory).shown(directory);
            context.output().result(shown.entry());
            shown.summary().forEach(context::line);
            return 0;
        } catch (IOException e) {
            throw new ConfigurationException("the result cannot be read: " + directory + ": " + e.getMessage());
        }
    }
}
