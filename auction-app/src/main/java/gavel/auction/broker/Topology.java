package gavel.auction.broker;

/**
 * Names of exchanges and queues. Only what every broker knows is declared, but for the kind of the durable queues: no exclusive queues.
 *
 * <p>Bids and commands go, persistent and mandatory, to the durable direct exchange {@link #BIDS} with the partition as routing key
 * and wait in the durable queue of that partition. News go to the topic exchange {@link #NEWS}; replies straight to a node's queue.
 */
public final class Topology {
    /** Auctions are dealt over this many partitions: {@code auctionId mod PARTITIONS}. */
    public static final int PARTITIONS = 64;

    public static final String BIDS = "bids";

    /** Topic exchange: {@code auction.<id>} carries a {@link LiveView}, {@link #DIGEST} a {@link RevisionDigest}. */
    public static final String NEWS = "news";

    public static final String DIGEST = "digest";

    /** Fanout exchange of cache invalidations: each message is some, as {@code InvalidationBroadcast} writes and reads them. */
    public static final String INVALIDATIONS = "invalidations";

    /** Fanout exchange: a message, which is empty, says that a node gave partitions back. */
    public static final String VACANCIES = "vacancies";

    /** Durable queue of messages no node could apply, each with its reason as a header. */
    public static final String DEAD_LETTERS = "dead-letters";

    private Topology() {}

    public static int partitionOf(long auctionId) {
        return (int) Math.floorMod(auctionId, (long) PARTITIONS);
    }

    public static String bidQueue(int partition) {
        return "bids." + partition;
    }

    public static String newsKey(long auctionId) {
        return "auction." + auctionId;
    }
}
