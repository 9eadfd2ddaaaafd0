package gavel.harness.config;

import gavel.driver.api.LoadSpec.Phases;
import gavel.harness.setting.MemorySize;
import java.util.ArrayList;
import java.util.List;

/**
 * What is not set explicitly, from the number of users: pure arithmetic, one rule a line. All sizes in MiB.
 *
 * @param appServerHeap of each application server: 384, and three quarters for each of its users, of which 0.3 are live; the rest is room for
 *     a young generation that is not collected all the time
 * @param driverHeap of each driver: 256, and a fifth for each of its users; three quarters of it are for what lives shortly ({@link
 *     #driverFlags}), because everybody's timers are late while it is collected
 * @param embeddedHeap of the process with what is embedded: 256 with a quarter for each user where that is no document store, else what
 *     this one needs
 * @param documentMemory heap of a document store in memory: 256, and per user of the data set 1 (small pictures) or 12 (photos), because it
 *     keeps everything, and a twentieth for each user and minute of the load, which adds to it. What each MongoDB server that holds documents
 *     may count on: its host's, else 512 and its shard's part of 1 or 12 for each user of the data set
 * @param documentConnections at most, of each server of MongoDB: 110 for each application server (pool of at most 100), and 200 for loader,
 *     statistics and the servers among themselves
 * @param oplog each member of MongoDB's replica sets keeps for the others: 512, and 1 for each user, so that a member that was away for a run
 *     need not copy everything
 * @param databaseMemory what the database may count on: its host's, else 256, and a half for each user of the data set
 * @param sharedBuffers a quarter of the database's memory, as PostgreSQL's manual advises
 * @param brokerMemory each node of a broker of its own may use before it holds publishers back: 512, and an eighth for each user
 * @param webConnections of the web server: 512, and 20 for each user: six of a browser and what is being opened and closed, on both sides
 * @param webRequests a web server with a thread for each has at once: 128, and 4 for each user: two that are held, and two more
 * @param imageCache of the web server: 128, and a quarter (small pictures) or three (photos) for each user of the data set
 * @param databaseConnections at most: 30 for each application server (pool of at most 20, and its engine), and 20 for tools
 */
public record Sizing(
        long appServerHeap,
        long driverHeap,
        long embeddedHeap,
        long documentMemory,
        int documentConnections,
        long oplog,
        long databaseMemory,
        long sharedBuffers,
        long brokerMemory,
        int webConnections,
        int webRequests,
        long imageCache,
        int databaseConnections) {
    private static final long MOST_APP_SERVER_HEAP = 8_192;
    /** A server that holds nothing but where a cluster's documents are. */
    public static final long CONFIG_SERVER = 512;

    public static final long ROUTER = 256;

    public static Sizing of(Configuration configuration) {
        long users = configuration.load().users();
        long setUsers = configuration.data().users() == null
                ? users
                : configuration.data().users();
        int servers = configuration.appServers().count();
        Phases load = configuration.load().phases();
        // Half of them for as long as all take to come and to warm up.
        long minutes = Math.ceilDiv(load.totalSeconds() + (load.rampSeconds() + load.warmUpSeconds()) / 2, 60);
        long perSetUser = perSetUser(configuration);
        MemorySize databaseMemory = configuration.relational().memory() == null
                ? configuration.hosts().relational().memory()
                : configuration.relational().memory();
        long database = explicit(databaseMemory, 256 + setUsers / 2);
        DocumentSettings documents = configuration.documents();
        long documentMemory = documents.mongodb()
                ? explicit(
                        documents.memory() == null
                                ? configuration.hosts().documents().memory()
                                : documents.memory(),
                        512 + perSetUser * setUsers / documents.sets())
                : explicit(documents.memory(), inMemory(configuration, users * minutes));
        return new Sizing(
                explicit(
                        configuration.appServers().memory(),
                        Math.min(MOST_APP_SERVER_HEAP, 384 + users * 3 / 4 / servers)),
                explicit(
                        configuration.drivers().memory(),
                        256 + users / configuration.drivers().count() / 5),
                documents.embedded() ? documentMemory : 256 + users / 4,
                documentMemory,
                110 * servers + 200,
                512 + users,
                database,
                Math.max(64, database / 4),
                explicit(configuration.broker().memory(), 512 + users / 8),
                Math.toIntExact(Math.min(1_000_000, 512 + 20 * users)),
                Math.toIntExact(Math.min(1_000_000, 128 + 4 * users)),
                explicit(configuration.webServers().imageCache(), 128 + setUsers * (perSetUser == 1 ? 1 : 12) / 4),
                30 * servers + 20);
    }

    /**
     * Heap of a document store in memory, in MiB.
     *
     * @param userMinutes of the load that it has to keep
     */
    public static long inMemory(Configuration configuration, long userMinutes) {
        return 256 + perSetUser(configuration) * setUsers(configuration) + userMinutes / 20;
    }

    private static long perSetUser(Configuration configuration) {
        return configuration.data().images() == DataSettings.Images.SMALL ? 1 : 12;
    }

    /** Users the data set is made for. */
    public static int setUsers(Configuration configuration) {
        return configuration.data().users() == null
                ? configuration.load().users()
                : configuration.data().users();
    }

    /** How each driver's JVM is started: the whole heap from the beginning, and what the configuration says. */
    public List<String> driverFlags(DriverSettings drivers) {
        List<String> flags = new ArrayList<>(List.of("-Xms" + driverHeap + "m", "-Xmn" + driverHeap * 3 / 4 + "m"));
        flags.addAll(drivers.jvmFlags());
        return flags;
    }

    /** Event loops of each driver: half the cores over all drivers, at least 1. */
    public static int driverLoops(DriverSettings drivers, int cores) {
        return drivers.loops() > 0 ? drivers.loops() : Math.max(1, cores / 2 / drivers.count());
    }

    /** All of it, in MiB, with a quarter for what a JVM needs beside its heap. */
    public long total(Configuration configuration) {
        long heaps = appServerHeap * configuration.appServers().count()
                + driverHeap * configuration.drivers().count();
        if (configuration.anyEmbedded()) {
            heaps += embeddedHeap;
        }
        DocumentSettings documents = configuration.documents();
        if (documents.server()) {
            heaps += documentMemory;
        }
        return heaps
                + heaps / 4
                + (configuration.relational().external() ? 0 : databaseMemory)
                + documents.dataServers() * documentMemory
                + (documents.sharded() ? documents.membersOfEach() * CONFIG_SERVER : 0)
                + documents.routersOfCluster() * ROUTER
                + (configuration.broker().rabbit()
                        ? brokerMemory * configuration.broker().count()
                        : 0);
    }

    private static long explicit(MemorySize setting, long rule) {
        return setting == null ? rule : setting.mebibytes();
    }
}
