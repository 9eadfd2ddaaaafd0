package gavel.auction.partition.relational;

import java.util.List;

/** A list of rows is a column of arrays each. The lease lock is {@code for no key update}, because the next sequence is written to the row. */
record PostgresStatements() implements Statements {
    static final Statements ALL = new PostgresStatements();

    private static final String RUNNING = "a.state = 'RUNNING' and mod(a.id, " + PARTITIONS + ") = any(?)";
    private static final String VALIDITY = "interval '" + VALIDITY_MILLIS + " milliseconds'";

    @Override
    public String owned() {
        return "select partition, epoch from partition_lease where partition = any(?) and owner = ? and instance = ?";
    }

    @Override
    public String running() {
        return auctions(RUNNING);
    }

    @Override
    public String byId() {
        return auctions("a.id = any(?)");
    }

    private static String auctions(String which) {
        return "select " + AuctionRows.LOT + " from auction a join lot l on l.auction_id = a.id"
                + " join item i on i.id = l.item_id where " + which + " and (l.round = a.round or l.state = 'QUEUED');"
                + " select " + AuctionRows.AUCTION + " from auction a where " + which;
    }

    @Override
    public String due() {
        return "select a.id from auction a where a.state = 'SCHEDULED' and a.starts_at <= clock_timestamp()"
                + " and mod(a.id, " + PARTITIONS + ") = any(?) order by a.starts_at, a.id limit 100";
    }

    @Override
    public String queued() {
        return "select auction_id, count(*) from lot where auction_id = any(?) and state = 'QUEUED' group by auction_id";
    }

    @Override
    public String lotIds() {
        return "select nextval(pg_get_serial_sequence('lot', 'id')) from generate_series(1, 100)";
    }

    @Override
    public String lock() {
        return """
                select partition, epoch, next_seq, clock_timestamp() as now from partition_lease
                 where partition = any(?) and owner = ? and instance = ? order by partition for no key update;
                select %s from bid_decision where bid_id = any(?);
                select account_id, credit_limit, held, spent from credit
                 where account_id = any(?) order by account_id for no key update""".formatted(AuctionRows.DECISION);
    }

    @Override
    public List<String> write() {
        String lots = """
                update lot l set price = c.price, leader_id = c.leader_id, last_bid_id = c.last_bid_id, bid_count = c.bid_count,
                       state = c.state, opened_at = c.opened_at, closes_at = c.closes_at, closed_at = c.closed_at
                  from unnest(?::bigint[], ?::text[]::numeric[], ?::bigint[], ?::text[], ?::int[], ?::text[],
                              ?::text[]::timestamptz[], ?::text[]::timestamptz[], ?::text[]::timestamptz[])
                    as c(id, price, leader_id, last_bid_id, bid_count, state, opened_at, closes_at, closed_at)
                 where l.id = c.id""";
        return List.of("""
                update auction a set state = c.state, revision = c.revision, round = c.round, changed_at = c.changed_at,
                       lot_count = coalesce(c.lot_count, a.lot_count)
                  from unnest(?::bigint[], ?::text[], ?::bigint[], ?::int[], ?::text[]::timestamptz[], ?::int[], ?::text[], ?::bigint[], ?::int[])
                    as c(id, state, revision, round, changed_at, lot_count, was_state, was_revision, was_version)
                 where a.id = c.id and a.state = c.was_state and a.revision = c.was_revision
                   and (a.state <> 'SCHEDULED' or a.version = c.was_version)""", lots, lots, """
                insert into lot (id, auction_id, item_id, position, round, starting_price, state, opened_at, closes_at)
                select * from unnest(?::bigint[], ?::bigint[], ?::bigint[], ?::int[], ?::int[], ?::text[]::numeric[], ?::text[],
                                     ?::text[]::timestamptz[], ?::text[]::timestamptz[])""", """
                update item i set state = c.state, version = i.version + 1
                  from unnest(?::bigint[], ?::text[]) as c(id, state) where i.id = c.id""", """
                update credit r set held = c.held, spent = c.spent
                  from unnest(?::bigint[], ?::text[]::numeric[], ?::text[]::numeric[]) as c(id, held, spent) where r.account_id = c.id""", """
                insert into bid_decision (partition, seq, %s)
                select * from unnest(?::smallint[], ?::bigint[], ?::text[], ?::bigint[], ?::bigint[], ?::bigint[], ?::text[],
                                     ?::text[]::numeric[], ?::text[], ?::text[]::numeric[], ?::text[]::numeric[], ?::bigint[],
                                     ?::text[]::timestamptz[], ?::text[]::timestamptz[])
                on conflict do nothing""".formatted(AuctionRows.DECISION), """
                update partition_lease p set next_seq = c.next_seq
                  from unnest(?::int[], ?::bigint[]) as c(partition, next_seq) where p.partition = c.partition and p.next_seq <> c.next_seq""");
    }

    @Override
    public String renew() {
        return """
                insert into node_lease as n (node, instance, started_at, expires_at, draining)
                values (?, ?, clock_timestamp(), clock_timestamp() + %s, ?)
                on conflict (node) do update set instance = excluded.instance, expires_at = excluded.expires_at,
                    draining = excluded.draining,
                    started_at = case when n.instance = excluded.instance then n.started_at else excluded.started_at end
                 where n.instance = excluded.instance or n.expires_at <= clock_timestamp()
                returning clock_timestamp() as now""".formatted(VALIDITY);
    }

    @Override
    public String leases() {
        return """
                select n.node, n.instance, n.draining, p.partition, p.epoch
                  from node_lease n left join partition_lease p on p.owner = n.node and p.instance = n.instance
                 where n.expires_at > clock_timestamp()""";
    }

    @Override
    public String acquire() {
        return """
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
    }

    @Override
    public String release() {
        return """
                update partition_lease l set owner = null, instance = null, released_at = clock_timestamp()
                  from unnest(?::int[], ?::bigint[]) as c(partition, epoch)
                 where l.partition = c.partition and l.epoch = c.epoch and l.owner = ? and l.instance = ?""";
    }

    @Override
    public String leave() {
        return "delete from node_lease where node = ? and instance = ?";
    }

    @Override
    public String pending() {
        return """
                select p.partition, p.epoch, d.seq, d.bid_id, d.account_id, d.auction_id, d.lot_id, d.amount, d.outcome,
                       d.placed_at, d.decided_at
                  from partition_lease p cross join lateral (
                       select * from bid_decision b where b.partition = p.partition and b.seq > p.history_cursor
                        order by b.seq limit ?) d
                 where p.owner = ? and p.instance = ? order by p.partition, d.seq""";
    }

    /** A cursor that is lost in a crash only repeats bids, so its commit need not wait for the disk. */
    @Override
    public String stored() {
        return """
                with hasty as (select set_config('synchronous_commit', 'off', true)),
                mine as (
                    select p.partition, c.seq
                      from partition_lease p join unnest(?::int[], ?::bigint[], ?::bigint[]) as c(partition, epoch, seq)
                        on p.partition = c.partition and p.epoch = c.epoch
                     where p.owner = ? and p.instance = ? order by p.partition for no key update of p)
                update partition_lease l set history_cursor = greatest(l.history_cursor, mine.seq)
                  from mine, hasty where l.partition = mine.partition""";
    }
}
