package gavel.harness.tier.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.harness.collect.InstanceUse;
import gavel.harness.deploy.RunningTopology;
import gavel.harness.deployment.Deployment;
import gavel.harness.platform.local.collect.ProcCollector;
import gavel.harness.platform.local.host.HostProcess;
import gavel.harness.tier.RealServers;
import gavel.harness.tier.TierRig;
import gavel.harness.time.Timekeeper;
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
import java.util.Comparator;
import java.util.List;
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

    private void deploy(String database) {
        List<String> settings = new ArrayList<>();
        if (installed("relational.implementation=" + database)) {
            settings.add("relational.implementation=" + database);
            if (database.equals("postgresql")) {
                settings.add("relational.settings=log_statement=all log_min_duration_statement=0");
            }
        }
        if (database.equals("postgresql") && installed("broker.implementation=rabbitmq")) {
            settings.add("broker.implementation=rabbitmq");
        }
        Assumptions.assumeFalse(settings.isEmpty(), "no data server is installed here");
        deployment = RealServers.deploy(home, TierRig.configuration(settings.toArray(String[]::new)));
    }

    private boolean installed(String setting) {
        return RealServers.installed(home, TierRig.configuration(setting));
    }

    /** Those with processes of their own. */
    private RunningTopology start() throws Exception {
        RunningTopology servers = RealServers.running(deployment);
        servers.start(servers.topology().instances().stream()
                .filter(instance -> instance.launch().program() != null)
                .toList());
        return servers;
    }

    private RunningTopology found() {
        RunningTopology servers = RealServers.running(deployment);
        servers.attach();
        return servers;
    }

    private void stop() {
        List<HostProcess> processes =
                new ArrayList<>(RealServers.host(deployment).recorded());
        // The nodes tell their port mapper that they leave.
        processes.sort(Comparator.comparing(process -> process.name().equals("rabbitmq-epmd")));
        assertThat(processes)
                .isNotEmpty()
                .allMatch(process -> process.stop(GRACE), "ends by itself")
                .noneMatch(HostProcess::alive);
    }

    @Test
    void theyServeAreWatchedStopInGoodOrderAndKeepTheirData() throws Exception {
        deploy("postgresql");
        RunningTopology servers = start();
        List<String> tiers = new ArrayList<>(servers.versions().keySet());

        assertThat(found().versions()).isEqualTo(servers.versions());
        watched(servers);
        if (tiers.contains("relational")) {
            durableAndLocked();
        }
        nobodyIsRoot();
        noLogTellsASecret();

        stop();
        assertThat(RealServers.host(deployment).recorded()).isEmpty();
        assertThat(RealServers.host(deployment).portFree(deployment.ports().database()))
                .isTrue();
        assertThat(RealServers.host(deployment).portFree(deployment.ports().broker()))
                .isTrue();

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
        deploy("mariadb");
        RunningTopology servers = start();
        String url = "jdbc:mariadb://127.0.0.1:" + deployment.ports().database() + "/gavel";
        String password = deployment.secrets().database();

        assertThat(found().versions()).isEqualTo(servers.versions());
        assertThat(servers.versions().get("relational")).matches("MariaDB \\d+\\..*");
        nobodyIsRoot();
        for (String stranger : List.of("root", "", "gavel")) {
            assertThatThrownBy(() -> DriverManager.getConnection(url, stranger, "wrong"))
                    .hasMessageContaining("Access denied");
        }
        try (Connection connection = DriverManager.getConnection(url, "gavel", password);
                Statement statement = connection.createStatement();
                ProcCollector collector = ProcCollector.start(servers.watched(), TIME, System::nanoTime)) {
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

        stop();
        start();
        try (Connection again = DriverManager.getConnection(url, "gavel", password);
                Statement statement = again.createStatement()) {
            assertThat(shown(statement, "SELECT count(*) FROM kept")).isEqualTo("2");
        }
        assertThat(Files.readString(deployment.directory().log("mariadb"))).doesNotContain("crash recovery");
    }

    private Connection afterRestart() throws Exception {
        start();
        return connect("gavel", deployment.secrets().database());
    }

    private void watched(RunningTopology servers) throws IOException, InterruptedException {
        try (ProcCollector collector = ProcCollector.start(servers.watched(), TIME, System::nanoTime)) {
            collector.beginMeasurement();
            collector.endMeasurement();
            assertThat(collector.collected().problems()).isEmpty();
            for (InstanceUse use : collector.collected().instances().stream()
                    .filter(each -> !each.name().equals("rabbitmq-epmd"))
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

    private void noLogTellsASecret() throws IOException {
        for (String server : List.of("rabbitmq1", "postgresql")) {
            Path log = deployment.directory().log(server);
            assertThat(Files.exists(log) ? Files.readString(log) : "")
                    .doesNotContain(
                            deployment.secrets().statistics("rabbitmq1"),
                            deployment.secrets().database());
        }
    }

    /** A process in a user namespace of its own has none of root's rights outside. */
    private void nobodyIsRoot() throws Exception {
        for (HostProcess process : RealServers.host(deployment).recorded()) {
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
