package gavel.auction.testing;

import gavel.auction.testing.EmbeddedServices.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.springframework.util.FileSystemUtils;

/**
 * A MariaDB of this machine's package with data and a port of its own, on the loopback only. Ready after about 3 s; ends with the JVM at
 * the latest. The one all tests of a JVM share does not wait for the disk.
 */
public final class MariaDbServer implements AutoCloseable {
    private static final Path PROGRAM = Path.of("/usr/sbin/mariadbd");
    private static final Path CREATION = Path.of("/usr/bin/mariadb-install-db");
    private static final String USER = "gavel";
    private static final String PASSWORD = "gavel";
    private static final Duration LONGEST_START = Duration.ofSeconds(60);
    private static final AtomicInteger NAMES = new AtomicInteger();

    private static MariaDbServer shared;

    private final Path directory;
    private final int port;
    private final Process server;

    private MariaDbServer(String... settings) throws IOException, InterruptedException {
        port = EmbeddedServices.freePort();
        directory = Files.createTempDirectory("gavel-mariadb");
        Process creation = launch(
                CREATION.toString(),
                "--no-defaults",
                "--datadir=" + directory.resolve("data"),
                "--skip-test-db",
                "--auth-root-authentication-method=normal");
        if (!creation.waitFor(LONGEST_START.toSeconds(), TimeUnit.SECONDS) || creation.exitValue() != 0) {
            throw new IOException("MariaDB's data could not be made:\n" + log());
        }
        Path first = Files.writeString(
                directory.resolve("first.sql"),
                "create user '%s'@'%%' identified by '%s';\ngrant all on *.* to '%s'@'%%';\n"
                        .formatted(USER, PASSWORD, USER));
        List<String> command = new ArrayList<>(List.of(
                PROGRAM.toString(),
                "--no-defaults",
                "--datadir=" + directory.resolve("data"),
                "--init-file=" + first,
                "--bind-address=127.0.0.1",
                "--port=" + port,
                "--socket=socket",
                "--pid-file=" + directory.resolve("pid"),
                "--tmpdir=" + directory,
                "--skip-name-resolve",
                "--innodb-ft-min-token-size=1"));
        command.addAll(List.of(settings));
        server = launch(command.toArray(String[]::new));
        Runtime.getRuntime().addShutdownHook(new Thread(this::close, "mariadb-at-exit"));
        try {
            Awaitility.await("MariaDB takes connections")
                    .atMost(LONGEST_START)
                    .pollInterval(Duration.ofMillis(100))
                    .until(this::takesConnections);
        } catch (RuntimeException e) {
            throw new IOException("MariaDB did not start:\n" + log(), e);
        }
    }

    /** The test is skipped, loudly, where there is no MariaDB. */
    public static synchronized MariaDbServer shared() {
        boolean installed = Files.isExecutable(PROGRAM) && Files.isExecutable(CREATION);
        if (!installed) {
            System.err.println("NOT RUN: needs MariaDB in " + PROGRAM + " (package mariadb-server)");
        }
        Assumptions.assumeTrue(installed, "MariaDB is not installed in " + PROGRAM);
        try {
            shared = shared == null ? new MariaDbServer("--innodb-flush-log-at-trx-commit=0") : shared;
            return shared;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** A new one that waits for the disk at each commit. */
    public static MariaDbServer durable() throws IOException, InterruptedException {
        return new MariaDbServer("--innodb-buffer-pool-size=256M", "--innodb-log-file-size=512M");
    }

    public long pid() {
        return server.pid();
    }

    /** An empty database of its own for the caller. */
    public TestDatabase database() {
        String name = "maria_" + NAMES.incrementAndGet();
        try (Connection connection = connect();
                var statement = connection.createStatement()) {
            statement.execute("create database " + name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return new TestDatabase("jdbc:mariadb://127.0.0.1:" + port + "/" + name, USER, PASSWORD);
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:mariadb://127.0.0.1:" + port + "/", USER, PASSWORD);
    }

    private boolean takesConnections() {
        try {
            connect().close();
            return true;
        } catch (SQLException expected) {
            return false;
        }
    }

    /** In a user namespace of its own where this process is root, as the server refuses to be root. */
    private Process launch(String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        if ("root".equals(System.getProperty("user.name"))) {
            command.addAll(List.of("unshare", "--user", "--"));
        }
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(ProcessBuilder.Redirect.appendTo(logFile().toFile()))
                .start();
    }

    private Path logFile() {
        return directory.resolve("log");
    }

    private String log() throws IOException {
        return Files.readString(logFile());
    }

    @Override
    public void close() {
        server.destroyForcibly();
        try {
            server.waitFor();
            FileSystemUtils.deleteRecursively(directory);
        } catch (IOException e) {
            System.err.println("MariaDB's files could not be deleted: " + e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
