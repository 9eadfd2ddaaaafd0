package gavel.auction.dataset;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import com.mongodb.MongoException;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import gavel.auction.Command;
import gavel.auction.dataset.load.LoadFailedException;
import gavel.auction.dataset.stores.Progress;
import gavel.auction.dataset.stores.RefusedException;
import gavel.auction.dataset.stores.Stores;
import gavel.auction.settings.SettingsException;
import gavel.auction.settings.SettingsFile;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.function.LongSupplier;
import org.flywaydb.core.api.FlywayException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/** What the commands on a data set have in common: settings, stores, progress, report, and an exit code for each way to fail. */
public final class CommandFrame {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final PrintStream out;
    private final PrintStream err;
    private final LongSupplier nanos;

    public CommandFrame(PrintStream out, PrintStream err, LongSupplier nanos) {
        this.out = out;
        this.err = err;
        this.nanos = nanos;
    }

    /** Of a process on a terminal. */
    public static CommandFrame ofProcess() {
        return new CommandFrame(System.out, System.err, System::nanoTime);
    }

    /** The clock that measures how long something takes. */
    public LongSupplier nanos() {
        return nanos;
    }

    /** The arguments, read and checked. */
    public interface Reading<A> {
        A read() throws IOException;
    }

    /** What a command does; the outcome becomes the report. */
    public interface Work<A> {
        Outcome run(A arguments, Stores stores, Progress progress)
                throws SQLException, IOException, InterruptedException;
    }

    /**
     * @param report a record, written as JSON where {@code --report} says
     * @param good whether nothing was found wrong
     */
    public record Outcome(Object report, boolean good) {}

    public <A> int run(CommandLine line, Reading<A> reading, Work<A> work) throws IOException {
        A arguments = reading.read();
        line.check();
        SettingsFile file = SettingsFile.read(Path.of(line.value("config").orElse("")));
        try (Stores stores = Stores.open(file.settings());
                Progress progress = new Progress(out, nanos)) {
            stores.migrate();
            Outcome outcome = work.run(arguments, stores, progress);
            if (line.value("report").isPresent()) {
                Files.writeString(
                        Path.of(line.value("report").get()), JSON.writeValueAsString(outcome.report()) + "\n");
            }
            return outcome.good() ? Command.GOOD : Command.VIOLATION;
        } catch (SQLException | FlywayException | PoolInitializationException e) {
            return failed("The database failed: ", e);
        } catch (MongoException e) {
            return failed("The document store failed: ", e);
        } catch (LoadFailedException e) {
            return failed("A store failed, run the command again to go on: ", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return failed("Interrupted: ", e);
        }
    }

    /** Runs a command whose arguments may be wrong. */
    public int guarded(Guarded command) {
        quietenLibraries();
        try {
            return command.run();
        } catch (SettingsException | RefusedException e) {
            err.println(e.getMessage());
            return Command.BAD_ARGUMENTS;
        } catch (IOException | UncheckedIOException e) {
            return failed("A file could not be read or written: ", e);
        }
    }

    /** A command after its name. */
    public interface Guarded {
        int run() throws IOException;
    }

    void say(String line) {
        out.println(line);
    }

    void complain(String line) {
        err.println(line);
    }

    private static void quietenLibraries() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext loggers) {
            loggers.getLogger(Logger.ROOT_LOGGER_NAME).setLevel(Level.WARN);
        }
    }

    private int failed(String what, Exception e) {
        err.println(what + e.getMessage());
        return Command.SERVICE_FAILED;
    }
}
