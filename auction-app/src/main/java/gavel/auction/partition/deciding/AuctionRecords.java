package gavel.auction.partition.deciding;

import gavel.auction.engine.AuctionState;
import gavel.auction.engine.Credit;
import gavel.auction.engine.Decision;
import gavel.auction.engine.Outcome;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** The relational database as the deciding loop needs it. Every method may throw a {@link RecordsException}. */
public interface AuctionRecords {
    /**
     * The running auctions of partitions this node has.
     *
     * @param epochs by partition, as granted
     * @throws RecordsException.Fenced when another node has one of them meanwhile
     */
    List<AuctionState> running(SortedMap<Integer, Long> epochs);

    /** Auctions in whatever phase; those that do not exist are missing. */
    List<AuctionState> auctions(Collection<Long> ids);

    /** Scheduled auctions of these partitions whose time has come. */
    List<Long> dueToStart(Collection<Integer> partitions);

    /** How many lots wait in each of these auctions; those without any are missing. */
    Map<Long, Integer> queuedLots(Collection<Long> auctions);

    Transaction begin();

    /** What was locked, at the database's time. */
    record Locked(Instant now, Map<String, Decision> decided, Map<Long, Credit> credits) {}

    /** One batch: lock, write, commit. Closing it earlier rolls back. */
    interface Transaction extends AutoCloseable {
        /**
         * Locks the leases, then the credit rows in id order.
         *
         * @throws RecordsException.Fenced when a lease has another owner or epoch
         */
        Locked lock(SortedMap<Integer, Long> epochs, Collection<String> bids, Collection<Long> accounts);

        /**
         * @param before the auctions as the outcome was decided on them
         * @throws RecordsException.Changed when a row is not as it was read, or a bid was decided elsewhere meanwhile
         */
        void write(Outcome outcome, Map<Long, AuctionState> before);

        /**
         * @throws RecordsException.Unavailable also when it is unknown whether it was committed
         */
        void commit();

        @Override
        void close();
    }
}
