package gavel.auction.audit;

import gavel.auction.Command;
import gavel.auction.dataset.CommandFrame;
import gavel.auction.dataset.CommandLine;
import gavel.auction.dataset.stores.Progress;
import gavel.auction.dataset.stores.Stores;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/** {@code audit}: proves that nothing was lost or invented. Needs no data set and changes nothing. */
public final class AuditCommand implements Command {
    private static final Set<String> OPTIONS = Set.of("config", "report", "answered", "wait");
    private static final Duration WAIT = Duration.ofSeconds(60);

    private final CommandFrame frame;
    private final LongSupplier nanos;

    public AuditCommand() {
        this(CommandFrame.ofProcess(), System::nanoTime);
    }

    AuditCommand(CommandFrame frame, LongSupplier nanos) {
        this.frame = frame;
        this.nanos = nanos;
    }

    @Override
    public String name() {
        return "audit";
    }

    @Override
    public int run(String[] args) {
        return frame.guarded(() -> {
            CommandLine line = new CommandLine(args, OPTIONS);
            return frame.run(line, () -> read(line), this::audit);
        });
    }

    private record Order(List<Path> answered, Duration longestWait) {}

    private static Order read(CommandLine line) throws IOException {
        line.required("config");
        List<Path> answered = line.readable("answered");
        Duration longestWait = line.duration("wait", WAIT);
        line.check();
        for (Path file : answered) {
            String problem = AnsweredBids.problemOf(file);
            if (problem != null) {
                line.problem(problem);
            }
        }
        return new Order(answered, longestWait);
    }

    /**
     * The report.
     *
     * @param historyLagMillis age of the oldest decision that was not in the history when the audit began
     */
    record Report(boolean ok, long historyLagMillis, List<InvariantResult> invariants) {}

    private CommandFrame.Outcome audit(Order order, Stores stores, Progress progress)
            throws SQLException, InterruptedException {
        Duration lag = new Outbox(stores, nanos).await(order.longestWait);
        List<InvariantResult> results = new Audit(stores, order.answered).run();
        boolean ok = results.stream().allMatch(InvariantResult::holds);
        for (InvariantResult result : results) {
            progress.say("%-28s %,12d checked %s"
                    .formatted(
                            result.name(),
                            result.checked(),
                            result.holds() ? "" : "  %,d VIOLATIONS".formatted(result.violations())));
            result.examples().forEach(example -> progress.say("    " + example));
        }
        progress.say(ok ? "Nothing was lost or invented." : "The audit found violations.");
        return new CommandFrame.Outcome(new Report(ok, lag.toMillis(), results), ok);
    }
}
