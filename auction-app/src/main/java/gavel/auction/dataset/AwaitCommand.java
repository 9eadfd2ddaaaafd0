package gavel.auction.dataset;

import com.mongodb.MongoException;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import gavel.auction.Command;
import gavel.auction.dataset.stores.DataSetRecord;
import gavel.auction.dataset.stores.Stores;
import gavel.auction.settings.Settings;
import gavel.auction.settings.SettingsFile;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.bson.Document;

/**
 * {@code await}: ends well once the stores answer, or once they hold a whole data set. It is for platforms that start containers in no order: a
 * container that ends at its first try would be started again later and later.
 */
public final class AwaitCommand implements Command {
    private static final Set<String> OPTIONS = Set.of("config", "for", "wait");
    private static final Set<String> THINGS = Set.of("stores", "data-set");
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final long BETWEEN_TRIES = 1_000;

    private final CommandFrame frame;

    public AwaitCommand() {
        this(CommandFrame.ofProcess());
    }

    AwaitCommand(CommandFrame frame) {
        this.frame = frame;
    }

    @Override
    public String name() {
        return "await";
    }

    @Override
    public int run(String[] args) {
        return frame.guarded(() -> await(new CommandLine(args, OPTIONS)));
    }

    private int await(CommandLine line) throws IOException {
        String config = line.required("config");
        String thing = line.value("for").orElse("stores");
        if (!THINGS.contains(thing)) {
            line.problem("--for must be stores or data-set: " + thing);
        }
        Duration wait = line.duration("wait", LONGEST);
        line.check();
        Settings settings = SettingsFile.read(Path.of(config)).settings();
        long end = frame.nanos().getAsLong() + wait.toNanos();
        String told = "";
        try {
            while (true) {
                Optional<String> missing = missing(settings, thing.equals("data-set"));
                if (missing.isEmpty()) {
                    return GOOD;
                }
                if (frame.nanos().getAsLong() - end > 0) {
                    frame.complain("Not there after " + wait.toSeconds() + " s: " + missing.get());
                    return SERVICE_FAILED;
                }
                if (!told.equals(missing.get())) {
                    told = missing.get();
                    frame.say("Waiting: " + told);
                }
                Thread.sleep(BETWEEN_TRIES);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return SERVICE_FAILED;
        }
    }

    private static Optional<String> missing(Settings settings, boolean dataSet) {
        try (Stores stores = Stores.open(settings);
                Connection connection = stores.connection()) {
            stores.documents().runCommand(new Document("ping", 1));
            return dataSet && !loaded(connection) ? Optional.of("there is no whole data set yet") : Optional.empty();
        } catch (PoolInitializationException | SQLException e) {
            return Optional.of("the database does not answer: " + e.getMessage());
        } catch (MongoException e) {
            return Optional.of("the document store does not answer: " + e.getMessage());
        }
    }

    private static boolean loaded(Connection connection) throws SQLException {
        try (ResultSet table = connection.getMetaData().getTables(connection.getCatalog(), null, "data_set", null)) {
            if (!table.next()) {
                return false;
            }
        }
        return DataSetRecord.read(connection).filter(DataSetRecord::finished).isPresent();
    }
}
