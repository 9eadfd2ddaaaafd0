package gavel.harness.config;

import gavel.driver.api.LoadSpec.Phases;
import gavel.harness.setting.MemorySize;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * What is not set explicitly, from the number of users: pure arithmetic, one rule a line. All sizes in MiB. What is live of each was measured
 * with {@code bench/memory-plan.sh}, and has at least twice as much room.
 *
 * <p>Heaps are sized for the application servers a deployment begins with, connections and the total for the most it may have.
 *
 * @param appServerHeap of each application server: 384, and a half for each of its users, of which a tenth is live, and a fiftieth for each
 *     user of the others: caches of each server keep what all people look at, some 10 KB for each of them. One half of it is for what
 *     lives shortly, which is not collected all the time then
 * @param driverHeap of each driver: 256, and an eighth for each of its users; three quarters of it are for what lives shortly ({@link
 *     #driverFlags}), because the timers of all users are late while it is collected
 * @param auditHeap of the audit, which runs while all servers do, but after the drivers have ended: 384, and a tenth for each user of the data
 *     set. With 8,000 users it took 445 in all
 * @param embeddedHeap of the process with what is embedded: 256 with an eighth for each user where that is no document store, else what
 *     this one needs
 * @param documentMemory heap of the document store that comes along: 256 (512 with photos), which pass through it on their way to its file,
 *     a tenth for each user of the data set, and a thousandth for each user and minute of the load, whose bids it keeps. What each MongoDB
 *     server that holds documents may count on: its host's, else 512 and its shard's part of 1 or 12 for each user of the data set
 * @param documentConnections at most, of each server of MongoDB: 110 for each application server (pool of at most 100), and 200 for loader,
 *     statistics and the servers among themselves
 * @param oplog each member of MongoDB's replica sets keeps for the others: 512, and 1 for each user, so that a member that was away for a run
 *     need not copy everything
 * @param databaseMemory what the database may count on: its host's, else 256, and an eighth for each user of the data set
 * @param sharedBuffers a quarter of the database's memory, as PostgreSQL's manual advises
 * @param brokerMemory each node of a broker of its own may use before it holds publishers back: 512, and an eighth for each user, and at most
 *     its share of three quarters of the memory of their host
 * @param webConnections of the web server: 512, and 20 for each user: six of a browser and what is being opened and closed, on both sides
 * @param webRequests a web server with a thread for each has at once: 128, and 4 for each user: two that are held, and two more
 * @param imageCache of the web server: 128, and a quarter (small pictures) or three (photos) for each user of the data set
 * @param databaseConnections at most: 30 for each application server (a pool of 16 to 24, by its cores, and 4 of its engine), and 20 for tools
 */
public record Sizing(
        long appServerHeap,
        long driverHeap,
        long auditHeap,
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
    /** Of a JVM beside its heap: code, classes, threads, buffers; and a sixteenth of the heap, for its collector. */
    private static final long BESIDE_HEAP = 192;

    private static final long LOADER_HEAP = 512;

    /** Accounts whose histories the loader has in memory together. */
    private static final int HISTORIES_AT_ONCE = 10_000;

    /** Sockets of the kernel: of 20 users, each with four or five connections, at both ends. */
    private static final int USERS_PER_MEBIBYTE_OF_SOCKETS = 20;

    /** A server that holds nothing but where a cluster's documents are. */
    public static final long CONFIG_SERVER = 512;

    public static final long ROUTER = 256;

    public static Sizing of(Configuration configuration) {
        return of(configuration, configuration.load().users());
    }

    /** The same with other users than the configuration says, and a data set for these where none is given explicitly. */
    private static Sizing of(Configuration configuration, long users) {
        long setUsers = configuration.data().users() == null
                ? users
                : configuration.data().users();
        int servers = configuration.appServers().count();
        int most = configuration.mostAppServers();
        Phases load = configuration.load().phases();
        // Half of them for as long as all take to come and to warm up.
        long minutes = Math.ceilDiv(load.totalSeconds() + (load.rampSeconds() + load.warmUpSeconds()) / 2, 60);
        long perSetUser = perSetUser(configuration);
        MemorySize databaseMemory = configuration.relational().memory() == null
                ? configuration.hosts().relational().memory()
                : configuration.relational().memory();
        long database = explicit(databaseMemory, 256 + setUsers / 8);
        DocumentSettings documents = configuration.documents();
        long documentMemory = documents.mongodb()
                ? explicit(
                        documents.memory() == null
                                ? configuration.hosts().documents().memory()
                                : documents.memory(),
                        512 + perSetUser * setUsers / documents.sets())
                : explicit(documents.memory(), inMemory(configuration, setUsers, users * minutes));
        return new Sizing(
                explicit(
                        configuration.appServers().memory(),
                        384 + users / 2 / servers + (users - users / servers) / 50),
                explicit(
                        configuration.drivers().memory(),
                        256 + users / configuration.drivers().count() / 8),
                384 + setUsers / 10,
                documents.embedded() ? documentMemory : 256 + users / 8,
                documentMemory,
                110 * most + 200,
                512 + users,
                database,
                Math.max(64, database / 4),
                explicit(configuration.broker().memory(), broker(configuration, users)),
                Math.toIntExact(Math.min(1_000_000, 512 + 20 * users)),
                Math.toIntExact(Math.min(1_000_000, 128 + 4 * users)),
                explicit(configuration.webServers().imageCache(), 128 + setUsers * (perSetUser == 1 ? 1 : 12) / 4),
                30 * most + 20);
    }

    /**
     * Heap of the document store that comes along, in MiB.
     *
     * @param userMinutes of the load whose bids it has to keep
     */
    public static long inMemory(Configuration configuration, long userMinutes) {
        return inMemory(configuration, setUsers(configuration), userMinutes);
    }

    private static long inMemory(Configuration configuration, long setUsers, long userMinutes) {
        return (small(configuration) ? 256 : 512) + setUsers / 10 + userMinutes / 1_000;
    }

    private static long perSetUser(Configuration configuration) {
        return small(configuration) ? 1 : 12;
    }

    private static boolean small(Configuration configuration) {
        return configuration.data().images() == DataSettings.Images.SMALL;
    }

    /** So that a node holds publishers back before the kernel ends it. */
    private static long broker(Configuration configuration, long users) {
        long rule = 512 + users / 8;
        MemorySize host = configuration.hosts().broker().memory();
        return host == null
                ? rule
                : Math.min(
                        rule, host.mebibytes() * 3 / 4 / configuration.broker().count());
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

    /**
     * Event loops of each driver: half the cores over all drivers, at least 1. More of them than cores its host may use would take those
     * together, and then stand still together.
     *
     * @param limit of its host in cores, 0 for none
     */
    public static int driverLoops(DriverSettings drivers, int cores, double limit) {
        if (drivers.loops() > 0) {
            return drivers.loops();
        }
        int shared = Math.max(1, cores / 2 / drivers.count());
        return limit > 0 ? Math.min(shared, (int) Math.ceil(limit)) : shared;
    }

    /**
     * Of the loader, which runs before there are servers: 512, and an eighth for each user, or for each user of the data set where these are
     * more. Histories are written for so many accounts at a time that beyond 10,000 users a set needs no more.
     */
    public static long loaderHeap(Configuration configuration) {
        return LOADER_HEAP
                + Math.max(configuration.load().users(), Math.min(setUsers(configuration), HISTORIES_AT_ONCE)) / 8;
    }

    /** Of the pod in which the loader runs, and the audit later: the larger of both. */
    public static long toolsHeap(Configuration configuration) {
        return Math.max(loaderHeap(configuration), of(configuration).auditHeap());
    }

    /** What a JVM with such a heap takes of the machine. */
    public static long process(long heap) {
        return heap + BESIDE_HEAP + heap / 16;
    }

    /**
     * The most there is at once, in MiB: what is beside the heaps, too, and what the kernel keeps of the users' connections. The audit comes
     * when the drivers have ended.
     */
    public long total(Configuration configuration) {
        return total(configuration, configuration.load().users());
    }

    private long total(Configuration configuration, long users) {
        DocumentSettings documents = configuration.documents();
        return process(appServerHeap) * configuration.mostAppServers()
                + Math.max(process(driverHeap) * configuration.drivers().count(), process(auditHeap))
                + (configuration.anyEmbedded() ? process(embeddedHeap) : 0)
                + (documents.server() ? process(documentMemory) : 0)
                + users / USERS_PER_MEBIBYTE_OF_SOCKETS
                + (configuration.relational().external() ? 0 : databaseMemory)
                + documents.dataServers() * documentMemory
                + (documents.sharded() ? documents.membersOfEach() * CONFIG_SERVER : 0)
                + documents.routersOfCluster() * ROUTER
                + (configuration.broker().rabbit()
                        ? brokerMemory * configuration.broker().count()
                        : 0);
    }

    /** The most users, up to those of the configuration, whose deployment needs no more than so much in all; 0 where none does. */
    public static int usersWithin(Configuration configuration, long mebibytes) {
        return largest(
                1,
                configuration.load().users(),
                users -> of(configuration, users).total(configuration, users) <= mebibytes);
    }

    /**
     * The largest number that fits; {@code least - 1} where not even the least does.
     *
     * @param fits whether a number does; where one does not, no larger one does
     */
    public static int largest(int least, int most, IntPredicate fits) {
        if (fits.test(most)) {
            return most;
        }
        int good = least - 1;
        int bad = most;
        while (bad - good > 1) {
            int middle = good + (bad - good) / 2;
            if (fits.test(middle)) {
                good = middle;
            } else {
                bad = middle;
            }
        }
        return good;
    }

    private static long explicit(MemorySize setting, long rule) {
        return setting == null ? rule : setting.mebibytes();
    }
}
