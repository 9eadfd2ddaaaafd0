package gavel.harness.command.results;

import gavel.harness.dashboard.FinishedRuns;
import gavel.harness.failure.ConfigurationException;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.kind.ResultEntry;
import gavel.harness.report.text.Words;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code gavel results}. */
@Command(name = "results", description = "Lists results, the newest first: name, kind, date, verdict, what it says.")
public final class ResultsCommand implements Callable<Integer> {
    /** After the name, which is as wide as the longest. */
    private static final String REST = "s  %-8s  %-18s  %-7s  %s";

    /** Of several searches, which is no command of its own. */
    private static final String PLATFORM = "platform";

    @Option(
            names = {"-n", "--newest"},
            paramLabel = "N",
            description = "how many (default: ${DEFAULT-VALUE})")
    private int newest = 20;

    @Option(names = "--kind", paramLabel = "KIND", description = "only those of a kind: run, peak, pair, scale, …")
    private String kind;

    private final ResultsContext context;

    public ResultsCommand(ResultsContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        List<String> kinds =
                context.kinds().all().stream().map(each -> each.name()).toList();
        if (newest < 1) {
            throw new ConfigurationException("how many must be > 0: " + newest + " (--newest)");
        }
        if (kind != null && !kinds.contains(kind)) {
            throw new ConfigurationException(
                    "a kind must be one of " + String.join(", ", kinds) + ": " + kind + " (--kind)");
        }
        Path results = context.environment().installation().results();
        try {
            tell(results, new FinishedRuns(results, context.kinds()).listed(newest, kind));
            return 0;
        } catch (IOException e) {
            throw new EnvironmentException("results cannot be listed: " + results + ": " + e, e);
        }
    }

    /** What makes a result of the kind. */
    private String command() {
        return kind == null ? "run" : kind.equals(PLATFORM) ? "peak --repeat 3" : kind;
    }

    private void tell(Path results, List<ResultEntry> entries) {
        if (entries.isEmpty()) {
            context.line("there is no " + (kind == null ? "" : kind + " ") + "result in " + results + "; `gavel "
                    + command() + "` makes one");
            return;
        }
        String row =
                "%-" + entries.stream().mapToInt(e -> e.name().length()).max().orElseThrow() + REST;
        context.line(row.formatted("NAME", "KIND", "DATE (UTC)", "VERDICT", "SAYS"));
        for (ResultEntry entry : entries) {
            context.output().result(entry);
            context.line(row.formatted(
                            entry.name(),
                            entry.kind(),
                            entry.startedAt() == null ? "" : Words.minute(entry.startedAt()),
                            entry.verdict(),
                            entry.headline())
                    .stripTrailing());
        }
    }
}
