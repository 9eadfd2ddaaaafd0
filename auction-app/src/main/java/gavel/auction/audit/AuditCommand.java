package gavel.auction.audit;

import gavel.auction.Command;
import gavel.auction.dataset.CommandFrame;
import gavel.auction.dataset.CommandLine;
import gavel.auction.dataset.plan.LotTiming;
import gavel.auction.dataset.stores.Progress;
import gavel.auction.dataset.stores.Stores;
import gavel.auction.settings.Settings;
import gavel.auction.settings.SettingsFile;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** {@code audit}: proves that nothing was lost or invented. Needs no data set and changes nothing. */
public final class AuditCommand implements Command {
    private static final Set<String> OPTIONS = Set.of("config", "report", "answered", "wait");
    private static final Duration WAIT = Duration.ofSeconds(60);

    private final CommandFrame frame;

    public AuditCommand() {
        this(CommandFrame.ofProcess());
    }

    public AuditCommand(CommandFrame frame) {
        this.frame = frame;
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

    private record Order(List<Path> answered, Duration longestWait, LotTiming lots) {}

    private static Order read(CommandLine line) throws IOException {
        String config = line.required("config");
        List<Path> answered = line.readable("answered");
        Duration longestWait = line.duration("wait", WAIT);
        line.check();
        for (Path file : answered) {
            String problem = AnsweredBids.problemOf(file);
            if (problem != null) {
                line.problem(problem);
            }
        }
        Settings settings = SettingsFile.read(Path.of(config)).settings();
        Settings.Lots lots = settings.lots();
        return new Order(answered, longestWait, new LotTiming(lots.lastCallAfter(), lots.closeAfter()));
    }

    /**
     * The report.
     *
     * @param historyLagMillis age of the oldest decision that was not in the history when the audit began
     * @param notLookedAt what no invariant would notice
     */
    record Report(
            boolean ok, long historyLagMillis, List<InvariantResult> invariants, List<Coverage.Omission> notLookedAt) {}

    private CommandFrame.Outcome audit(Order order, Stores stores, Progress progress)
            throws SQLException, InterruptedException {
        Outbox.Waited waited = new Outbox(stores, frame.nanos()).await(order.longestWait);
        List<InvariantResult> results = new Audit(stores, order.lots, order.answered).run();
        boolean ok = results.stream().allMatch(InvariantResult::holds);
        results.forEach(result -> print(result, progress));
        List<Coverage.Omission> omissions = new ArrayList<>(Coverage.omissions());
        if (waited.left() > 0) {
            omissions.add(new Coverage.Omission(
                    "whether %,d decisions are in the history: no application server was left to bring them there, and the next one does"
                            .formatted(waited.left()),
                    List.of("bid_decision")));
        }
        omissions.forEach(omission ->
                progress.say("not looked at: " + omission.why() + " (" + String.join(", ", omission.where()) + ")"));
        progress.say(ok ? "Nothing was lost or invented." : "The audit found violations.");
        return new CommandFrame.Outcome(new Report(ok, waited.millis(), results, omissions), ok);
    }

    private static void print(InvariantResult result, Progress progress) {
        String verdict = result.holds() ? "" : "  %,d VIOLATIONS".formatted(result.violations());
        progress.say("%-28s %,12d checked %s".formatted(result.name(), result.checked(), verdict));
        result.examples().forEach(example -> progress.say("    " + example));
    }
}
