package gavel.harness.tier.server;

import gavel.harness.config.RelationalSettings.Implementation;
import gavel.harness.tier.DataAddresses;
import gavel.harness.tier.DatabaseTuning;
import gavel.harness.tier.EmbeddedTier;
import gavel.harness.tier.Encryption;
import gavel.harness.topology.FileSpec;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.InstanceSpec.Stop;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Program;
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
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The PostgreSQL installed on the machine, with its data in the run directory. Made once, closed from the beginning: every role has a
 * password, and the server listens on its host's address only. Ready means that its owner can log in.
 */
public final class PostgreSql implements Tier {
    private static final Program SERVER = new Program(
            "PostgreSQL",
            "postgresql",
            List.of("/usr/lib/postgresql/*/bin/postgres", "/usr/pgsql-*/bin/postgres", "/usr/local/pgsql/bin/postgres"),
            "--version");
    private static final String NAME = EmbeddedTier.DATABASE;
    private static final String OWNER = "postgres";
    /** Fast shutdown: clients are disconnected, nothing is lost, no recovery at the next start. */
    private static final String FAST = "INT";

    private static final Duration READY = Duration.ofSeconds(60);
    private static final Duration LONGEST_CREATION = Duration.ofMinutes(2);

    @Override
    public String name() {
        return Tiers.RELATIONAL;
    }

    @Override
    public List<Program> programs() {
        return List.of(SERVER);
    }

    @Override
    public List<InstanceSpec> instances(TopologyContext context) {
        if (context.configuration().relational().implementation() != Implementation.POSTGRESQL) {
            return List.of();
        }
        DataAddresses addresses = DataAddresses.of(context);
        List<String> command = List.of(
                Program.PATH, "-D", context.data(NAME), "-c", "config_file=" + context.settings("postgresql.conf"));
        return List.of(Encryption.of(context, Tiers.RELATIONAL, 0)
                .given(InstanceSpec.of(
                        Tiers.RELATIONAL,
                        NAME,
                        Launch.Command.server(SERVER, command, Map.of(), context.bound())
                                .endedBy(FAST)))
                .on(context.host(Tiers.RELATIONAL, 0))
                .file(FileSpec.open(
                        "settings/pg_hba.conf",
                        Template.fill(
                                PostgreSql.class,
                                "pg_hba.conf",
                                Map.of(
                                        "connection",
                                        Encryption.wanted(context) ? "hostssl" : "host",
                                        "network",
                                        context.network(Tiers.RELATIONAL, 0)))))
                .file(FileSpec.open("settings/postgresql.conf", configuration(context)))
                .port("clients", context.ports().database())
                .memory(context.sizing().databaseMemory())
                .ready(new Ready.Login(ownUrl(context), OWNER, Secret.DATABASE, READY))
                .watch(new Watch.Database(
                        addresses.databaseUrl(), addresses.databaseUser(), addresses.databasePassword()))
                .stop(Stop.LAST_SERVICE)
                .before(creation(context))
                .after(admission(context, DataAddresses.NAME, Secret.DATABASE))
                .build());
    }

    private static String ownUrl(TopologyContext context) {
        return "jdbc:postgresql://" + context.address(Tiers.RELATIONAL, 0) + ":"
                + context.ports().database() + "/postgres" + DataAddresses.checked(context);
    }

    private static Step creation(TopologyContext context) {
        String password = "database-password";
        return new Step(
                NAME + "-creation",
                new Step.Command(
                        SERVER,
                        List.of(
                                Program.beside("initdb"),
                                "--pgdata=" + context.data(NAME),
                                "--username=" + OWNER,
                                "--pwfile=" + context.settings(password),
                                "--auth=scram-sha-256",
                                "--encoding=UTF8",
                                "--locale=C.UTF-8"),
                        Map.of(),
                        true,
                        List.of(FileSpec.secret("settings/" + password, Secret.DATABASE.reference())),
                        "data/" + NAME + "/PG_VERSION",
                        LONGEST_CREATION),
                "the database could not be created");
    }

    @Override
    public Optional<Step> admission(TopologyContext context, String guest) {
        return context.configuration().relational().implementation() == Implementation.POSTGRESQL
                ? Optional.of(admission(context, guest, Secret.guest(guest)))
                : Optional.empty();
    }

    private static Step admission(TopologyContext context, String name, Secret password) {
        return new Step(
                NAME + "-admission-of-" + name,
                new Step.Statements(
                        ownUrl(context),
                        OWNER,
                        Secret.DATABASE,
                        "SELECT 1 FROM pg_database WHERE datname = '" + name + "'",
                        List.of(
                                // Else its log, which goes into the result, has the password where statements are
                                // logged.
                                "SET log_min_messages = 'panic'",
                                "DROP ROLE IF EXISTS " + name,
                                "CREATE ROLE " + name + " LOGIN PASSWORD '" + password.reference() + "'",
                                "GRANT pg_monitor TO " + name,
                                "CREATE DATABASE " + name + " OWNER " + name,
                                "REVOKE CONNECT ON DATABASE " + name + " FROM PUBLIC")),
                "the database could not be made ready for the application");
    }

    private static String configuration(TopologyContext context) {
        return Template.fill(
                PostgreSql.class,
                "postgresql.conf",
                Map.of(
                        "deployment", context.deployment(),
                        "address", context.address(Tiers.RELATIONAL, 0),
                        "port", Integer.toString(context.ports().database()),
                        "access", context.settings("pg_hba.conf"),
                        "settings",
                                DatabaseTuning.of(context, Tiers.RELATIONAL).entrySet().stream()
                                        .map(setting -> setting.getKey() + " = '" + setting.getValue() + "'")
                                        .collect(Collectors.joining("\n"))));
    }
}
