package gavel.auction.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.Command;
import gavel.auction.dataset.stores.Stores;
import gavel.auction.settings.SettingsFile;
import gavel.auction.testing.EmbeddedServices;
import gavel.auction.testing.EmbeddedServices.TestDatabase;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Stores of its own for a test, and the commands that work on them, run in this process as a user would. */
public final class LoadedSet {
    public static final Instant LOADED = Instant.parse("2026-03-31T23:50:00Z");

    /** Loaded once in a JVM for all that are copied, and used by nobody. */
    private static TestDatabase original;

    private final Path directory;
    private final Path settings;
    private final AtomicReference<Instant> now = new AtomicReference<>(LOADED);
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    public LoadedSet(Path directory) throws IOException {
        this(directory, "");
    }

    /** @param more settings below {@code gavel} */
    public LoadedSet(Path directory, String more) throws IOException {
        this(directory, EmbeddedServices.database(), more);
    }

    /** @param database empty, and of whatever kind */
    public LoadedSet(Path directory, TestDatabase database, String more) throws IOException {
        this.directory = directory;
        this.settings = Files.writeString(directory.resolve("settings.yaml"), """
                gavel:
                  database: {url: "%s", username: %s, password: "%s"}
                  documents: {uri: "%s"}
                %s
                """.formatted(
                        database.url(),
                        database.username(),
                        database.password(),
                        EmbeddedServices.documentsUri(documents(database)),
                        more));
        Files.writeString(directory.resolve("password"), "correct horse\n");
    }

    private static String documents(TestDatabase database) {
        return "set_" + database.name();
    }

    /** One like {@link #loaded()}: a copy, where copies can be made. Nothing has been said or reported of it. */
    public static LoadedSet copied(Path directory) throws IOException {
        if (!EmbeddedServices.copies()) {
            return new LoadedSet(directory).loaded();
        }
        if (original == null) {
            TestDatabase made = EmbeddedServices.database();
            new LoadedSet(Files.createDirectory(directory.resolve("original")), made, "").loaded();
            original = made;
        }
        TestDatabase copy = EmbeddedServices.copy(original);
        EmbeddedServices.copyDocuments(documents(original), documents(copy));
        return new LoadedSet(directory, copy, "");
    }

    public void setNow(Instant instant) {
        now.set(instant);
    }

    public int load(String... options) {
        return run(
                frame -> new LoadCommand(frame, instants()),
                loadOptions(options).toArray(String[]::new));
    }

    /** Everything {@code load} needs to be told. */
    List<String> loadOptions(String... more) {
        List<String> options = new ArrayList<>(List.of(
                "--config=" + settings,
                "--password-file",
                directory.resolve("password").toString()));
        options.addAll(List.of(more));
        return options;
    }

    /** A small set that is known to load. */
    public LoadedSet loaded() {
        assertThat(load("--users=20", "--seed=3")).as(this::output).isEqualTo(Command.GOOD);
        return this;
    }

    public int reset() {
        return run(frame -> new ResetCommand(frame, instants()));
    }

    public int verify() {
        return run(VerifyCommand::new);
    }

    public int run(Function<CommandFrame, Command> command, String... options) {
        List<String> args = new ArrayList<>(List.of("--config=" + settings, "--report=" + report()));
        args.addAll(List.of(options));
        CommandFrame frame = new CommandFrame(stream(out), stream(err), System::nanoTime);
        return command.apply(frame).run(args.toArray(String[]::new));
    }

    public int await(String... options) {
        List<String> args = new ArrayList<>(List.of("--config=" + settings, "--wait=0s"));
        args.addAll(List.of(options));
        return new AwaitCommand(new CommandFrame(stream(out), stream(err), System::nanoTime))
                .run(args.toArray(String[]::new));
    }

    /** The report the last command wrote. */
    public JsonNode lastReport() throws IOException {
        return JsonMapper.shared().readTree(Files.readString(report()));
    }

    public String output() {
        return out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8);
    }

    public Stores stores() {
        return Stores.open(SettingsFile.read(settings).settings());
    }

    public void sql(String... statements) throws SQLException {
        try (Stores stores = stores();
                Connection connection = stores.connection();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** The first number a query answers; its parameters are instants, in UTC. */
    public long count(String query, Instant... parameters) throws SQLException {
        try (Stores stores = stores();
                Connection connection = stores.connection();
                PreparedStatement statement = connection.prepareStatement(query)) {
            for (int index = 0; index < parameters.length; index++) {
                statement.setObject(index + 1, parameters[index].atOffset(ZoneOffset.UTC));
            }
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getLong(1);
            }
        }
    }

    private InstantSource instants() {
        return now::get;
    }

    private Path report() {
        return directory.resolve("report.json");
    }

    private static PrintStream stream(ByteArrayOutputStream bytes) {
        return new PrintStream(bytes, true, StandardCharsets.UTF_8);
    }
}
