package gavel.auction.partition.relational;

import gavel.auction.broker.NodeIdentity;
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

/** Auctions, lots, credit and decisions in the relational store. Reading costs one round trip, a batch three. */
public final class RelationalRecords implements AuctionRecords {
    private final EngineTables tables;
    private final NodeIdentity self;

    public RelationalRecords(EngineTables tables, NodeIdentity self) {
        this.tables = tables;
        this.self = self;
    }

    @Override
    public List<AuctionState> running(SortedMap<Integer, Long> epochs) {
        try (Connection connection = tables.sessions().getConnection()) {
            requireOwned(connection, epochs);
            return read(connection, tables.statements().running(), parameters -> parameters
                    .ints(epochs.keySet(), p -> p)
                    .rows());
        } catch (SQLException e) {
            throw Errors.of(e);
        }
    }

    @Override
    public List<AuctionState> auctions(Collection<Long> ids) {
        try (Connection connection = tables.sessions().getConnection()) {
            return read(connection, tables.statements().byId(), parameters -> parameters
                    .longs(ids, id -> id)
                    .rows());
        } catch (SQLException e) {
            throw Errors.of(e);
        }
    }

    @Override
    public List<Long> dueToStart(Collection<Integer> partitions) {
        return tables.with(tables.statements().due(), statement -> {
            tables.parameters(statement).ints(partitions, p -> p).rows();
            List<Long> due = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    due.add(rows.getLong(1));
                }
            }
            return due;
        });
    }

    @Override
    public Map<Long, Integer> queuedLots(Collection<Long> auctions) {
        return tables.with(tables.statements().queued(), statement -> {
            tables.parameters(statement).longs(auctions, id -> id).rows();
            Map<Long, Integer> queued = new HashMap<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    queued.put(rows.getLong(1), rows.getInt(2));
                }
            }
            return queued;
        });
    }

    @Override
    public Transaction begin() {
        try {
            return new RelationalTransaction(tables, self);
        } catch (SQLException e) {
            throw Errors.of(e);
        }
    }

    private void requireOwned(Connection connection, SortedMap<Integer, Long> epochs) throws SQLException {
        Set<Integer> lost = new TreeSet<>(epochs.keySet());
        try (PreparedStatement statement =
                connection.prepareStatement(tables.statements().owned())) {
            tables.parameters(statement)
                    .ints(epochs.keySet(), p -> p)
                    .rows()
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
    private List<AuctionState> read(Connection connection, String sql, Binding binding) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            Parameters parameters = tables.parameters(statement);
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
