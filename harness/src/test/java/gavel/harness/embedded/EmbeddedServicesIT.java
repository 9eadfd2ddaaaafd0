package gavel.harness.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.collect.metrics.MongoStatistics;
import gavel.harness.collect.metrics.ServerStatistics;
import gavel.harness.platform.local.host.HostProcess;
import gavel.harness.platform.local.host.LocalHost;
import gavel.harness.tier.mongo.MongoCluster;
import gavel.harness.time.Timekeeper;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The child process as the harness starts it, with a real database, broker and document store. */
class EmbeddedServicesIT {
    private static final Timekeeper TIME = Timekeeper.system();
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir
    Path directory;

    private LocalHost host;
    private EmbeddedSpec spec;
    private Path file;
    private Process child;
    private EmbeddedState state;
    private HostProcess database;

    @BeforeEach
    void specify() throws Exception {
        host = new LocalHost(directory);
        spec = new EmbeddedSpec(
                "127.0.0.1",
                "127.0.0.1/32",
                new EmbeddedSpec.Database(
                        freePort(),
                        directory.resolve("data/pg").toString(),
                        Path.of("target/embedded-database").toAbsolutePath().toString(),
                        directory.resolve("pg.log").toString(),
                        "gavel",
                        "gavel",
                        "it's a secret",
                        Map.of(
                                "listen_addresses", "127.0.0.1",
                                "unix_socket_directories", "",
                                "fsync", "on",
                                "synchronous_commit", "on",
                                "max_connections", "30",
                                "shared_buffers", "64MB",
                                "log_statement", "all",
                                "log_min_duration_statement", "0")),
                new EmbeddedSpec.Broker(
                        freePort(), directory.resolve("data/broker").toString(), "gavel", "hidden"),
                new EmbeddedSpec.Documents(
                        freePort(), directory.resolve("data/documents").toString(), "gavel", "unsaid"),
                directory.resolve("state.json").toString(),
                true,
                null);
        file = directory.resolve("spec.json");
        host.put(file, new JsonMapper().writeValueAsString(spec), true);
    }

    private void launch() throws Exception {
        child = process(file);
        boolean[] open = {false};
        assertThat(TIME.await(
                        () -> {
                            open[0] |= letsAnybodyIn();
                            return ready() || !child.isAlive();
                        },
                        LONG))
                .isTrue();
        assertThat(open[0]).as("somebody without a password came in").isFalse();
        assertThat(ready()).as(Files.readString(directory.resolve("child.log"))).isTrue();
        database = host.adopt("postgresql", "relational", state.databasePid());
    }

    private Process process(Path specification) throws IOException {
        return new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Djava.io.tmpdir=" + directory,
                        "-cp",
                        "target/harness.jar",
                        EmbeddedServices.class.getName(),
                        specification.toString()))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("child.log").toFile())
                .start();
    }

    /** Also while it is made ready. */
    private boolean letsAnybodyIn() {
        try (Connection connection = DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:" + spec.database().port() + "/postgres", "postgres", "")) {
            return connection.isValid(1);
        } catch (SQLException refused) {
            return false;
        }
    }

    /** Whether this process has said so, and not one before it, whose file it deletes meanwhile. */
    private boolean ready() {
        try {
            state = new JsonMapper().readValue(Path.of(spec.stateFile()).toFile(), EmbeddedState.class);
            return state.pid() == child.pid();
        } catch (JacksonException notThere) {
            return false;
        }
    }

    @AfterEach
    void end() throws Exception {
        child.getOutputStream().close();
        if (!child.waitFor(30, TimeUnit.SECONDS)) {
            child.destroyForcibly();
        }
    }

    @Test
    void allThreeServeUntilATerminationAndWhoStartsAgainBeginsAnewUntilTheInputEnds() throws Exception {
        launch();
        durableAndLocked();
        assertThat(host.listening(host.address(), spec.broker().port())).isTrue();
        assertThat(host.listening(host.address(), spec.documents().port())).isTrue();
        documentsTellOfThemselves();
        assertThat(directory.resolve("pg.log"))
                .content()
                .contains("CREATE TABLE mine")
                .doesNotContain("s a secret");
        assertThat(database.alive()).isTrue();

        child.toHandle().destroy();

        assertThat(child.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(TIME.await(
                        () -> !host.listening(host.address(), spec.database().port()), LONG))
                .isTrue();
        assertThat(TIME.await(() -> !database.alive(), LONG)).isTrue();

        // A container is started again with what its first process left behind.
        launch();
        durableAndLocked();

        child.getOutputStream().close();

        assertThat(child.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertThat(child.exitValue()).isZero();
        assertThat(database.alive()).isFalse();
        assertThat(host.portFree(spec.database().port())).isTrue();
    }

    /** Both start at once, and what one of them has started the other must not leave behind. */
    @Test
    void aBrokerThatDoesNotStartTakesTheDatabaseWithIt() throws Exception {
        Path broken = directory.resolve("broken.json");
        host.put(broken, Files.readString(file).replace("data/broker", "spec.json"), true);
        Files.writeString(Path.of(spec.stateFile()), "of a process before it");

        child = process(broken);

        assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(child.exitValue()).isEqualTo(3);
        assertThat(directory.resolve("child.log")).content().contains("cannot start: " + file);
        assertThat(Path.of(spec.stateFile())).doesNotExist();
        assertThat(host.portFree(spec.database().port())).isTrue();
    }

    /** Where the machine cannot resolve its own name the store cannot say which machine it is, and refuses. */
    private void documentsTellOfThemselves() throws IOException {
        try {
            InetAddress.getLocalHost();
        } catch (UnknownHostException e) {
            System.err.println("NOT TESTED: serverStatus of the embedded document store: " + e.getMessage());
            return;
        }
        String socket = "127.0.0.1:" + spec.documents().port();
        assertThatThrownBy(() -> new MongoStatistics("mongodb://" + socket, "", "in memory").read(null))
                .hasMessageContaining("may not read them");
        ServerStatistics.Reading reading =
                new MongoStatistics(MongoCluster.uri("unsaid", socket), "", "in memory").read(null);
        assertThat(reading.version()).matches("in memory \\d+\\..*");
        assertThat(reading.gauges().get("open")).isPositive();
    }

    private void durableAndLocked() throws SQLException {
        assertThatThrownBy(() -> connect("postgres", "wrong")).hasMessageContaining("password authentication failed");
        try (Connection connection = connect("gavel", spec.database().password());
                Statement statement = connection.createStatement()) {
            assertThat(shown(statement, "fsync")).isEqualTo("on");
            assertThat(shown(statement, "synchronous_commit")).isEqualTo("on");
            assertThat(shown(statement, "shared_buffers")).isEqualTo("64MB");
            assertThat(shown(statement, "server_version")).isEqualTo(state.databaseVersion());
            statement.execute("CREATE TABLE mine (id int)");
        }
    }

    private Connection connect(String user, String password) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:" + spec.database().port() + "/gavel", user, password);
    }

    private static String shown(Statement statement, String setting) throws SQLException {
        try (ResultSet row = statement.executeQuery("SHOW " + setting)) {
            row.next();
            return row.getString(1);
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            return socket.getLocalPort();
        }
    }
}
