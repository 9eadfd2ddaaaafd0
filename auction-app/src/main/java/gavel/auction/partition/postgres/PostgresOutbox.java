package gavel.auction.partition.postgres;

import gavel.auction.broker.NodeIdentity;
import gavel.auction.partition.DecidedBid;
import gavel.auction.partition.Outbox;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import javax.sql.DataSource;

/** The outbox in PostgreSQL: decisions beyond the cursor of their partition. One round trip to read, one to move the cursors. */
public final class PostgresOutbox implements Outbox {
    private static final String PENDING = """
            select p.partition, p.epoch, d.seq, d.bid_id, d.account_id, d.auction_id, d.lot_id, d.amount, d.outcome,
                   d.placed_at, d.decided_at
              from partition_lease p cross join lateral (
                   select * from bid_decision b where b.partition = p.partition and b.seq > p.history_cursor
                    order by b.seq limit ?) d
             where p.owner = ? and p.instance = ? order by p.partition, d.seq""";

    /**
     * Locked in partition order, as a batch does, and for the time of one statement only. A cursor that is lost in a crash only repeats
     * bids, so its commit need not wait for the disk.
     */
    private static final String STORED = """
            with hasty as (select set_config('synchronous_commit', 'off', true)),
            mine as (
                select p.partition, c.seq
                  from partition_lease p join unnest(?::int[], ?::bigint[], ?::bigint[]) as c(partition, epoch, seq)
                    on p.partition = c.partition and p.epoch = c.epoch
                 where p.owner = ? and p.instance = ? order by p.partition for no key update of p)
            update partition_lease l set history_cursor = greatest(l.history_cursor, mine.seq)
              from mine, hasty where l.partition = mine.partition""";

    private final DataSource database;
    private final NodeIdentity self;

    public PostgresOutbox(DataSource database, NodeIdentity self) {
        this.database = database;
        this.self = self;
    }

    @Override
    public List<Pending> pending(int mostPerPartition) {
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(PENDING)) {
            new Parameters(statement).number(mostPerPartition).text(self.node()).uuid(self.instance());
            List<Pending> pending = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    pending.add(new Pending(
                            rows.getInt("partition"), rows.getLong("epoch"), rows.getLong("seq"), bid(rows)));
                }
            }
            return pending;
        } catch (SQLException e) {
            throw Errors.of(e);
        }
    }

    private static DecidedBid bid(ResultSet row) throws SQLException {
        return new DecidedBid(
                row.getString("bid_id"),
                row.getLong("account_id"),
                row.getLong("auction_id"),
                row.getLong("lot_id"),
                row.getBigDecimal("amount"),
                row.getString("outcome"),
                AuctionRows.instant(row, "placed_at"),
                AuctionRows.instant(row, "decided_at"));
    }

    @Override
    public void stored(List<Pending> written) {
        TreeMap<Integer, Pending> last = new TreeMap<>();
        written.forEach(pending -> last.merge(pending.partition(), pending, (a, b) -> a.seq() > b.seq() ? a : b));
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(STORED)) {
            new Parameters(statement)
                    .ints(last.values(), Pending::partition)
                    .longs(last.values(), Pending::epoch)
                    .longs(last.values(), Pending::seq)
                    .text(self.node())
                    .uuid(self.instance());
            statement.executeUpdate();
        } catch (SQLException e) {
            throw Errors.of(e);
        }
    }
}
