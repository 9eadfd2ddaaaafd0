package gavel.harness.tier.documents;

import gavel.harness.collect.metrics.MongoStatistics;
import gavel.harness.embedded.EmbeddedServices;
import gavel.harness.embedded.EmbeddedSpec;
import gavel.harness.tier.DataAddresses;
import gavel.harness.tier.Encryption;
import gavel.harness.tier.JavaCommand;
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
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/**
 * A stand-in for MongoDB where there is none: the store that is embedded else, as a process of its own. So its CPU and memory are counted
 * as a tier, and a host can hold it. It speaks MongoDB's protocol. Documents are in its heap and pictures in a file, and both end with it.
 */
public final class DocumentServer implements Tier {
    /** The process whose data end with it. */
    public static final String NAME = "document-server";

    static final String TITLE = "document server in memory";
    private static final Duration READY = Duration.ofSeconds(60);

    @Override
    public String name() {
        return Tiers.DOCUMENTS;
    }

    @Override
    public List<InstanceSpec> instances(TopologyContext context) {
        if (!context.configuration().documents().server()) {
            return List.of();
        }
        String address = context.address(Tiers.DOCUMENTS, 0);
        int port = context.ports().documents();
        EmbeddedSpec spec = new EmbeddedSpec(
                address,
                context.network(Tiers.DOCUMENTS, 0),
                null,
                null,
                new EmbeddedSpec.Documents(
                        port, context.data("documents"), MongoCluster.APPLICATION, Secret.DOCUMENTS.reference()),
                context.settings(NAME + "-state.json"),
                context.bound(),
                Encryption.of(context, Tiers.DOCUMENTS, 0).identity());
        long heap = context.sizing().documentMemory();
        List<String> command = new JavaCommand(
                        context.locations().java(), heap, context.temporary(), JavaCommand.LARGE_HEAP)
                .mainClass(context.locations().harnessJar(), EmbeddedServices.class, context.settings(NAME + ".json"));
        return List.of(Encryption.of(context, Tiers.DOCUMENTS, 0)
                .given(InstanceSpec.of(Tiers.DOCUMENTS, NAME, Launch.Command.java(command, context.bound())))
                .titled(TITLE)
                .on(context.host(Tiers.DOCUMENTS, 0))
                .file(FileSpec.json("settings/" + NAME + ".json", new JsonMapper().writeValueAsString(spec)))
                .port("clients", port)
                .heap(heap)
                .ready(new Ready.Listening(address, port, READY))
                .watch(new Watch.Server((secrets, _) -> new MongoStatistics(
                        secrets.apply(DataAddresses.of(context).documentsUri()),
                        secrets.apply(Encryption.authorityText(context)),
                        TITLE + ", speaking as MongoDB")))
                .stop(Stop.LAST_SERVICE)
                .inMemory()
                .build());
    }
}
