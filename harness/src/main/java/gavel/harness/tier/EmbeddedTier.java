package gavel.harness.tier;

import gavel.harness.config.Configuration;
import gavel.harness.embedded.EmbeddedServices;
import gavel.harness.embedded.EmbeddedSpec;
import gavel.harness.tier.mongo.MongoCluster;
import gavel.harness.topology.FileSpec;
import gavel.harness.topology.InstanceSpec;
import gavel.harness.topology.InstanceSpec.Stop;
import gavel.harness.topology.Launch;
import gavel.harness.topology.Ready;
import gavel.harness.topology.Secret;
import gavel.harness.topology.Tier;
import gavel.harness.topology.Tiers;
import gavel.harness.topology.TopologyContext;
import gavel.harness.topology.Watch;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/**
 * Relational database, broker and document store where they are embedded: in one child process, which starts the database as another. Ready
 * means that each takes connections; the process says so in its state file.
 */
public final class EmbeddedTier implements Tier {
    public static final String NAME = "embedded-services";
    public static final String DATABASE = "postgresql";
    private static final String STATE = "settings/embedded-state.json";
    private static final Duration READY = Duration.ofSeconds(180);

    @Override
    public String name() {
        return Tiers.SERVICES;
    }

    @Override
    public List<InstanceSpec> instances(TopologyContext context) {
        Configuration configuration = context.configuration();
        if (!configuration.anyEmbedded()) {
            return List.of();
        }
        List<InstanceSpec> instances = new ArrayList<>(List.of(services(context)));
        if (configuration.relational().embedded()) {
            DataAddresses addresses = DataAddresses.of(context);
            instances.add(InstanceSpec.of(Tiers.RELATIONAL, DATABASE, new Launch.Within(NAME, STATE))
                    .on(context.host(Tiers.SERVICES, 0))
                    .port("clients", context.ports().database())
                    .memory(context.sizing().databaseMemory())
                    .watch(new Watch.Database(
                            addresses.databaseUrl(), addresses.databaseUser(), addresses.databasePassword()))
                    .needs(List.of(NAME))
                    .stop(Stop.LAST_SERVICE)
                    .inMemory()
                    .build());
        }
        return instances;
    }

    private static InstanceSpec services(TopologyContext context) {
        EmbeddedSpec spec = spec(context);
        long heap = context.sizing().embeddedHeap();
        List<String> command = new JavaCommand(
                        context.locations().java(), heap, context.temporary(), JavaCommand.LARGE_HEAP)
                .mainClass(context.locations().harnessJar(), EmbeddedServices.class, context.settings(NAME + ".json"));
        InstanceSpec.Builder services = Encryption.of(context, Tiers.SERVICES, 0)
                .given(InstanceSpec.of(Tiers.SERVICES, NAME, Launch.Command.java(command, context.bound())))
                .on(context.host(Tiers.SERVICES, 0))
                .file(FileSpec.json("settings/" + NAME + ".json", new JsonMapper().writeValueAsString(spec)))
                .heap(heap)
                .ready(new Ready.Says(STATE, READY))
                // It stops its database in good order.
                .stop(Stop.SERVICE)
                .inMemory();
        if (spec.broker() != null) {
            services.port("broker", spec.broker().port());
        }
        if (spec.documents() != null) {
            services.port("documents", spec.documents().port());
        }
        return services.build();
    }

    private static EmbeddedSpec spec(TopologyContext context) {
        Configuration configuration = context.configuration();
        return new EmbeddedSpec(
                context.address(Tiers.SERVICES, 0),
                context.network(Tiers.SERVICES, 0),
                configuration.relational().embedded()
                        ? new EmbeddedSpec.Database(
                                context.ports().database(),
                                context.data(DATABASE),
                                context.locations().databaseBinaries(),
                                context.log(DATABASE),
                                DataAddresses.NAME,
                                DataAddresses.NAME,
                                Secret.DATABASE.reference(),
                                DatabaseTuning.of(context, Tiers.SERVICES))
                        : null,
                configuration.broker().embedded()
                        ? new EmbeddedSpec.Broker(
                                context.ports().broker(),
                                context.data("broker"),
                                DataAddresses.NAME,
                                Secret.BROKER.reference())
                        : null,
                configuration.documents().embedded()
                        ? new EmbeddedSpec.Documents(
                                context.ports().documents(),
                                context.data("documents"),
                                MongoCluster.APPLICATION,
                                Secret.DOCUMENTS.reference())
                        : null,
                context.locations().run() + "/" + STATE,
                context.bound(),
                Encryption.of(context, Tiers.SERVICES, 0).identity());
    }
}
