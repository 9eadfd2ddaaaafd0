package gavel.auction.dataset;

import gavel.auction.Command;
import gavel.auction.dataset.load.ExpectedCounts;
import gavel.auction.dataset.load.Loading;
import gavel.auction.dataset.plan.DataSetPlan;
import gavel.auction.dataset.plan.DataSetSpec;
import gavel.auction.dataset.plan.DataSetSpec.ImageProfile;
import gavel.auction.dataset.plan.LotTiming;
import gavel.auction.dataset.stores.DataSetRecord;
import gavel.auction.dataset.stores.LiveNodes;
import gavel.auction.dataset.stores.Progress;
import gavel.auction.dataset.stores.RefusedException;
import gavel.auction.dataset.stores.Stores;
import gavel.auction.settings.Settings;
import gavel.auction.settings.SettingsFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/** {@code load}: makes the data set, or goes on with one that was interrupted. */
public final class LoadCommand implements Command {
    private static final Set<String> OPTIONS = Set.of("config", "report", "users", "seed", "images", "password-file");

    private final CommandFrame frame;
    private final InstantSource instants;

    public LoadCommand() {
        this(CommandFrame.ofProcess(), InstantSource.system());
    }

    LoadCommand(CommandFrame frame, InstantSource instants) {
        this.frame = frame;
        this.instants = instants;
    }

    @Override
    public String name() {
        return "load";
    }

    @Override
    public int run(String[] args) {
        return frame.guarded(() -> {
            CommandLine line = new CommandLine(args, OPTIONS);
            return frame.run(line, () -> read(line), this::load);
        });
    }

    /** What is to be loaded. */
    private record Order(int users, long seed, ImageProfile images, String password, Settings settings) {}

    private static Order read(CommandLine line) throws IOException {
        String config = line.required("config");
        int users = (int) line.number("users", 1, 10_000_000);
        long seed = line.number("seed", Long.MIN_VALUE, Long.MAX_VALUE);
        ImageProfile images = imageProfile(line);
        line.required("password-file");
        List<Path> passwords = line.readable("password-file");
        line.check();
        String password = Files.readString(passwords.getLast()).strip();
        if (password.isEmpty()) {
            line.problem("--password-file must hold a password: " + passwords.getLast());
        }
        line.check();
        return new Order(
                users,
                seed,
                images,
                password,
                SettingsFile.read(Path.of(config)).settings());
    }

    private static ImageProfile imageProfile(CommandLine line) {
        String word = line.value("images").orElse("small");
        Optional<ImageProfile> profile = Arrays.stream(ImageProfile.values())
                .filter(each -> each.word().equals(word))
                .findFirst();
        if (profile.isEmpty()) {
            line.problem("--images must be small or photo: " + word);
        }
        return profile.orElse(ImageProfile.SMALL);
    }

    /**
     * The report.
     *
     * @param counts of all there is: another process that only counts would take longer to start than to count
     */
    record Report(
            int users,
            long seed,
            String images,
            double seconds,
            Map<String, Long> rows,
            Map<String, Long> documents,
            long bytes,
            List<Verification.Count> counts) {}

    private CommandFrame.Outcome load(Order order, Stores stores, Progress progress) throws SQLException {
        DataSetRecord record =
                DataSetRecord.read(stores).map(found -> accepted(found, order)).orElse(null);
        boolean complete = record != null && record.finished() && Loading.documentsPresent(stores, record);
        if (!complete) {
            // What is whole is left alone, whoever uses it: who brings a deployment up a second time loads again.
            LiveNodes.refuse(stores, name());
        }
        if (record == null) {
            record = newRecord(order);
            record.write(stores);
        }
        Loading loading = new Loading(stores, record, progress);
        if (!complete) {
            loading.run(Runtime.getRuntime().availableProcessors());
        }
        Report report = new Report(
                order.users,
                order.seed,
                order.images.word(),
                progress.elapsed().toMillis() / 1000.0,
                loading.rows(),
                complete ? Map.of() : loading.documents(),
                loading.bytes(),
                new Verification(stores, record).counts());
        String people = order.users + (order.users == 1 ? " user" : " users");
        progress.say(
                complete
                        ? "The data set for " + people + " is there already."
                        : "Loaded the data set for %s in %.1f s: %,d bids, %,d items, %,d pictures in %,d files of %.1f MB."
                                .formatted(
                                        people,
                                        report.seconds,
                                        record.expected().get("bid_decision"),
                                        record.expected().get("item"),
                                        record.expected().get("image"),
                                        record.expected().get("image_bytes"),
                                        report.bytes / 1e6));
        // One that was there already may have been used since.
        return new CommandFrame.Outcome(report, complete || Verification.exact(report.counts, progress));
    }

    private DataSetRecord newRecord(Order order) {
        Settings.Lots lots = order.settings.lots();
        var now = instants.instant().truncatedTo(ChronoUnit.MILLIS);
        DataSetSpec spec = new DataSetSpec(
                order.users,
                order.seed,
                order.images,
                new LotTiming(lots.lastCallAfter(), lots.closeAfter()),
                now,
                now);
        String hash = encoder(order.settings).encode(order.password);
        return new DataSetRecord(spec, hash, ExpectedCounts.of(new DataSetPlan(spec)), false);
    }

    /** Data are never deleted because a parameter changed. */
    private static DataSetRecord accepted(DataSetRecord found, Order order) {
        DataSetSpec spec = found.spec();
        if (spec.users() != order.users || spec.seed() != order.seed || spec.images() != order.images) {
            throw new RefusedException(
                    "The database holds a data set with users %d, seed %d, images %s, but users %d, seed %d, images %s are asked for. Use an empty database, or ask for what is there."
                            .formatted(
                                    spec.users(),
                                    spec.seed(),
                                    spec.images().word(),
                                    order.users,
                                    order.seed,
                                    order.images.word()));
        }
        if (!encoder(order.settings).matches(order.password, found.passwordHash())) {
            throw new RefusedException(
                    "The accounts of the data set have another password than the one in --password-file: use the file the load began with.");
        }
        return found;
    }

    private static BCryptPasswordEncoder encoder(Settings settings) {
        return new BCryptPasswordEncoder(settings.sessions().bcryptCost());
    }
}
