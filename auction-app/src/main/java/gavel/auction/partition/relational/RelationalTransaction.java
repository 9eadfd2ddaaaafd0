package gavel.auction.partition.relational;

import gavel.auction.broker.NodeIdentity;
import gavel.auction.broker.Topology;
import gavel.auction.engine.AuctionState;
import gavel.auction.engine.Credit;
import gavel.auction.engine.Decision;
import gavel.auction.engine.Outcome;
import gavel.auction.partition.deciding.AuctionRecords;
import gavel.auction.partition.deciding.RecordsException;
import gavel.auction.relational.Columns;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One batch in three round trips: lock and read, write, commit. */
final class RelationalTransaction implements AuctionRecords.Transaction {
    private static final Logger LOG = LoggerFactory.getLogger(RelationalTransaction.class);

    private final EngineTables tables;
    private final Connection connection;
    private final NodeIdentity self;
    private final SortedMap<Integer, Long> nextSequences = new TreeMap<>();
    private Instant now;

    RelationalTransaction(EngineTables tables, NodeIdentity self) throws SQLException {
        this.tables = tables;
        this.connection = tables.sessions().getConnection();
        this.self = self;
        connection.setAutoCommit(false);
    }

    @Override
    public AuctionRecords.Locked lock(
            SortedMap<Integer, Long> epochs, Collection<String> bids, Collection<Long> accounts) {
        try (PreparedStatement statement =
                connection.prepareStatement(tables.statements().lock())) {
            tables.parameters(statement)
                    .ints(epochs.keySet(), p -> p)
                    .rows()
                    .text(self.node())
                    .uuid(self.instance())
                    .texts(bids, id -> id)
                    .rows()
                    .longs(new TreeSet<>(accounts), id -> id)
                    .rows();
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
                now = Columns.instant(rows, "now");
            }
        }
        if (!lost.isEmpty()) {
            throw new RecordsException.Fenced(lost);
        }
    }

    @Override
    public void write(Outcome outcome, Map<Long, AuctionState> before) {
        Map<String, Long> sequences = sequences(outcome);
        List<String> parts = tables.statements().write();
        try (PreparedStatement statement = connection.prepareStatement(String.join(";", parts))) {
            BatchWrite.bind(tables.parameters(statement), outcome, before, sequences, nextSequences);
            statement.execute();
            int[] counts = new int[parts.size()];
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
