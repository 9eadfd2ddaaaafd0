package gavel.harness.tier.server;

import gavel.harness.collect.Instance;
import gavel.harness.config.Configuration;
import gavel.harness.deployment.Deployment;
import gavel.harness.host.HostProcess;
import gavel.harness.host.Timekeeper;
import gavel.harness.tier.Service;
import gavel.harness.tier.Tiers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The data services that are servers installed on the machine, each with a process of its own; either may be absent. */
public final class DataServers implements Service {
    public static final DataServers NONE = new DataServers(null, null);
    private final RabbitMq broker;
    private final DatabaseServer database;

    private DataServers(RabbitMq broker, DatabaseServer database) {
        this.broker = broker;
        this.database = database;
    }

    /** Those of a deployment that run already. */
    public static DataServers found(Deployment deployment, List<HostProcess> running) {
        Configuration configuration = deployment.configuration();
        return new DataServers(
                wantsBroker(configuration) ? RabbitMq.found(deployment, running).orElse(null) : null,
                foundDatabase(deployment, running).orElse(null));
    }

    /** These with the missing ones beside them; what starts slowly is not ready yet. */
    public DataServers started(Deployment deployment, Timekeeper time) throws IOException, InterruptedException {
        Configuration configuration = deployment.configuration();
        RabbitMq rabbit = wantsBroker(configuration)
                ? broker == null ? RabbitMq.start(deployment, time) : broker.started(time)
                : null;
        return new DataServers(rabbit, database == null ? startedDatabase(deployment, time) : database);
    }

    private static Optional<? extends DatabaseServer> foundDatabase(Deployment deployment, List<HostProcess> running) {
        return switch (deployment.configuration().relational().implementation()) {
            case POSTGRESQL -> PostgreSql.found(deployment, running);
            case MARIADB -> MariaDb.found(deployment, running);
            case EMBEDDED, EXTERNAL -> Optional.empty();
        };
    }

    private static DatabaseServer startedDatabase(Deployment deployment, Timekeeper time)
            throws IOException, InterruptedException {
        return switch (deployment.configuration().relational().implementation()) {
            case POSTGRESQL -> PostgreSql.start(deployment, time);
            case MARIADB -> MariaDb.start(deployment, time);
            case EMBEDDED, EXTERNAL -> null;
        };
    }

    public void awaitReady(Timekeeper time) throws IOException, InterruptedException {
        if (broker != null) {
            broker.awaitReady(time);
        }
    }

    /** Programs a configuration needs on the machine. */
    public static List<Program> needed(Configuration configuration) {
        List<Program> needed = new ArrayList<>();
        switch (configuration.relational().implementation()) {
            case POSTGRESQL -> needed.add(Program.POSTGRESQL);
            case MARIADB -> needed.addAll(List.of(Program.MARIADB, Program.MARIADB_CREATION));
            case EMBEDDED, EXTERNAL -> {}
        }
        if (wantsBroker(configuration)) {
            needed.addAll(List.of(Program.RABBITMQ, Program.PORT_MAPPER));
        }
        return needed;
    }

    private static boolean wantsBroker(Configuration configuration) {
        return configuration.broker().rabbit();
    }

    /** By tier. */
    public Map<String, String> versions() {
        Map<String, String> versions = new LinkedHashMap<>();
        if (database != null) {
            versions.put(Tiers.RELATIONAL, database.version());
        }
        if (broker != null) {
            versions.put(Tiers.BROKER, broker.version());
        }
        return versions;
    }

    private Stream<Service> services() {
        return Stream.<Service>of(broker, database).filter(Objects::nonNull);
    }

    @Override
    public List<HostProcess> processes() {
        return services().flatMap(service -> service.processes().stream()).toList();
    }

    @Override
    public List<Instance> instances() {
        return services().flatMap(service -> service.instances().stream()).toList();
    }
}
