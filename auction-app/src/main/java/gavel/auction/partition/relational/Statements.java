package gavel.auction.partition.relational;

import gavel.auction.broker.Topology;
import gavel.auction.partition.lease.LeaseKeeper;
import java.util.List;

/**
 * The engine's statements in one dialect. All of them take the same parameters in the same order; those with several parts are sent
 * together. A list of rows is one or more columns, closed by {@link Parameters#rows}.
 */
interface Statements {
    int PARTITIONS = Topology.PARTITIONS;
    long VALIDITY_MILLIS = LeaseKeeper.VALIDITY.toMillis();

    /** List of partitions, node, instance: partition and epoch of those this node owns. */
    String owned();

    /** Twice the list of partitions: lots of running auctions, then the auctions. */
    String running();

    /** Twice the list of ids: lots of auctions, then the auctions. */
    String byId();

    /** List of partitions: ids of auctions whose start has passed. */
    String due();

    /** List of auctions: each with the number of its queued lots. */
    String queued();

    /** Ids for new lots. */
    String lotIds();

    /** List of partitions, node, instance, list of bids, list of accounts: leases, decisions and credits, locked in that order. */
    String lock();

    /**
     * The parts of the write of one batch, in the order of {@link BatchWrite}. Closed lots come first, so that at no moment an auction has
     * two open ones.
     */
    List<String> write();

    /** Node, instance, whether it drains: the database's time, no row when another instance has the lease. */
    String renew();

    /** All nodes whose lease is not over, with the partitions of each. */
    String leases();

    /** List of partitions, twice node and instance: those taken, with the time since when they had no owner. */
    String acquire();

    /** List of partitions and epochs, node, instance. */
    String release();

    /** Node, instance. */
    String leave();

    /** Most per partition, node, instance: decisions beyond the cursor of each partition of this node. */
    String pending();

    /**
     * List of partitions, epochs and sequences, node, instance: moves the cursors. Locks in partition order, as a batch does, and for the
     * time of one statement only.
     */
    String stored();
}
