package gavel.harness.tier.server;

import gavel.harness.deployment.Deployment;
import gavel.harness.deployment.RunDirectory;
import gavel.harness.host.Host;
import gavel.harness.host.HostProcess;
import gavel.harness.host.ProcessSpec;
import gavel.harness.host.Timekeeper;
import gavel.harness.tier.DataAddresses;
import gavel.harness.tier.Tiers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The MariaDB installed on the machine, with its data in the run directory. The application's account is the only one it knows: a file of
 * statements, run at each start before anybody can connect, removes all others. Ready means that the application can log in.
 */
public final class MariaDb extends DatabaseServer {
    static final String NAME = "mariadb";

    private static final String TERMINATE = "TERM";

    private MariaDb(Deployment deployment, HostProcess process) {
        super(deployment, Program.MARIADB, process);
    }

    /** Makes the data directory where there is none, starts the server and waits until the application can log in. */
    static MariaDb start(Deployment deployment, Timekeeper time) throws IOException, InterruptedException {
        Host host = host(deployment);
        Path program = Program.MARIADB.on(host);
        RunDirectory directory = deployment.directory();
        if (!Files.exists(directory.data(NAME).resolve("mysql"))) {
            create(deployment);
        }
        host.put(directory.settings("mariadb-access.sql"), access(deployment), true);
        host.put(directory.settings("mariadb.cnf"), configuration(deployment), false);
        HostProcess server = host.start(spec(
                deployment,
                NAME,
                Tiers.RELATIONAL,
                deployment.temporary(),
                List.of(program.toString(), "--defaults-file=" + directory.settings("mariadb.cnf"))));
        time.awaitReady(host, server, () -> takesApplication(deployment), READY);
        return new MariaDb(deployment, server);
    }

    /** Of a deployment that is up already. */
    static Optional<MariaDb> found(Deployment deployment, List<HostProcess> running) {
        return process(running, NAME).map(process -> new MariaDb(deployment, process));
    }

    private static void create(Deployment deployment) throws IOException, InterruptedException {
        RunDirectory directory = deployment.directory();
        Host host = host(deployment);
        List<String> command = List.of(
                Program.MARIADB_CREATION.on(host).toString(),
                "--no-defaults",
                "--datadir=" + directory.data(NAME),
                "--tmpdir=" + directory.temporary(),
                "--skip-test-db",
                "--skip-name-resolve",
                "--auth-root-authentication-method=normal");
        create(deployment, host, spec(deployment, NAME + "-creation", Tiers.TOOLS, true, command));
    }

    private static ProcessSpec spec(
            Deployment deployment, String name, String tier, boolean bound, List<String> command) {
        RunDirectory directory = deployment.directory();
        return ProcessSpec.server(
                name, tier, command, Map.of("HOME", directory.path().toString()), directory.path(), bound, TERMINATE);
    }

    static String configuration(Deployment deployment) {
        RunDirectory directory = deployment.directory();
        return Template.fill(
                "mariadb.cnf",
                Map.of(
                        "deployment", deployment.name(),
                        "data", directory.data(NAME).toString(),
                        "address", host(deployment).address(),
                        "port", Integer.toString(deployment.ports().database()),
                        "access", directory.settings("mariadb-access.sql").toString(),
                        "settings", settings(deployment, setting -> setting.getKey() + " = " + setting.getValue())));
    }

    /** Holds the password, so it is as secret. */
    static String access(Deployment deployment) {
        return Template.fill(
                "mariadb-access.sql",
                Map.of(
                        "name",
                        DataAddresses.NAME,
                        "password",
                        deployment.secrets().database().replace("'", "''")));
    }

    private static boolean takesApplication(Deployment deployment) {
        DataAddresses addresses = DataAddresses.of(deployment);
        try {
            DriverManager.getConnection(addresses.databaseUrl(), addresses.databaseUser(), addresses.databasePassword())
                    .close();
            return true;
        } catch (SQLException expected) {
            return false;
        }
    }
}
