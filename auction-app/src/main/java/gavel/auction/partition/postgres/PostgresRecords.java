package gavel.auction.partition.postgres;

import gavel.auction.broker.NodeIdentity;
import gavel.auction.broker.Topology;
import gavel.auction.engine.AuctionState;
import gavel.auction.engine.LotState;
import gavel.auction.partition.deciding.AuctionRecords;
import gavel.auction.partition.deciding.RecordsException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import javax.sql.DataSource;

/** Auctions, lots, credit and decisions in PostgreSQL. Reading costs one round trip, a batch three. */
public final class PostgresRecords implements AuctionRecords {
    private static final String LEASES =
            "select partition, epoch from partition_lease where partition = any(?) and owner = ? and instance = ?";
    private static final String RUNNING = "a.state = 'RUNNING' and mod(a.id, " + Topology.PARTITIONS + ") = any(?)";
    private static final String BY_ID = "a.id = any(?)";
    private static final String DUE = "select a.id from auction a where a.state = 'SCHEDULED'"
            + " and a.starts_at <= clock_timestamp() and mod(a.id, " + Topology.PARTITIONS + ") = any(?)"
            + " order by a.starts_at, a.id limit 100";
    private static final String QUEUED =
            "select auction_id, count(*) from lot where auction_id = any(?) and state = 'QUEUED' group by auction_id";

    private final DataSource database;
    private final NodeIdentity self;

    /** @param database whose sessions end soon when they idle in a transaction */
    public PostgresRecords(DataSource database, NodeIdentity self) {
        this.database = database;
        this.self = self;
    }

    @Override
    public List<AuctionState> running(SortedMap<Integer, Long> epochs) {
        try (Connection connection = database.getConnection()) {
            requireOwned(connection, epochs);
            return read(connection, RUNNING, parameters -> parameters.ints(epochs.keySet(), p -> p));
        } catch (SQLException e) {
            throw Errors.of(e);
        }
    }

    @Override
    public List<AuctionState> auctions(Collection<Long> ids) {
        try (Connection connection = database.getConnection()) {
            return read(connection, BY_ID, parameters -> parameters.longs(ids, id -> id));
        } catch (SQLException e) {
            throw Errors.of(e);
        }
    }

    @Override
    public List<Long> dueToStart(Collection<Integer> partitions) {
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(DUE)) {
            new Parameters(statement).ints(partitions, p -> p);
            List<Long> due = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    due.add(rows.getLong(1));
                }
            }
            return due;
        } catch (SQLException e) {
            throw Errors.of(e);
        }
    }

    @Override
    public Map<Long, Integer> queuedLots(Collection<Long> auctions) {
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(QUEUED)) {
            new Parameters(statement).longs(auctions, id -> id);
            Map<Long, Integer> queued = new HashMap<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    queued.put(rows.getLong(1), rows.getInt(2));
                }
            }
            return queued;
        } catch (SQLException e) {
            throw Errors.of(e);
        }
    }

    @Override
    public Transaction begin() {
        try {
            return new PostgresTransaction(database.getConnection(), self);
        } catch (SQLException e) {
            throw Errors.of(e);
        }
    }

    private void requireOwned(Connection connection, SortedMap<Integer, Long> epochs) throws SQLException {
        Set<Integer> lost = new TreeSet<>(epochs.keySet());
        try (PreparedStatement statement = connection.prepareStatement(LEASES)) {
            new Parameters(statement)
                    .ints(epochs.keySet(), p -> p)
                    .text(self.node())
                    .uuid(self.instance());
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    if (epochs.get(rows.getInt(1)) == rows.getLong(2)) {
                        lost.remove(rows.getInt(1));
                    }
                }
            }
        }
        if (!lost.isEmpty()) {
            throw new RecordsException.Fenced(lost);
        }
    }

    private interface Binding {
        void bind(Parameters parameters) throws SQLException;
    }

    /** Lots of the present round, and what is queued besides. */
    private static List<AuctionState> read(Connection connection, String which, Binding binding) throws SQLException {
        String sql = "select " + AuctionRows.LOT + " from auction a join lot l on l.auction_id = a.id"
                + " join item i on i.id = l.item_id where " + which + " and (l.round = a.round or l.state = 'QUEUED');"
                + " select " + AuctionRows.AUCTION + " from auction a where " + which;
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            Parameters parameters = new Parameters(statement);
            binding.bind(parameters);
            binding.bind(parameters);
            statement.execute();
            Map<Long, List<LotState>> lots = new HashMap<>();
            try (ResultSet rows = statement.getResultSet()) {
                while (rows.next()) {
                    lots.computeIfAbsent(rows.getLong("auction_id"), id -> new ArrayList<>())
                            .add(AuctionRows.lot(rows));
                }
            }
            statement.getMoreResults();
            List<AuctionState> auctions = new ArrayList<>();
            try (ResultSet rows = statement.getResultSet()) {
                while (rows.next()) {
                    auctions.add(AuctionRows.auction(rows, lots.getOrDefault(rows.getLong("id"), List.of())));
                }
            }
            return auctions;
        }
    }
}
