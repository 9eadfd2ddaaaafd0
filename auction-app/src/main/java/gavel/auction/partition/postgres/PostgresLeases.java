package gavel.auction.partition.postgres;

import gavel.auction.broker.NodeIdentity;
import gavel.auction.partition.lease.LeaseKeeper;
import gavel.auction.partition.lease.Leases;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import javax.sql.DataSource;

/** Node and partition leases in PostgreSQL, by its clock. */
public final class PostgresLeases implements Leases {
    private static final String VALIDITY = "interval '" + LeaseKeeper.VALIDITY.toMillis() + " milliseconds'";
    private static final String RENEW = """
            insert into node_lease as n (node, instance, started_at, expires_at, draining)
            values (?, ?, clock_timestamp(), clock_timestamp() + %s, ?)
            on conflict (node) do update set instance = excluded.instance, expires_at = excluded.expires_at,
                draining = excluded.draining,
                started_at = case when n.instance = excluded.instance then n.started_at else excluded.started_at end
             where n.instance = excluded.instance or n.expires_at <= clock_timestamp()
            returning clock_timestamp() as now""".formatted(VALIDITY);
    private static final String TABLE = """
            select n.node, n.instance, n.draining, p.partition
              from node_lease n left join partition_lease p on p.owner = n.node and p.instance = n.instance
             where n.expires_at > clock_timestamp()""";
    private static final String ACQUIRE = """
            with free as (
                select p.partition, coalesce(n.expires_at - %s, p.released_at) as idle_since
                  from partition_lease p left join node_lease n on n.node = p.owner and n.instance = p.instance
                 where p.partition = any(?)
                   and (p.owner is null or n.node is null or n.expires_at <= clock_timestamp()
                        or (p.owner = ? and p.instance = ?))
                 order by p.partition for no key update of p skip locked)
            update partition_lease l set owner = ?, instance = ?, epoch = l.epoch + 1
              from free where l.partition = free.partition
            returning l.partition, l.epoch, least(free.idle_since, clock_timestamp()) as idle_since""".formatted(VALIDITY);
    private static final String RELEASE = """
            update partition_lease l set owner = null, instance = null, released_at = clock_timestamp()
              from unnest(?::int[], ?::bigint[]) as c(partition, epoch)
             where l.partition = c.partition and l.epoch = c.epoch and l.owner = ? and l.instance = ?""";
    private static final String LEAVE = "delete from node_lease where node = ? and instance = ?";

    private final DataSource database;
    private final NodeIdentity self;

    public PostgresLeases(DataSource database, NodeIdentity self) {
        this.database = database;
        this.self = self;
    }

    @Override
    public Optional<Instant> renew(boolean draining) {
        return with(RENEW, statement -> {
            new Parameters(statement).text(self.node()).uuid(self.instance()).flag(draining);
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? Optional.of(AuctionRows.instant(rows, "now")) : Optional.empty();
            }
        });
    }

    @Override
    public Table read() {
        return with(TABLE, statement -> {
            List<NodeIdentity> takers = new ArrayList<>();
            Map<Integer, NodeIdentity> owners = new HashMap<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    NodeIdentity node = new NodeIdentity(rows.getString("node"), rows.getObject("instance", UUID.class));
                    if (!rows.getBoolean("draining") && !takers.contains(node)) {
                        takers.add(node);
                    }
                    int partition = rows.getInt("partition");
                    if (!rows.wasNull()) {
                        owners.put(partition, node);
                    }
                }
            }
            return new Table(takers, owners);
        });
    }

    @Override
    public List<Grant> acquire(Collection<Integer> partitions) {
        return with(ACQUIRE, statement -> {
            new Parameters(statement)
                    .ints(partitions, p -> p)
                    .text(self.node())
                    .uuid(self.instance())
                    .text(self.node())
                    .uuid(self.instance());
            List<Grant> grants = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    grants.add(new Grant(
                            rows.getInt("partition"), rows.getLong("epoch"), AuctionRows.instant(rows, "idle_since")));
                }
            }
            return grants;
        });
    }

    @Override
    public void release(Map<Integer, Long> epochs) {
        with(RELEASE, statement -> {
            new Parameters(statement)
                    .ints(epochs.entrySet(), Map.Entry::getKey)
                    .longs(epochs.entrySet(), Map.Entry::getValue)
                    .text(self.node())
                    .uuid(self.instance());
            return statement.executeUpdate();
        });
    }

    @Override
    public void leave() {
        with(LEAVE, statement -> {
            new Parameters(statement).text(self.node()).uuid(self.instance());
            return statement.executeUpdate();
        });
    }

    private interface Work<T> {
        T apply(PreparedStatement statement) throws SQLException;
    }

    private <T> T with(String sql, Work<T> work) {
        try (Connection connection = database.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            return work.apply(statement);
        } catch (SQLException e) {
            throw Errors.of(e);
        }
    }
}
