package gavel.harness.config;

import gavel.harness.setting.MemorySize;
import gavel.harness.setting.Rules;
import java.util.List;
import java.util.Set;

/**
 * The document store.
 *
 * @param implementation the child process of the deployment, the same store as a process of its own, the MongoDB installed on the machine,
 *     or an external one
 * @param topology of MongoDB; null for a single server
 * @param shards of a sharded cluster; null for two
 * @param members of each replica set of MongoDB; null for three of a replica set, and one for each shard
 * @param routers of a sharded cluster (mongos); null for one
 * @param durable whether a write waits for the journal of most members; a less durable setting is printed with the result
 * @param memory of a store in memory its heap, of MongoDB what each server may count on; null for the sizing rule
 * @param settings of each mongod, {@code path=value} as the path is in its configuration file; they win over the sizing rules
 * @param uriFile file with the address of an external one; a file because the address may hold a password
 */
public record DocumentSettings(
        Implementation implementation,
        Topology topology,
        Integer shards,
        Integer members,
        Integer routers,
        boolean durable,
        MemorySize memory,
        List<String> settings,
        String uriFile) {
    private static final int MOST_SHARDS = 16;
    private static final int LEAST_MEMORY = 64;
    private static final int MOST_MEMBERS = 7;
    private static final int MOST_ROUTERS = 16;
    /** What Gavel decides, so that nothing leaves the run directory and a result cannot claim what was not so. */
    private static final Set<String> OWN = Set.of("net", "security", "processManagement", "systemLog", "sharding");

    private static final Set<String> OWN_PATHS =
            Set.of("storage.dbPath", "storage.engine", "storage.journal.enabled", "replication.replSetName");

    /** Which server provides it. */
    public enum Implementation {
        EMBEDDED,
        SERVER,
        MONGODB,
        EXTERNAL
    }

    /** What MongoDB's servers are to each other. */
    public enum Topology {
        SINGLE,
        REPLICASET,
        SHARDED
    }

    public DocumentSettings {
        boolean mongodb = implementation == Implementation.MONGODB;
        boolean several = topology != null && topology != Topology.SINGLE;
        boolean sharded = topology == Topology.SHARDED;
        List<String> unreadable =
                settings.stream().filter(setting -> !acceptable(setting)).toList();
        boolean external = implementation == Implementation.EXTERNAL;
        new Rules()
                .memory("memory", memory, LEAST_MEMORY)
                .onlyWhere(
                        !external,
                        "memory",
                        memory,
                        "is for a store that Gavel starts; an external one is as it is set")
                .onlyWhere(external, "uriFile", uriFile, "is for documents.implementation=external")
                .neededWhere(external, "uriFile", uriFile, "is needed for an external document store")
                .onlyWhere(mongodb, "topology", topology, "is for documents.implementation=mongodb")
                .onlyWhere(sharded, "shards", shards, "are for documents.topology=sharded")
                .onlyWhere(sharded, "routers", routers, "are for documents.topology=sharded")
                .onlyWhere(several, "members", members, "are for documents.topology=replicaset and sharded")
                .between("shards", 1, MOST_SHARDS, shards == null ? 1 : shards)
                .between("routers", 1, MOST_ROUTERS, routers == null ? 1 : routers)
                .between("members", 1, MOST_MEMBERS, members == null ? 1 : members)
                .that(
                        members == null || members % 2 == 1,
                        "members",
                        "must be odd, as a replica set goes on with more than half of its members",
                        members)
                .that(
                        durable || mongodb,
                        "durable",
                        "must be true except for mongodb: in memory nothing is durable, and an external one is as its address says",
                        durable)
                .that(settings.isEmpty() || mongodb, "settings", "are for documents.implementation=mongodb", settings)
                .that(
                        unreadable.isEmpty(),
                        "settings",
                        "must be path=value each, such as storage.wiredTiger.engineConfig.cacheSizeGB=2, and none that Gavel decides",
                        unreadable)
                .check();
        settings = List.copyOf(settings);
    }

    private static boolean acceptable(String setting) {
        String path = setting.substring(0, Math.max(0, setting.indexOf('=')));
        return setting.matches("[A-Za-z][A-Za-z0-9.]*=[^\\s'\"{}\\[\\]]+")
                && !setting.matches(".*,[A-Za-z][A-Za-z0-9.]*=.*")
                && !OWN.contains(path.split("\\.", 2)[0])
                && !OWN_PATHS.contains(path);
    }

    /** In the deployment's child process. */
    public boolean embedded() {
        return implementation == Implementation.EMBEDDED;
    }

    /** The store of Gavel as a process of its own. */
    public boolean server() {
        return implementation == Implementation.SERVER;
    }

    /** In memory, a stand-in for a real one, in a process of its own or not. */
    public boolean inMemory() {
        return embedded() || server();
    }

    /** The MongoDB installed on the machine. */
    public boolean mongodb() {
        return implementation == Implementation.MONGODB;
    }

    public boolean external() {
        return implementation == Implementation.EXTERNAL;
    }

    public boolean sharded() {
        return topology == Topology.SHARDED;
    }

    /** Whether MongoDB's servers replicate, even with one member: each shard of a cluster is a replica set. */
    public boolean replicated() {
        return topology == Topology.REPLICASET || sharded();
    }

    /** Replica sets the data are spread over; 1 for a single server. */
    public int sets() {
        return !sharded() ? 1 : shards == null ? 2 : shards;
    }

    /** Servers of each set; a cluster's own data are in a set of as many. */
    public int membersOfEach() {
        return members != null ? members : topology == Topology.REPLICASET ? 3 : 1;
    }

    /** Routers of a sharded cluster; else 0. */
    public int routersOfCluster() {
        return !sharded() ? 0 : routers == null ? 1 : routers;
    }

    /** Servers that hold documents of the application; 0 but for MongoDB. */
    public int dataServers() {
        return mongodb() ? sets() * membersOfEach() : 0;
    }
}
