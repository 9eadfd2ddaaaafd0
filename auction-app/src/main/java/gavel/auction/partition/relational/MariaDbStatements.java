package gavel.auction.partition.relational;

import java.util.List;

/**
 * A list of rows is one JSON text, read as a table. That table leads every join, because only then the server looks up, and locks, the
 * rows that are meant and no others.
 */
record MariaDbStatements() implements Statements {
    static final Statements ALL = new MariaDbStatements();

    private static final String PARTITION_LIST = list("id smallint");
    private static final String ID_LIST = list("id bigint");

    /** @param columns of the list, each a name and a type */
    private static String list(String columns) {
        StringBuilder path = new StringBuilder("json_table(?, '$[*]' columns (");
        int i = 0;
        for (String column : columns.split(", ")) {
            path.append(i == 0 ? "" : ", ")
                    .append(column)
                    .append(" path '$[")
                    .append(i++)
                    .append("]'");
        }
        return path.append(")) c ").toString();
    }

    @Override
    public String owned() {
        return "select p.\"partition\", p.epoch from " + PARTITION_LIST
                + " straight_join partition_lease p on p.\"partition\" = c.id where p.owner = ? and p.instance = ?";
    }

    @Override
    public String running() {
        return auctions(PARTITION_LIST + " straight_join auction a on a.state = 'RUNNING' and mod(a.id, " + PARTITIONS
                + ") = c.id");
    }

    @Override
    public String byId() {
        return auctions(ID_LIST + " straight_join auction a on a.id = c.id");
    }

    private static String auctions(String which) {
        return "select " + AuctionRows.LOT + " from " + which + " straight_join lot l on l.auction_id = a.id"
                + " and (l.round = a.round or l.state = 'QUEUED') straight_join item i on i.id = l.item_id;"
                + " select " + AuctionRows.AUCTION + " from " + which;
    }

    @Override
    public String due() {
        return "select a.id from " + PARTITION_LIST + " join auction a on mod(a.id, " + PARTITIONS + ") = c.id"
                + " where a.state = 'SCHEDULED' and a.starts_at <= sysdate(6) order by a.starts_at, a.id limit 100";
    }

    @Override
    public String queued() {
        return "select l.auction_id, count(*) from " + ID_LIST
                + " straight_join lot l on l.auction_id = c.id and l.state = 'QUEUED' group by l.auction_id";
    }

    @Override
    public String lotIds() {
        return "with recursive n(i) as (select 1 union all select i + 1 from n where i < 100) select nextval(lot_id) from n";
    }

    @Override
    public String lock() {
        return """
                select p."partition", p.epoch, p.next_seq, sysdate(6) as now
                  from %s straight_join partition_lease p force index (primary) on p."partition" = c.id
                 where p.owner = ? and p.instance = ? for update;
                select %s from %s straight_join bid_decision d on d.bid_id = c.id;
                select r.account_id, r.credit_limit, r.held, r.spent
                  from %s straight_join credit r force index (primary) on r.account_id = c.id for update""".formatted(PARTITION_LIST, AuctionRows.DECISION, list("id varchar(64)"), ID_LIST);
    }

    @Override
    public List<String> write() {
        String lots = "update "
                + list("id bigint, price decimal(12,2), leader_id bigint, last_bid_id varchar(64), "
                        + "bid_count int, state varchar(10), opened_at datetime(6), closes_at datetime(6), "
                        + "closed_at datetime(6)")
                + """
                 straight_join lot l force index (primary) on l.id = c.id
                  set l.price = c.price, l.leader_id = c.leader_id, l.last_bid_id = c.last_bid_id, l.bid_count = c.bid_count,
                      l.state = c.state, l.opened_at = c.opened_at, l.closes_at = c.closes_at, l.closed_at = c.closed_at""";
        return List.of(
                "update "
                        + list("id bigint, state varchar(10), revision bigint, round int, changed_at datetime(6), "
                                + "lot_count int, was_state varchar(10), was_revision bigint, was_version int")
                        + """
                 straight_join auction a force index (primary) on a.id = c.id and a.state = c.was_state
                   and a.revision = c.was_revision and (a.state <> 'SCHEDULED' or a.version = c.was_version)
                  set a.state = c.state, a.revision = c.revision, a.round = c.round, a.changed_at = c.changed_at,
                      a.lot_count = coalesce(c.lot_count, a.lot_count)""",
                lots,
                lots,
                "insert into lot (id, auction_id, item_id, position, round, starting_price, state, opened_at, closes_at) select * from "
                        + list("id bigint, auction_id bigint, item_id bigint, position int, round int, "
                                + "starting_price decimal(12,2), state varchar(10), opened_at datetime(6), "
                                + "closes_at datetime(6)"),
                "update " + list("id bigint, state varchar(10)")
                        + " straight_join item i force index (primary) on i.id = c.id set i.state = c.state, i.version = i.version + 1",
                "update " + list("id bigint, held decimal(12,2), spent decimal(12,2)")
                        + " straight_join credit r force index (primary) on r.account_id = c.id set r.held = c.held, r.spent = c.spent",
                "insert into bid_decision (\"partition\", seq, " + AuctionRows.DECISION + ") select * from "
                        + list("id smallint, seq bigint, bid_id varchar(200), auction_id bigint, lot_id bigint, "
                                + "account_id bigint, idempotency_key varchar(200), amount decimal(12,2), "
                                + "outcome varchar(20), price decimal(12,2), minimum_bid decimal(12,2), revision bigint, "
                                + "placed_at datetime(6), decided_at datetime(6)"),
                "update " + list("id smallint, next_seq bigint") + """
                 straight_join partition_lease p force index (primary) on p."partition" = c.id and p.next_seq <> c.next_seq
                  set p.next_seq = c.next_seq""");
    }

    /** Assignments see those before them, so the expiry comes last: by then the row has this instance or it is not to be touched. */
    @Override
    public String renew() {
        return """
                begin not atomic
                  declare n varchar(80) default ?;
                  declare i char(36) default ?;
                  insert into node_lease (node, instance, started_at, expires_at, draining)
                  values (n, i, now(6), now(6) + interval %s microsecond, ?)
                  on duplicate key update
                    started_at = if(instance <> value(instance) and expires_at <= now(6), value(started_at), started_at),
                    draining = if(instance = value(instance) or expires_at <= now(6), value(draining), draining),
                    instance = if(expires_at <= now(6), value(instance), instance),
                    expires_at = if(instance = value(instance), value(expires_at), expires_at);
                  select sysdate(6) as now from node_lease where node = n and instance = i;
                end""".formatted(VALIDITY_MILLIS * 1_000);
    }

    @Override
    public String leases() {
        return """
                select n.node, n.instance, n.draining, p."partition", p.epoch
                  from node_lease n left join partition_lease p on p.owner = n.node and p.instance = n.instance
                 where n.expires_at > sysdate(6)""";
    }

    /** Leases of nodes are read in subqueries, because what a locking query joins it locks. */
    @Override
    public String acquire() {
        return """
                begin not atomic
                  declare exit handler for sqlexception begin rollback; resignal; end;
                  start transaction;
                  select json_arrayagg(json_array(f.id, f.idle_since)) into @free from (
                    select p."partition" as id, coalesce(
                        (select n.expires_at - interval %s microsecond from node_lease n
                          where n.node = p.owner and n.instance = p.instance), p.released_at) as idle_since
                      from %s straight_join partition_lease p force index (primary) on p."partition" = c.id
                     where (p.owner is null or (p.owner = ? and p.instance = ?)
                        or not exists (select 1 from node_lease n where n.node = p.owner and n.instance = p.instance
                                          and n.expires_at > sysdate(6)))
                       for update skip locked) f;
                  update %s straight_join partition_lease l force index (primary) on l."partition" = c.id
                     set l.owner = ?, l.instance = ?, l.epoch = l.epoch + 1;
                  select l."partition", l.epoch, least(c.idle_since, sysdate(6)) as idle_since
                    from %s straight_join partition_lease l on l."partition" = c.id;
                  commit;
                end""".formatted(
                        VALIDITY_MILLIS * 1_000,
                        PARTITION_LIST,
                        list("id smallint").replace("?", "@free"),
                        list("id smallint, idle_since datetime(6)").replace("?", "@free"));
    }

    @Override
    public String release() {
        return "update " + list("id smallint, epoch bigint") + """
                 straight_join partition_lease l force index (primary) on l."partition" = c.id and l.epoch = c.epoch
                   and l.owner = ? and l.instance = ?
                  set l.owner = null, l.instance = null, l.released_at = sysdate(6)""";
    }

    @Override
    public String leave() {
        return "delete from node_lease where node = ? and instance = ?";
    }

    /** Sequences have no gaps, so the next ones are those next to the cursor. */
    @Override
    public String pending() {
        return """
                with most as (select ? as n)
                select p."partition", p.epoch, d.seq, d.bid_id, d.account_id, d.auction_id, d.lot_id, d.amount, d.outcome,
                       d.placed_at, d.decided_at
                  from most straight_join partition_lease p straight_join bid_decision d
                    on d."partition" = p."partition" and d.seq > p.history_cursor and d.seq <= p.history_cursor + most.n
                 where p.owner = ? and p.instance = ? order by p."partition", d.seq""";
    }

    @Override
    public String stored() {
        return "update " + list("id smallint, epoch bigint, seq bigint") + """
                 straight_join partition_lease l force index (primary) on l."partition" = c.id and l.epoch = c.epoch
                   and l.owner = ? and l.instance = ?
                  set l.history_cursor = greatest(l.history_cursor, c.seq)""";
    }
}
