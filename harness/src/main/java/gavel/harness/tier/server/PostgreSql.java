package gavel.harness.tier.server;

import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.RunDirectory;
import gavel.harness.failure.EnvironmentException;
import gavel.harness.host.Host;
import gavel.harness.host.HostProcess;
import gavel.harness.host.ProcessSpec;
import gavel.harness.host.Timekeeper;
import gavel.harness.tier.DataAddresses;
import gavel.harness.tier.DataServices;
import gavel.harness.tier.Tiers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The PostgreSQL installed on the machine, with its data in the run directory. Made once, closed from the beginning: every role has a
 * password, and the server listens on the loopback only. Ready means that its owner can log in.
 */
public final class PostgreSql extends DatabaseServer {
    static final String NAME = DataServices.DATABASE;
    private static final String OWNER = "postgres";
    /** Fast shutdown: clients are disconnected, nothing is lost, no recovery at the next start. */
    private static final String FAST = "INT";

    private PostgreSql(Deployment deployment, HostProcess process) {
        super(deployment, Program.POSTGRESQL, process);
    }

    /** Makes the data directory where there is none, starts the server and waits until the application can log in. */
    static PostgreSql start(Deployment deployment, Timekeeper time) throws IOException, InterruptedException {
        Host host = host(deployment);
        Path program = Program.POSTGRESQL.on(host);
        RunDirectory directory = deployment.directory();
        if (!Files.exists(directory.data(NAME).resolve("PG_VERSION"))) {
            create(deployment, program);
        }
        host.put(
                directory.settings("pg_hba.conf"),
                Template.fill("pg_hba.conf", Map.of("network", host.network())),
                false);
        host.put(directory.settings("postgresql.conf"), configuration(deployment), false);
        HostProcess server = host.start(ProcessSpec.server(
                NAME,
                Tiers.RELATIONAL,
                List.of(
                        program.toString(),
                        "-D",
                        directory.data(NAME).toString(),
                        "-c",
                        "config_file=" + directory.settings("postgresql.conf")),
                Map.of(),
                directory.path(),
                deployment.temporary(),
                FAST));
        time.awaitReady(host, server, () -> takesOwner(deployment), READY);
        try {
            admitApplication(deployment);
        } catch (SQLException e) {
            throw new EnvironmentException(
                    "the database could not be made ready for the application: " + e.getMessage(), e);
        }
        return new PostgreSql(deployment, server);
    }

    /** Of a deployment that is up already. */
    static Optional<PostgreSql> found(Deployment deployment, List<HostProcess> running) {
        return process(running, NAME).map(process -> new PostgreSql(deployment, process));
    }

    private static void create(Deployment deployment, Path program) throws IOException, InterruptedException {
        RunDirectory directory = deployment.directory();
        Host host = deployment.host();
        Path password = directory.settings("database-password");
        host.put(password, deployment.secrets().database(), true);
        List<String> command = List.of(
                program.resolveSibling("initdb").toString(),
                "--pgdata=" + directory.data(NAME),
                "--username=" + OWNER,
                "--pwfile=" + password,
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--locale=C.UTF-8");
        create(
                deployment,
                host,
                ProcessSpec.server(NAME + "-creation", Tiers.TOOLS, command, Map.of(), directory.path(), true, "TERM"));
    }

    static String configuration(Deployment deployment) {
        return Template.fill(
                "postgresql.conf",
                Map.of(
                        "deployment", deployment.name(),
                        "address", host(deployment).address(),
                        "port", Integer.toString(deployment.ports().database()),
                        "access", deployment.directory().settings("pg_hba.conf").toString(),
                        "settings",
                                settings(deployment, setting -> setting.getKey() + " = '" + setting.getValue() + "'")));
    }

    private static boolean takesOwner(Deployment deployment) {
        try {
            owner(deployment).close();
            return true;
        } catch (SQLException expected) {
            return false;
        }
    }

    private static Connection owner(Deployment deployment) throws SQLException {
        return DriverManager.getConnection(
                "jdbc:postgresql://" + host(deployment).address() + ":"
                        + deployment.ports().database() + "/postgres",
                OWNER,
                deployment.secrets().database());
    }

    private static void admitApplication(Deployment deployment) throws SQLException {
        String name = DataAddresses.NAME;
        try (Connection connection = owner(deployment);
                Statement statement = connection.createStatement()) {
            try (ResultSet known = statement.executeQuery("SELECT 1 FROM pg_database WHERE datname = '" + name + "'")) {
                if (known.next()) {
                    return;
                }
            }
            String password = deployment.secrets().database().replace("'", "''");
            statement.execute("SET log_min_error_statement = 'panic'");
            statement.execute("DROP ROLE IF EXISTS " + name);
            statement.execute("CREATE ROLE " + name + " LOGIN PASSWORD '" + password + "'");
            statement.execute("GRANT pg_monitor TO " + name);
            statement.execute("CREATE DATABASE " + name + " OWNER " + name);
        }
    }
}
