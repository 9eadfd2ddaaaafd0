package gavel.harness.tier.mongo;

import gavel.harness.tier.mongo.MongoCluster.Node;
import gavel.harness.tier.mongo.MongoCluster.Role;
import gavel.harness.topology.Secret;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.bson.Document;

/**
 * What is to be done at one server of a cluster, as the manual's tutorials for keyfile authentication do it; its file is secret. Everything
 * is done from the loopback of the server's host, because only there the first account can be made.
 *
 * @param node index of the server among the cluster's
 * @param port where it listens
 * @param initiate configuration of the replica set, as JSON; null for none
 * @param accounts to make, each a command as JSON, the administrator first; empty for none
 * @param password of the administrator; a reference until it is put in its file
 * @param authority that signed the server's certificate, as PEM text; empty for a server that does not encrypt
 * @param further commands of the administrator, as JSON, in their order
 */
public record MongoTask(
        int node,
        int port,
        String initiate,
        List<String> accounts,
        String password,
        String authority,
        List<String> further) {
    /**
     * Collections that are spread over shards by the hash of {@code _id}. The application asks for, writes and deletes documents of each by
     * {@code _id} alone, so that every request goes to one shard. The ids rise with time or carry the account before the month: ranges of
     * them would put the load of a moment on one shard.
     */
    static final List<String> SPREAD = List.of("bid_history", "attendance_history", "image_metadata", "image_bytes");

    public MongoTask {
        accounts = List.copyOf(accounts);
        further = List.copyOf(further);
    }

    /** The tasks of a cluster in their order; the last is for the first router where there is one, and follows the start of the routers. */
    public static List<MongoTask> of(MongoCluster cluster) {
        String password = Secret.DOCUMENTS.reference();
        List<MongoTask> tasks = new ArrayList<>();
        if (cluster.sets().isEmpty()) {
            tasks.add(task(cluster, cluster.nodes().getFirst(), null, accounts(password), password, List.of()));
        }
        for (String set : cluster.sets()) {
            Node first = cluster.members(set).getFirst();
            // A shard has accounts of its own, and is watched by one; those of the cluster are made at a router.
            List<String> accounts = first.role() == Role.CONFIG ? List.of() : accounts(password);
            tasks.add(task(
                    cluster, first, initiation(set, cluster.members(set)).toJson(), accounts, password, List.of()));
        }
        if (cluster.settings().sharded()) {
            Node router = cluster.of(Role.ROUTER).getFirst();
            tasks.add(task(cluster, router, null, accounts(password), password, spreading(cluster)));
        }
        return List.copyOf(tasks);
    }

    private static MongoTask task(
            MongoCluster cluster,
            Node node,
            String initiate,
            List<String> accounts,
            String password,
            List<String> further) {
        return new MongoTask(
                cluster.nodes().indexOf(node),
                node.port(),
                initiate,
                accounts,
                password,
                cluster.encrypted() ? Secret.AUTHORITY.reference() : "",
                further);
    }

    /** The first member becomes primary, as long as it lives: where it is does not change from run to run. */
    private static Document initiation(String set, List<Node> members) {
        Document configuration = new Document("_id", set);
        if (members.getFirst().role() == Role.CONFIG) {
            configuration.append("configsvr", true);
        }
        return configuration.append(
                "members",
                IntStream.range(0, members.size())
                        .mapToObj(i -> new Document("_id", i)
                                .append("host", members.get(i).socket())
                                .append("priority", i == 0 ? 2 : 1))
                        .toList());
    }

    private static List<String> accounts(String password) {
        return List.of(
                account(MongoCluster.ADMINISTRATOR, password, List.of(role("root", "admin"))),
                account(
                        MongoCluster.APPLICATION,
                        password,
                        List.of(role("readWrite", MongoCluster.DATABASE), role("clusterMonitor", "admin"))));
    }

    private static String account(String name, String password, List<Document> roles) {
        return new Document("createUser", name)
                .append("pwd", password)
                .append("roles", roles)
                .append("writeConcern", new Document("w", "majority"))
                .toJson();
    }

    private static Document role(String role, String database) {
        return new Document("role", role).append("db", database);
    }

    private static List<String> spreading(MongoCluster cluster) {
        List<String> commands = new ArrayList<>();
        for (String set : cluster.sets()) {
            if (!set.equals(MongoCluster.CONFIG)) {
                commands.add(new Document("addShard", cluster.location(set)).toJson());
            }
        }
        for (String collection : SPREAD) {
            commands.add(new Document("shardCollection", MongoCluster.DATABASE + "." + collection)
                    .append("key", new Document("_id", "hashed"))
                    .toJson());
        }
        return commands;
    }

    @Override
    public String toString() {
        return "MongoTask[" + port + "]";
    }
}
