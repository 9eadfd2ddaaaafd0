package gavel.auction.partition.postgres;

import gavel.auction.broker.NodeIdentity;
import gavel.auction.broker.Topology;
import gavel.auction.engine.AuctionState;
import gavel.auction.engine.Credit;
import gavel.auction.engine.Decision;
import gavel.auction.engine.Outcome;
import gavel.auction.partition.deciding.AuctionRecords;
import gavel.auction.partition.deciding.RecordsException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One batch in three round trips: lock and read, write, commit.
 *
 * <p>The lease rows are locked more strongly than {@code FOR SHARE}, because the next sequence is written to them.
 */
final class PostgresTransaction implements AuctionRecords.Transaction {
    private static final String LOCK = """
            select partition, epoch, next_seq, clock_timestamp() as now from partition_lease
             where partition = any(?) and owner = ? and instance = ? order by partition for no key update;
            select %s from bid_decision where bid_id = any(?);
            select account_id, credit_limit, held, spent from credit
             where account_id = any(?) order by account_id for no key update""".formatted(AuctionRows.DECISION);

    private static final Logger LOG = LoggerFactory.getLogger(PostgresTransaction.class);

    private final Connection connection;
    private final NodeIdentity self;
    private final SortedMap<Integer, Long> nextSequences = new TreeMap<>();
    private Instant now;

    PostgresTransaction(Connection connection, NodeIdentity self) throws SQLException {
        this.connection = connection;
        this.self = self;
        connection.setAutoCommit(false);
    }

    @Override
    public AuctionRecords.Locked lock(SortedMap<Integer, Long> epochs, Collection<String> bids, Collection<Long> accounts) {
        try (PreparedStatement statement = connection.prepareStatement(LOCK)) {
            new Parameters(statement)
                    .ints(epochs.keySet(), p -> p)
                    .text(self.node())
                    .uuid(self.instance())
                    .texts(bids, id -> id)
                    .longs(accounts, id -> id);
            statement.execute();
            readLeases(statement.getResultSet(), epochs);
            Map<String, Decision> decided = new HashMap<>();
            statement.getMoreResults();
            try (ResultSet rows = statement.getResultSet()) {
                while (rows.next()) {
                    Decision decision = AuctionRows.decision(rows);
                    decided.put(decision.bidId(), decision);
                }
            }
            Map<Long, Credit> credits = new HashMap<>();
            statement.getMoreResults();
            try (ResultSet rows = statement.getResultSet()) {
                while (rows.next()) {
                    credits.put(rows.getLong("account_id"), AuctionRows.credit(rows));
                }
            }
            return new AuctionRecords.Locked(now, decided, credits);
        } catch (SQLException e) {
            throw Errors.of(e);
        }
    }

    private void readLeases(ResultSet leases, SortedMap<Integer, Long> epochs) throws SQLException {
        Set<Integer> lost = new TreeSet<>(epochs.keySet());
        try (ResultSet rows = leases) {
            while (rows.next()) {
                int partition = rows.getInt("partition");
                if (epochs.get(partition) == rows.getLong("epoch")) {
                    lost.remove(partition);
                }
                nextSequences.put(partition, rows.getLong("next_seq"));
                now = AuctionRows.instant(rows, "now");
            }
        }
        if (!lost.isEmpty()) {
            throw new RecordsException.Fenced(lost);
        }
    }

    @Override
    public void write(Outcome outcome, Map<Long, AuctionState> before) {
        Map<String, Long> sequences = sequences(outcome);
        try (PreparedStatement statement = connection.prepareStatement(BatchWrite.SQL)) {
            BatchWrite.bind(new Parameters(statement), outcome, before, sequences, nextSequences);
            statement.execute();
            int[] counts = new int[BatchWrite.STATEMENTS];
            for (int i = 0; i < counts.length; i++) {
                counts[i] = statement.getUpdateCount();
                statement.getMoreResults();
            }
            BatchWrite.requireAll(counts, outcome);
        } catch (SQLException e) {
            throw Errors.of(e);
        }
    }

    /** Sequence of each new decision within its partition. */
    private Map<String, Long> sequences(Outcome outcome) {
        Map<String, Long> sequences = new HashMap<>();
        for (Decision decision : outcome.decisions()) {
            int partition = Topology.partitionOf(decision.auctionId());
            long sequence = nextSequences.get(partition);
            sequences.put(decision.bidId(), sequence);
            nextSequences.put(partition, sequence + 1);
        }
        return sequences;
    }

    @Override
    public void commit() {
        try {
            connection.commit();
        } catch (SQLException e) {
            throw new RecordsException.Unavailable("the result of a commit is unknown: " + e.getMessage(), e);
        }
    }

    /** What was not committed is rolled back when the pool takes the connection back. */
    @Override
    public void close() {
        try (connection) {
            if (!connection.isClosed()) {
                connection.rollback();
                connection.setAutoCommit(true);
            }
        } catch (SQLException e) {
            LOG.debug("A connection could not be given back: {}", e.getMessage());
        }
    }
}
