package gavel.auction.partition.outbox;

import java.util.List;

/** Decisions that are not in the bid history yet. May throw a {@code RecordsException}. */
public interface Outbox {
    /** The oldest of this node's partitions, for each partition in the order of their sequence. */
    List<Pending> pending(int mostPerPartition);

    /** Records that these are in the history now, for partitions this node still has in the same epoch. */
    void stored(List<Pending> written);

    record Pending(int partition, long epoch, long seq, DecidedBid bid) {}
}
