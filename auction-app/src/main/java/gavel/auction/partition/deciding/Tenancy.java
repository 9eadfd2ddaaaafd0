package gavel.auction.partition.deciding;

import java.time.InstantSource;

/** Whether this node may decide at all, and the database's time, which is the engine's. */
public interface Tenancy extends InstantSource {
    /** False as soon as the node's lease may have run out. */
    boolean mayDecide();

    /** The partition is decided here no more. Called on the deciding thread. */
    void vacated(int partition, long epoch);
}
