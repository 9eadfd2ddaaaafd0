package gavel.harness.tier.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import gavel.harness.collect.Instance;
import gavel.harness.config.Configuration;
import gavel.harness.deploy.RunningTopology;
import gavel.harness.deployment.Deployment;
import gavel.harness.platform.local.host.HostProcess;
import gavel.harness.tier.DataAddresses;
import gavel.harness.tier.RealServers;
import gavel.harness.tier.TierRig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The real MongoDB in each topology, where it is installed: locked, used, watched, stopped in good order, and started again with its data. */
class MongoDbIT {
    private static final Duration GRACE = Duration.ofSeconds(15);

    @TempDir
    Path home;

    private Deployment deployment;

    @AfterEach
    void close() {
        RealServers.stop(deployment, GRACE);
    }

    private void deploy(String topology) {
        Configuration configuration =
                TierRig.configuration("documents.implementation=mongodb", "documents.topology=" + topology);
        RealServers.require(home, configuration);
        deployment = RealServers.deploy(home, configuration);
    }

    private RunningTopology start() throws Exception {
        RunningTopology stores = RealServers.running(deployment);
        stores.start(stores.topology().of("documents"));
        return stores;
    }

    @ParameterizedTest
    @ValueSource(strings = {"single", "replicaset", "sharded"})
    void itServesIsWatchedStopsInGoodOrderAndKeepsItsData(String topology) throws Exception {
        deploy(topology);
        RunningTopology stores = start();
        String uri = DataAddresses.of(stores.context())
                .documentsUri()
                .replace("${secret:documents}", deployment.secrets().documents());

        try (MongoClient client = MongoClients.create(uri)) {
            MongoCollection<Document> bytes = client.getDatabase("gavel").getCollection("image_bytes");
            bytes.insertMany(IntStream.range(0, 100)
                    .mapToObj(i -> new Document("_id", "i" + i))
                    .toList());
            assertThat(bytes.find(new Document("_id", "i7")).first()).isNotNull();
        }
        String stranger = uri.replaceFirst("gavel:[^@]+@", "");
        try (MongoClient client = MongoClients.create(stranger)) {
            assertThatThrownBy(() -> client.getDatabase("gavel")
                            .getCollection("image_bytes")
                            .countDocuments())
                    .isInstanceOf(MongoException.class);
        }
        for (Instance instance : stores.watched()) {
            assertThat(instance.statistics().read(null).version())
                    .as(instance.name())
                    .matches("MongoDB \\d+\\..*");
        }

        assertThat(RealServers.host(deployment).recorded())
                .allMatch(process -> process.stop(GRACE), "ends by itself")
                .noneMatch(HostProcess::alive);
        start();
        try (MongoClient client = MongoClients.create(uri)) {
            assertThat(client.getDatabase("gavel").getCollection("image_bytes").countDocuments())
                    .isEqualTo(100);
        }
    }
}
