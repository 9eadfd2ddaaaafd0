package gavel.auction.partition.lease;

import gavel.auction.broker.NodeIdentity;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The lease tables, by whose clock all leases run. Every method may throw a
 * {@link gavel.auction.partition.deciding.RecordsException}.
 */
public interface Leases {
    /**
     * Renews this node's lease.
     *
     * @return the database's time; empty while another process of the same name has a valid lease
     */
    Optional<Instant> renew(boolean draining);

    Table read();

    /** Takes those of the partitions that are free, or this node's own; raises their epochs. Rows that are locked are left out. */
    List<Grant> acquire(Collection<Integer> partitions);

    /** Frees partitions, if this node still has them in this epoch. */
    void release(Map<Integer, Long> epochs);

    /** Ends this node's lease. */
    void leave();

    /**
     * @param takers living nodes that are not draining
     * @param owners by partition: living owners only
     * @param epochs of those partitions
     */
    record Table(List<NodeIdentity> takers, Map<Integer, NodeIdentity> owners, Map<Integer, Long> epochs) {}

    /** @param idleSince since when the partition had no living owner */
    record Grant(int partition, long epoch, Instant idleSince) {}
}
