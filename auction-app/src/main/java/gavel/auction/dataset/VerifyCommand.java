package gavel.auction.dataset;

import gavel.auction.Command;
import gavel.auction.dataset.stores.DataSetRecord;
import gavel.auction.dataset.stores.Progress;
import gavel.auction.dataset.stores.Stores;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/** {@code verify}: counts everything against what the load recorded. */
public final class VerifyCommand implements Command {
    private static final Set<String> OPTIONS = Set.of("config", "report");

    private final CommandFrame frame;

    public VerifyCommand() {
        this(CommandFrame.ofProcess());
    }

    VerifyCommand(CommandFrame frame) {
        this.frame = frame;
    }

    @Override
    public String name() {
        return "verify";
    }

    @Override
    public int run(String[] args) {
        return frame.guarded(() -> {
            CommandLine line = new CommandLine(args, OPTIONS);
            return frame.run(line, () -> line.required("config"), (_, stores, progress) -> verify(stores, progress));
        });
    }

    /** The report. */
    record Report(boolean ok, List<Verification.Count> counts) {}

    private static CommandFrame.Outcome verify(Stores stores, Progress progress) throws SQLException {
        List<Verification.Count> counts = new Verification(stores, DataSetRecord.require(stores)).counts();
        boolean ok = counts.stream().allMatch(Verification.Count::exact);
        for (Verification.Count count : counts) {
            progress.say(count.line());
        }
        progress.say(ok ? "The data set is complete." : "The data set is not what was loaded: run the command reset.");
        return new CommandFrame.Outcome(new Report(ok, counts), ok);
    }
}
