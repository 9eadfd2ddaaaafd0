package gavel.auction.dataset;

import gavel.auction.Command;
import gavel.auction.dataset.load.Loading;
import gavel.auction.dataset.load.Resetting;
import gavel.auction.dataset.stores.DataSetRecord;
import gavel.auction.dataset.stores.LiveNodes;
import gavel.auction.dataset.stores.Progress;
import gavel.auction.dataset.stores.RefusedException;
import gavel.auction.dataset.stores.Stores;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code reset}: returns a used set to its loaded state, with the running lots in mid-life now. */
public final class ResetCommand implements Command {
    private static final Set<String> OPTIONS = Set.of("config", "report");

    private final CommandFrame frame;
    private final InstantSource instants;

    public ResetCommand() {
        this(CommandFrame.ofProcess(), InstantSource.system());
    }

    ResetCommand(CommandFrame frame, InstantSource instants) {
        this.frame = frame;
        this.instants = instants;
    }

    @Override
    public String name() {
        return "reset";
    }

    @Override
    public int run(String[] args) {
        return frame.guarded(() -> {
            CommandLine line = new CommandLine(args, OPTIONS);
            return frame.run(line, () -> line.required("config"), (_, stores, progress) -> reset(stores, progress));
        });
    }

    /**
     * The report.
     *
     * @param counts of all there is now
     */
    record Report(
            double seconds,
            int users,
            Map<String, Long> deleted,
            Map<String, Long> expected,
            List<Verification.Count> counts) {}

    private CommandFrame.Outcome reset(Stores stores, Progress progress) throws SQLException, IOException {
        DataSetRecord before = DataSetRecord.require(stores);
        LiveNodes.refuse(stores, name());
        if (!Loading.documentsPresent(stores, before)) {
            progress.say(
                    "The document store has lost the data set: run the command load again, it writes what is missing.");
            return new CommandFrame.Outcome(
                    new VerifyCommand.Report(false, new Verification(stores, before).counts()), false);
        }
        Instant now = instants.instant().truncatedTo(ChronoUnit.MILLIS);
        if (now.isBefore(before.spec().loadedAt())) {
            throw new RefusedException("The clock says " + now + ", but the data set was loaded at "
                    + before.spec().loadedAt() + ": set the clock, or load into an empty database.");
        }
        Resetting resetting = new Resetting(stores, before, progress);
        DataSetRecord after = resetting.run(now);
        Report report = new Report(
                progress.elapsed().toMillis() / 1000.0,
                after.spec().users(),
                resetting.deleted(),
                after.expected(),
                new Verification(stores, after).counts());
        progress.say("Reset the data set for %d %s in %.1f s."
                .formatted(report.users, report.users == 1 ? "user" : "users", report.seconds));
        return new CommandFrame.Outcome(report, Verification.exact(report.counts, progress));
    }
}
