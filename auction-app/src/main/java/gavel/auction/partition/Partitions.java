package gavel.auction.partition;

import java.util.SortedSet;
import java.util.concurrent.CompletableFuture;

/** This node's part of the live-auction engine, as the rest of the application sees it. */
public interface Partitions {
    /** The partitions this node decides at the moment. */
    SortedSet<Integer> owned();

    /** Whether every partition has an owner and this node has its fair share: the engine is ready. */
    boolean settled();

    /** Hands all partitions over and takes no more; completes when none is left. Calling it again gives the same. */
    CompletableFuture<Void> drain();
}
