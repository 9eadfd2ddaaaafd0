package gavel.harness.tier.server;

import gavel.harness.tier.DataAddresses;
import gavel.harness.tier.DatabaseTuning;
import gavel.harness.tier.Encryption;
import gavel.harness.topology.FileSpec;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.InstanceSpec.Stop;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Program;
import gavel.harness.topology.Quoting;
import gavel.harness.topology.Ready;
import gavel.harness.topology.Secret;
import gavel.harness.topology.Step;
import gavel.harness.topology.Template;
import gavel.harness.topology.Tier;
import gavel.harness.topology.Tiers;
import gavel.harness.topology.TopologyContext;
import gavel.harness.topology.Watch;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The MariaDB installed on the machine, with its data in the run directory. The application's account is the only one it knows: a file of
 * statements, run at each start before clients can connect, removes all others. Ready means that the application can log in.
 */
public final class MariaDb implements Tier {
    private static final Program SERVER = new Program(
            "MariaDB",
            "mariadb-server",
            List.of("/usr/sbin/mariadbd", "/usr/libexec/mariadbd", "/usr/local/mysql/bin/mariadbd"),
            "--version");
    private static final Program CREATION = new Program(
            "MariaDB's installer of data directories",
            "mariadb-server",
            List.of("/usr/bin/mariadb-install-db", "/usr/local/mysql/scripts/mariadb-install-db"),
            null);
    private static final String NAME = "mariadb";
    private static final Duration READY = Duration.ofSeconds(60);
    private static final Duration LONGEST_CREATION = Duration.ofMinutes(2);

    @Override
    public String name() {
        return Tiers.RELATIONAL;
    }

    @Override
    public List<Program> programs() {
        return List.of(SERVER, CREATION);
    }

    @Override
    public List<InstanceSpec> instances(TopologyContext context) {
        if (!context.configuration().relational().mariadb()) {
            return List.of();
        }
        DataAddresses addresses = DataAddresses.of(context);
        List<String> command = List.of(Program.PATH, "--defaults-file=" + context.settings("mariadb.cnf"));
        return List.of(Encryption.of(context, Tiers.RELATIONAL, 0)
                .given(InstanceSpec.of(
                        Tiers.RELATIONAL,
                        NAME,
                        Launch.Command.server(SERVER, command, environment(context), context.bound())))
                .on(context.host(Tiers.RELATIONAL, 0))
                // Holds the password, so it is as secret.
                .file(new FileSpec("settings/mariadb-access.sql", access(), true, Quoting.SQL))
                .file(FileSpec.open("settings/mariadb.cnf", configuration(context)))
                .port("clients", context.ports().database())
                .memory(context.sizing().databaseMemory())
                .ready(new Ready.Login(
                        addresses.databaseUrl(), addresses.databaseUser(), addresses.databasePassword(), READY))
                .watch(new Watch.Database(
                        addresses.databaseUrl(), addresses.databaseUser(), addresses.databasePassword()))
                .stop(Stop.LAST_SERVICE)
                .before(creation(context))
                .build());
    }

    private static Map<String, String> environment(TopologyContext context) {
        return Map.of("HOME", context.locations().run());
    }

    private static Step creation(TopologyContext context) {
        return new Step(
                NAME + "-creation",
                new Step.Command(
                        CREATION,
                        List.of(
                                Program.PATH,
                                "--no-defaults",
                                "--datadir=" + context.data(NAME),
                                "--tmpdir=" + context.temporary(),
                                "--skip-test-db",
                                "--skip-name-resolve",
                                "--auth-root-authentication-method=normal"),
                        environment(context),
                        true,
                        List.of(),
                        "data/" + NAME + "/mysql",
                        LONGEST_CREATION),
                "the database could not be created");
    }

    private static String configuration(TopologyContext context) {
        return Template.fill(
                MariaDb.class,
                "mariadb.cnf",
                Map.of(
                        "deployment", context.deployment(),
                        "data", context.data(NAME),
                        "address", context.address(Tiers.RELATIONAL, 0),
                        "port", Integer.toString(context.ports().database()),
                        "access", context.settings("mariadb-access.sql"),
                        "settings",
                                DatabaseTuning.of(context, Tiers.RELATIONAL).entrySet().stream()
                                        .map(setting -> setting.getKey() + " = " + setting.getValue())
                                        .collect(Collectors.joining("\n"))));
    }

    private static String access() {
        return Template.fill(
                MariaDb.class,
                "mariadb-access.sql",
                Map.of("name", DataAddresses.NAME, "password", Secret.DATABASE.reference()));
    }
}
