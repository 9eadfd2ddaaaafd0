package gavel.auction.operations;

import java.util.Set;

/** What the operator sees of the partitions this node decides. */
public interface PartitionStatus {
    Set<Integer> owned();

    /** Whether the node has its share, so that it may be sent requests. */
    boolean settled();

    /** Whether nothing is left to hand over. */
    default boolean drained() {
        return owned().isEmpty();
    }
}
