package gavel.harness.tier.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.harness.tier.DataAddresses;
import gavel.harness.tier.TierRig;
import gavel.harness.tier.mongo.MongoCluster.Node;
import gavel.harness.tier.mongo.MongoCluster.Role;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** What the servers of MongoDB are started with, and what they are told. */
class MongoFilesTest {
    @TempDir
    Path home;

    private TierRig rig;
    private MongoCluster cluster;

    private void deploy(String... settings) {
        String[] all = Stream.concat(Stream.of("documents.implementation=mongodb"), Stream.of(settings))
                .toArray(String[]::new);
        rig = new TierRig(rig == null ? home : home.resolve("other"), false, all);
        cluster = MongoCluster.of(rig.running.context());
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private JsonNode file(Node node) {
        String text = MongoConfiguration.of(
                cluster,
                node,
                rig.deployment.sizing(),
                new MongoConfiguration.Files("/data", "/key", "/identity", "/authority"));
        assertThat(text).as("secrets are in files of their own").doesNotContain("${secret");
        return new YAMLMapper().readTree(text);
    }

    private String secret() {
        return "${secret:documents}";
    }

    private List<Document> further(MongoTask task) {
        return task.further().stream().map(Document::parse).toList();
    }

    @Test
    void aSingleServerIsLockedInItsDirectoryAndHasHalfOfItsMemoryAsCache() {
        deploy("documents.memory=2g");
        JsonNode file = file(cluster.nodes().getFirst());

        assertThat(file.at("/net/bindIp").asString()).isEqualTo("127.0.0.1");
        assertThat(file.at("/net/port").asInt())
                .isEqualTo(rig.deployment.ports().documents());
        assertThat(file.at("/net/maxIncomingConnections").asInt()).isEqualTo(110 + 200);
        assertThat(file.at("/net/unixDomainSocket/enabled").asBoolean(true))
                .as("a socket would be outside of the run directory")
                .isFalse();
        assertThat(file.at("/security/authorization").asString()).isEqualTo("enabled");
        assertThat(file.at("/storage/dbPath").asString()).isEqualTo("/data");
        assertThat(file.at("/storage/wiredTiger/engineConfig/cacheSizeGB").asDouble())
                .isEqualTo(1.0);
        assertThat(file.has("replication")).isFalse();
        assertThat(file.has("processManagement"))
                .as("it forks only when it is told to")
                .isFalse();
        assertThat(file.has("systemLog")).as("its log is its output").isFalse();
        assertThat(file.at("/storage/journal").isMissingNode())
                .as("6.1 and later refuse to be told that they have a journal")
                .isTrue();
    }

    @Test
    void theCacheIsNeverLessThanTheServerTakesAndTheLastWordIsTheConfigurations() {
        deploy("documents.memory=100m");
        assertThat(file(cluster.nodes().getFirst())
                        .at("/storage/wiredTiger/engineConfig/cacheSizeGB")
                        .asDouble())
                .isEqualTo(0.25);
        rig.close();

        deploy(
                "documents.settings=storage.wiredTiger.engineConfig.cacheSizeGB=3 storage.wiredTiger.collectionConfig.blockCompressor=zstd"
                        + " setParameter.ttlMonitorEnabled=false");
        JsonNode file = file(cluster.nodes().getFirst());
        assertThat(file.at("/storage/wiredTiger/engineConfig/cacheSizeGB").isInt())
                .isTrue();
        assertThat(file.at("/storage/wiredTiger/collectionConfig/blockCompressor")
                        .asString())
                .isEqualTo("zstd");
        assertThat(file.at("/setParameter/ttlMonitorEnabled").isBoolean()).isTrue();
    }

    @Test
    void theMembersOfAReplicaSetKnowEachOtherByAKeyAndKeepAnOplogForARun() {
        deploy("documents.topology=replicaSet", "load.users=300");

        assertThat(cluster.nodes()).extracting(Node::name).containsExactly("mongod1", "mongod2", "mongod3");
        JsonNode file = file(cluster.nodes().getLast());
        assertThat(file.at("/security/keyFile").asString()).isEqualTo("/key");
        assertThat(file.at("/replication/replSetName").asString()).isEqualTo("documents");
        assertThat(file.at("/replication/oplogSizeMB").asInt()).isEqualTo(512 + 300);
        assertThat(file.has("sharding")).isFalse();
    }

    @Test
    void theFirstMemberIsMadePrimaryAndTheFirstAccountIsTheAdministrators() {
        deploy("documents.topology=replicaset");
        MongoTask task = MongoTask.of(cluster).getFirst();

        Document set = Document.parse(task.initiate());
        assertThat(set.getString("_id")).isEqualTo("documents");
        assertThat(set.getList("members", Document.class))
                .extracting(member -> member.getString("host") + " " + member.getInteger("priority"))
                .containsExactly(
                        cluster.nodes().get(0).socket() + " 2",
                        cluster.nodes().get(1).socket() + " 1",
                        cluster.nodes().get(2).socket() + " 1");
        assertThat(task.accounts().stream().map(Document::parse))
                .extracting(account -> account.getString("createUser"))
                .containsExactly("administrator", "gavel");
        assertThat(Document.parse(task.accounts().getLast()).getList("roles", Document.class))
                .extracting(role -> role.getString("role") + " of " + role.getString("db"))
                .containsExactly("readWrite of gavel", "clusterMonitor of admin");
        assertThat(task).hasToString("MongoTask[" + task.port() + "]");
    }

    @Test
    void theApplicationWaitsForTheJournalsOfMostMembersUnlessItIsToldNotTo() {
        deploy("documents.topology=replicaset");
        String members =
                String.join(",", cluster.nodes().stream().map(Node::socket).toList());
        assertThat(DataAddresses.of(rig.running.context()).documentsUri())
                .isEqualTo("mongodb://gavel:" + secret() + "@" + members
                        + "/gavel?authSource=admin&replicaSet=documents&w=majority&journal=true");
        rig.close();

        deploy("documents.durable=false");
        assertThat(DataAddresses.of(rig.running.context()).documentsUri())
                .endsWith("@127.0.0.1:" + rig.deployment.ports().documents()
                        + "/gavel?authSource=admin&w=1&journal=false");
    }

    @Test
    void aShardedClusterHasItsShardsItsConfigServersAndItsRouters() {
        deploy("documents.topology=sharded", "documents.members=3", "documents.routers=2");

        assertThat(cluster.sets()).containsExactly("config", "shard1", "shard2");
        assertThat(cluster.members("shard2")).extracting(Node::name).containsExactly("mongod4", "mongod5", "mongod6");
        assertThat(cluster.of(Role.CONFIG)).hasSize(3);
        List<Node> routers = cluster.of(Role.ROUTER);
        assertThat(DataAddresses.of(rig.running.context()).documentsUri())
                .contains("@" + routers.get(0).socket() + "," + routers.get(1).socket() + "/gavel?")
                .doesNotContain("replicaSet");
        assertThat(routers.getFirst().port()).isEqualTo(rig.deployment.ports().documents());

        assertThat(file(cluster.nodes().getFirst()).at("/sharding/clusterRole").asString())
                .isEqualTo("shardsvr");
        JsonNode config = file(cluster.of(Role.CONFIG).getFirst());
        assertThat(config.at("/sharding/clusterRole").asString()).isEqualTo("configsvr");
        assertThat(config.at("/replication/replSetName").asString()).isEqualTo("config");
        JsonNode router = file(routers.getFirst());
        assertThat(router.at("/sharding/configDB").asString())
                .startsWith("config/" + cluster.of(Role.CONFIG).getFirst().socket() + ",");
        assertThat(router.has("storage")).isFalse();
        assertThat(router.at("/security/authorization").isMissingNode())
                .as("a router knows no such setting; its key brings it")
                .isTrue();
    }

    @Test
    void theClusterIsMadeInTheOrderOfTheManual() {
        deploy("documents.topology=sharded");
        List<MongoTask> tasks = MongoTask.of(cluster);

        assertThat(tasks)
                .extracting(task -> cluster.nodes().get(task.node()).name())
                .containsExactly("mongo-config1", "mongod1", "mongod2", "mongos1");
        assertThat(Document.parse(tasks.getFirst().initiate())).containsEntry("configsvr", true);
        assertThat(tasks.getFirst().accounts())
                .as("the accounts of the cluster are made at a router")
                .isEmpty();
        assertThat(tasks.get(1).accounts())
                .as("a shard without accounts would let anybody in who is on its machine")
                .hasSize(2);
        assertThat(further(tasks.getLast()))
                .extracting(command -> command.keySet().iterator().next())
                .containsExactly(
                        "addShard",
                        "addShard",
                        "shardCollection",
                        "shardCollection",
                        "shardCollection",
                        "shardCollection");
        assertThat(further(tasks.getLast()).getFirst().getString("addShard"))
                .isEqualTo("shard1/" + cluster.nodes().getFirst().socket());
        assertThat(further(tasks.getLast()).getLast())
                .containsEntry("shardCollection", "gavel.image_bytes")
                .containsEntry("key", new Document("_id", "hashed"));
    }

    @Test
    void aServerWithAnAddressOfItsOwnIsReachedFromItsLoopbackToo() {
        deploy();
        Node node = new Node("mongod1", Role.DATA, "", 0, "10.200.0.14", 27_017);

        assertThat(node.binding()).isEqualTo("127.0.0.1,10.200.0.14");
        assertThat(cluster.statisticsUri(node))
                .isEqualTo(
                        "mongodb://gavel:" + secret() + "@10.200.0.14:27017/?authSource=admin&directConnection=true");
    }
}
