package gavel.auction.partition.relational;

import gavel.auction.broker.NodeIdentity;
import gavel.auction.partition.lease.Leases;
import gavel.auction.relational.Columns;
import java.sql.ResultSet;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;

/** Node and partition leases in the relational store, by its clock. */
public final class RelationalLeases implements Leases {
    private final EngineTables tables;
    private final NodeIdentity self;

    public RelationalLeases(EngineTables tables, NodeIdentity self) {
        this.tables = tables;
        this.self = self;
    }

    @Override
    public Optional<Instant> renew(boolean draining) {
        return tables.with(tables.statements().renew(), statement -> {
            tables.parameters(statement).text(self.node()).uuid(self.instance()).flag(draining);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? Optional.of(Columns.instant(rows, "now")) : Optional.empty();
            }
        });
    }

    @Override
    public Table read() {
        return tables.with(tables.statements().leases(), statement -> {
            List<NodeIdentity> takers = new ArrayList<>();
            Map<Integer, NodeIdentity> owners = new HashMap<>();
            Map<Integer, Long> epochs = new HashMap<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    NodeIdentity node =
                            new NodeIdentity(rows.getString("node"), UUID.fromString(rows.getString("instance")));
                    if (!rows.getBoolean("draining") && !takers.contains(node)) {
                        takers.add(node);
                    }
                    int partition = rows.getInt("partition");
                    if (!rows.wasNull()) {
                        owners.put(partition, node);
                        epochs.put(partition, rows.getLong("epoch"));
                    }
                }
            }
            return new Table(takers, owners, epochs);
        });
    }

    @Override
    public List<Grant> acquire(Collection<Integer> partitions) {
        return tables.with(tables.statements().acquire(), statement -> {
            tables.parameters(statement)
                    .ints(new TreeSet<>(partitions), p -> p)
                    .rows()
                    .text(self.node())
                    .uuid(self.instance())
                    .text(self.node())
                    .uuid(self.instance());
            List<Grant> grants = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    grants.add(new Grant(
                            rows.getInt("partition"), rows.getLong("epoch"), Columns.instant(rows, "idle_since")));
                }
            }
            return grants;
        });
    }

    @Override
    public void release(Map<Integer, Long> epochs) {
        tables.with(tables.statements().release(), statement -> {
            tables.parameters(statement)
                    .ints(epochs.entrySet(), Map.Entry::getKey)
                    .longs(epochs.entrySet(), Map.Entry::getValue)
                    .rows()
                    .text(self.node())
                    .uuid(self.instance());
            return statement.executeUpdate();
        });
    }

    @Override
    public void leave() {
        tables.with(tables.statements().leave(), statement -> {
            tables.parameters(statement).text(self.node()).uuid(self.instance());
            return statement.executeUpdate();
        });
    }
}
