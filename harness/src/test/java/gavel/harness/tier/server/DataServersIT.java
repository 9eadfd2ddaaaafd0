package gavel.harness.tier.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.collect.InstanceUse;
import gavel.harness.collect.ProcCollector;
import gavel.harness.deployment.Deployment;
import gavel.harness.host.HostProcess;
import gavel.harness.host.Timekeeper;
import gavel.harness.tier.RealServers;
import gavel.harness.tier.TierRig;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every real data server that is installed here, started together, used, watched, stopped and started again. */
class DataServersIT {
    private static final Timekeeper TIME = Timekeeper.system();
    private static final Duration GRACE = Duration.ofSeconds(15);

    @TempDir
    Path home;

    private Deployment deployment;

    @AfterEach
    void close() {
        RealServers.stop(deployment, GRACE);
    }

    private void deploy(Program database) {
        List<String> settings = new ArrayList<>();
        if (RealServers.installed(home, database)) {
            settings.add("relational.implementation=" + database.name().toLowerCase(Locale.ROOT));
        }
        if (database == Program.POSTGRESQL
                && RealServers.installed(home, Program.RABBITMQ)
                && RealServers.installed(home, Program.PORT_MAPPER)) {
            settings.add("broker.implementation=rabbitmq");
        }
        Assumptions.assumeFalse(settings.isEmpty(), "no data server is installed here");
        deployment = RealServers.deploy(home, TierRig.configuration(settings.toArray(String[]::new)));
    }

    private DataServers start(DataServers before) throws Exception {
        DataServers servers = before.started(deployment, TIME);
        servers.awaitReady(TIME);
        return servers;
    }

    @Test
    void theyServeAreWatchedStopInGoodOrderAndKeepTheirData() throws Exception {
        deploy(Program.POSTGRESQL);
        DataServers servers = start(DataServers.NONE);
        List<String> tiers = new ArrayList<>(servers.versions().keySet());

        assertThat(DataServers.found(deployment, servers.processes()).versions())
                .isEqualTo(servers.versions());
        watched(servers);
        if (tiers.contains("relational")) {
            durableAndLocked();
        }
        nobodyIsRoot(servers);
        noLogTellsTheToken();

        assertThat(servers.processes())
                .allMatch(process -> process.stop(GRACE), "ends by itself")
                .noneMatch(HostProcess::alive);
        assertThat(deployment.host().recorded()).isEmpty();
        assertThat(deployment.host().portFree(deployment.ports().database())).isTrue();
        assertThat(deployment.host().portFree(deployment.ports().broker())).isTrue();

        if (tiers.contains("relational")) {
            try (Connection again = afterRestart();
                    Statement statement = again.createStatement()) {
                assertThat(shown(statement, "SELECT what FROM kept")).isEqualTo("still here");
            }
            assertThat(Files.readString(deployment.directory().log("postgresql")))
                    .as("a clean stop needs no recovery")
                    .doesNotContain("was not properly shut down");
        }
    }

    @Test
    void mariaDbKnowsTheApplicationAloneAndKeepsItsData() throws Exception {
        deploy(Program.MARIADB);
        DataServers servers = start(DataServers.NONE);
        String url = "jdbc:mariadb://127.0.0.1:" + deployment.ports().database() + "/gavel";
        String password = deployment.secrets().database();

        assertThat(DataServers.found(deployment, servers.processes()).versions())
                .isEqualTo(servers.versions());
        assertThat(servers.versions().get("relational")).matches("MariaDB \\d+\\..*");
        nobodyIsRoot(servers);
        for (String stranger : List.of("root", "", "gavel")) {
            assertThatThrownBy(() -> DriverManager.getConnection(url, stranger, "wrong"))
                    .hasMessageContaining("Access denied");
        }
        try (Connection connection = DriverManager.getConnection(url, "gavel", password);
                Statement statement = connection.createStatement();
                ProcCollector collector = ProcCollector.start(servers.instances(), TIME, System::nanoTime)) {
            collector.beginMeasurement();
            statement.execute("CREATE TABLE kept AS SELECT 'still here' AS what");
            statement.execute("INSERT INTO kept VALUES ('and more')");
            collector.endMeasurement();
            assertThat(collector.collected().problems()).isEmpty();
            var use = collector.collected().instances().getFirst().database();
            assertThat(use.version()).startsWith("MariaDB ");
            assertThat(use.settings())
                    .containsEntry("innodb_flush_log_at_trx_commit", "1")
                    .containsEntry("log_bin", "OFF");
            assertThat(use.deltas().get("commits")).isPositive();
        }

        assertThat(servers.processes())
                .allMatch(process -> process.stop(GRACE), "ends by itself")
                .noneMatch(HostProcess::alive);
        MariaDb.start(deployment, TIME);
        try (Connection again = DriverManager.getConnection(url, "gavel", password);
                Statement statement = again.createStatement()) {
            assertThat(shown(statement, "SELECT count(*) FROM kept")).isEqualTo("2");
        }
        assertThat(Files.readString(deployment.directory().log("mariadb"))).doesNotContain("crash recovery");
    }

    private Connection afterRestart() throws Exception {
        PostgreSql.start(deployment, TIME);
        return connect("gavel", deployment.secrets().database());
    }

    private void watched(DataServers servers) throws IOException, InterruptedException {
        try (ProcCollector collector = ProcCollector.start(servers.instances(), TIME, System::nanoTime)) {
            collector.beginMeasurement();
            collector.endMeasurement();
            assertThat(collector.collected().problems()).isEmpty();
            for (InstanceUse use : collector.collected().instances().stream()
                    .filter(each -> !each.name().equals(RabbitMq.PORT_MAPPER))
                    .toList()) {
                if (use.tier().equals("broker")) {
                    int port = deployment.ports().rabbit().nodes().getFirst().statistics();
                    RealServers.guarded(
                            URI.create("http://127.0.0.1:" + port + "/metrics/per-object"),
                            deployment.directory().settings(use.name() + ".conf"));
                    assertThat(use.server().version()).startsWith("RabbitMQ ");
                    assertThat(use.server().deltas()).containsEntry("received", 0L);
                    assertThat(use.server().most().get("memoryBytes")).isGreaterThan(50L << 20);
                    assertThat(use.server().most().get("memoryLimitBytes"))
                            .isEqualTo(deployment.sizing().brokerMemory() << 20);
                } else {
                    assertThat(use.database().version()).startsWith("PostgreSQL ");
                    assertThat(use.database().settings()).containsEntry("fsync", "on");
                }
            }
        }
    }

    private void durableAndLocked() throws SQLException {
        assertThatThrownBy(() -> connect("postgres", "wrong")).hasMessageContaining("password authentication failed");
        try (Connection connection = connect("gavel", deployment.secrets().database());
                Statement statement = connection.createStatement()) {
            assertThat(shown(statement, "SHOW synchronous_commit")).isEqualTo("on");
            assertThat(shown(statement, "SHOW shared_buffers"))
                    .isEqualTo(deployment.sizing().sharedBuffers() + "MB");
            assertThat(shown(statement, "SELECT rolsuper FROM pg_roles WHERE rolname = current_user"))
                    .isEqualTo("f");
            statement.execute("CREATE TABLE kept AS SELECT 'still here' AS what");
        }
    }

    private void noLogTellsTheToken() throws IOException {
        Path log = deployment.directory().log("rabbitmq1");
        assertThat(Files.exists(log) ? Files.readString(log) : "")
                .doesNotContain(deployment.secrets().statistics("rabbitmq1"));
    }

    /** A process in a user namespace of its own has none of root's rights outside. */
    private static void nobodyIsRoot(DataServers servers) throws Exception {
        for (HostProcess process : servers.processes()) {
            assertThat(Files.readAllLines(Path.of("/proc", Long.toString(process.pid()), "status")))
                    .as(process.name())
                    .contains("CapEff:\t0000000000000000");
        }
    }

    private Connection connect(String user, String password) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://127.0.0.1:" + deployment.ports().database() + "/gavel", user, password);
    }

    private static String shown(Statement statement, String query) throws SQLException {
        try (ResultSet row = statement.executeQuery(query)) {
            row.next();
            return row.getString(1);
        }
    }
}
