package gavel.harness.embedded;

import gavel.harness.file.Directories;
import gavel.harness.file.ForeignText;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A real PostgreSQL server. Every role has a password from its first moment, and only SCRAM is accepted. */
final class EmbeddedDatabase implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";
    private static final Duration STARTUP = Duration.ofSeconds(60);
    private static final int TOLD_LINES = 8;
    private static final String ONLY = "scram-sha-256";
    private final EmbeddedPostgres server;
    private final Path directory;
    private final String version;

    private EmbeddedDatabase(EmbeddedPostgres server, Path directory, String version) {
        this.server = server;
        this.directory = directory;
        this.version = version;
    }

    static EmbeddedDatabase start(EmbeddedSpec services) throws IOException, SQLException {
        EmbeddedSpec.Database spec = services.database();
        Files.createDirectories(spec.dataPath().getParent());
        // Of an earlier process: the broker and the documents that belonged to it ended with that.
        if (Files.exists(spec.dataPath())) {
            Directories.delete(spec.dataPath());
        }
        Files.createDirectories(Path.of(spec.binaries()));
        Path log = Path.of(spec.log());
        Files.createDirectories(log.getParent());
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder()
                .setPort(spec.port())
                .setDataDirectory(spec.dataPath())
                .setOverrideWorkingDirectory(Path.of(spec.binaries()).toFile())
                .setCleanDataDirectory(false)
                .setRegisterShutdownHook(false)
                .setPGStartupWait(STARTUP)
                .setConnectConfig("password", spec.password())
                .setOutputRedirector(Redirect.appendTo(log.toFile()))
                .setErrorRedirector(Redirect.appendTo(log.toFile()));
        spec.settings().forEach(builder::setServerConfig);
        // The loopback too: from there it is made ready.
        builder.setServerConfig(
                "listen_addresses", String.join(",", new LinkedHashSet<>(List.of(LOOPBACK, services.address()))));
        EmbeddedPostgres server = closed(builder, spec, log);
        try {
            return new EmbeddedDatabase(server, spec.dataPath(), secured(server, services));
        } catch (IOException | SQLException | RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /**
     * Starts it with a password. One that is set later would be too late: until then anybody on this machine could connect as the superuser, and
     * would stay connected.
     */
    private static EmbeddedPostgres closed(EmbeddedPostgres.Builder builder, EmbeddedSpec.Database spec, Path log)
            throws IOException {
        // For its owner alone.
        Path password = Files.createTempFile(spec.dataPath().getParent(), "password", "");
        try {
            Files.writeString(password, spec.password());
            // Options of initdb. It is told to trust before, and the last word counts.
            builder.setLocaleConfig("auth", ONLY).setLocaleConfig("pwfile", password.toString());
            return started(builder, log);
        } finally {
            Files.delete(password);
        }
    }

    /** What the server or the maker of its files says stands in their log, and explains more than their end. */
    private static EmbeddedPostgres started(EmbeddedPostgres.Builder builder, Path log) throws IOException {
        try {
            return builder.start();
        } catch (IOException | IllegalStateException e) {
            throw new IOException(
                    "the database does not start:\n" + String.join("\n", ForeignText.tail(log, TOLD_LINES)), e);
        }
    }

    private static String secured(EmbeddedPostgres server, EmbeddedSpec services) throws SQLException, IOException {
        EmbeddedSpec.Database spec = services.database();
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            String password = spec.password().replace("'", "''");
            statement.execute("SET password_encryption = '" + ONLY + "'");
            // Whatever the configuration wants in its log, which goes into the result.
            statement.execute("SET log_min_messages = 'panic'");
            statement.execute("CREATE ROLE " + spec.username() + " LOGIN PASSWORD '" + password + "'");
            statement.execute("GRANT pg_monitor TO " + spec.username());
            statement.execute("CREATE DATABASE " + spec.name() + " OWNER " + spec.username());
            String kind = services.identity() == null ? "host" : "hostssl";
            Files.writeString(
                    spec.dataPath().resolve("pg_hba.conf"),
                    Stream.of(LOOPBACK + "/32", services.network())
                            .map(network -> kind + " all all " + network + " " + ONLY + "\n")
                            .collect(Collectors.joining()));
            statement.execute("SELECT pg_reload_conf()");
            try (ResultSet row = statement.executeQuery("SHOW server_version")) {
                row.next();
                return row.getString(1);
            }
        }
    }

    String version() {
        return version;
    }

    /** The first process of the server: all others are its children. */
    long pid() throws IOException {
        return Long.parseLong(Files.readAllLines(directory.resolve("postmaster.pid"))
                .getFirst()
                .trim());
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
