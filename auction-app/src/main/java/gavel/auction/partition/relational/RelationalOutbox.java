package gavel.auction.partition.relational;

import gavel.auction.broker.NodeIdentity;
import gavel.auction.partition.outbox.DecidedBid;
import gavel.auction.partition.outbox.Outbox;
import gavel.auction.relational.Columns;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/** The outbox in the relational store: decisions beyond the cursor of their partition. One round trip to read, one to move the cursors. */
public final class RelationalOutbox implements Outbox {
    private final EngineTables tables;
    private final NodeIdentity self;

    public RelationalOutbox(EngineTables tables, NodeIdentity self) {
        this.tables = tables;
        this.self = self;
    }

    @Override
    public List<Pending> pending(int mostPerPartition) {
        return tables.with(tables.statements().pending(), statement -> {
            tables.parameters(statement)
                    .number(mostPerPartition)
                    .text(self.node())
                    .uuid(self.instance());
            List<Pending> pending = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    pending.add(new Pending(
                            rows.getInt("partition"), rows.getLong("epoch"), rows.getLong("seq"), bid(rows)));
                }
            }
            return pending;
        });
    }

    private static DecidedBid bid(ResultSet row) throws SQLException {
        return new DecidedBid(
                row.getString("bid_id"),
                row.getLong("account_id"),
                row.getLong("auction_id"),
                row.getLong("lot_id"),
                row.getBigDecimal("amount"),
                row.getString("outcome"),
                Columns.instant(row, "placed_at"),
                Columns.instant(row, "decided_at"));
    }

    @Override
    public void stored(List<Pending> written) {
        TreeMap<Integer, Pending> last = new TreeMap<>();
        written.forEach(pending -> last.merge(pending.partition(), pending, (a, b) -> a.seq() > b.seq() ? a : b));
        tables.with(tables.statements().stored(), statement -> {
            tables.parameters(statement)
                    .ints(last.values(), Pending::partition)
                    .longs(last.values(), Pending::epoch)
                    .longs(last.values(), Pending::seq)
                    .rows()
                    .text(self.node())
                    .uuid(self.instance());
            return statement.executeUpdate();
        });
    }
}
