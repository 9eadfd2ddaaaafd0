package gavel.harness.tier.server;

import gavel.harness.collect.Instance;
import gavel.harness.config.Configuration;
import gavel.harness.config.RelationalSettings;
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
import java.util.stream.Stream;

/** The data services that are servers installed on the machine, each with a process of its own; either may be absent. */
public final class DataServers implements Service {
    public static final DataServers NONE = new DataServers(null, null);
    private final RabbitMq broker;
    private final PostgreSql database;

    private DataServers(RabbitMq broker, PostgreSql database) {
        this.broker = broker;
        this.database = database;
    }

    /** Those of a deployment that run already. */
    public static DataServers found(Deployment deployment, List<HostProcess> running) {
        Configuration configuration = deployment.configuration();
        return new DataServers(
                wantsBroker(configuration) ? RabbitMq.found(deployment, running).orElse(null) : null,
                wantsDatabase(configuration)
                        ? PostgreSql.found(deployment, running).orElse(null)
                        : null);
    }

    /** These with the missing ones beside them; what starts slowly is not ready yet. */
    public DataServers started(Deployment deployment, Timekeeper time) throws IOException, InterruptedException {
        Configuration configuration = deployment.configuration();
        RabbitMq rabbit = wantsBroker(configuration)
                ? broker == null ? RabbitMq.start(deployment, time) : broker.started(time)
                : null;
        PostgreSql postgres =
                database == null && wantsDatabase(configuration) ? PostgreSql.start(deployment, time) : database;
        return new DataServers(rabbit, postgres);
    }

    public void awaitReady(Timekeeper time) throws IOException, InterruptedException {
        if (broker != null) {
            broker.awaitReady(time);
        }
    }

    /** Programs a configuration needs on the machine. */
    public static List<Program> needed(Configuration configuration) {
        List<Program> needed = new ArrayList<>();
        if (wantsDatabase(configuration)) {
            needed.add(Program.POSTGRESQL);
        }
        if (wantsBroker(configuration)) {
            needed.addAll(List.of(Program.RABBITMQ, Program.PORT_MAPPER));
        }
        return needed;
    }

    private static boolean wantsBroker(Configuration configuration) {
        return configuration.broker().rabbit();
    }

    private static boolean wantsDatabase(Configuration configuration) {
        return configuration.relational().implementation() == RelationalSettings.Implementation.POSTGRESQL;
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
