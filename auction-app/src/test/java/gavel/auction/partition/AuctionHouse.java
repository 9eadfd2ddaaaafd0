package gavel.auction.partition;

import gavel.auction.testing.EmbeddedServices.TestDatabase;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** A database with bidders and auctions for tests of the engine, and questions to it: all by one connection, one after the other. */
final class AuctionHouse implements AutoCloseable {
    static final BigDecimal STARTING_PRICE = new BigDecimal("100.00");

    private final Connection connection;

    AuctionHouse(TestDatabase database) throws SQLException {
        this.connection = database.dataSource().getConnection();
    }

    /** Accounts 1..n with credit without an end. */
    void accounts(int n) {
        for (int id = 1; id <= n; id++) {
            run("insert into account (id, email, password_hash, first_name, last_name, created_at) values (" + id
                    + ", 'u" + id + "@gavel.example', 'x', 'A', 'B', now())");
            run("insert into credit (account_id, credit_limit) values (" + id + ", 900000000)");
        }
    }

    /** A running auction whose first lot is open, owned by account 1. */
    void runningAuction(long id, int lots, boolean recurring) {
        auction(id, "RUNNING", recurring, lots);
        run(
                "update lot set state = 'OPEN', opened_at = now(), closes_at = now() + interval '30' second where position = 1"
                        + " and auction_id = " + id);
        run("update auction set revision = 1, changed_at = now() where id = " + id);
    }

    void auction(long id, String state, boolean recurring, int lots) {
        run("insert into auction (id, name, category, owner_id, starts_at, state, recurring, lot_count) values (" + id
                + ", 'Auction', 'clocks', 1, now(), '" + state + "', " + recurring + ", " + lots + ")");
        for (int position = 1; position <= lots; position++) {
            long item = number("insert into item (seller_id, title, \"condition\", category, starting_price, state)"
                    + " values (1, 'Clock', 'good', 'clocks', " + STARTING_PRICE + ", 'CONSIGNED') returning id");
            run("insert into lot (auction_id, item_id, position, round, starting_price, state) values (" + id + ", "
                    + item + ", " + position + ", 1, " + STARTING_PRICE + ", 'QUEUED')");
        }
    }

    long openLot(long auction) {
        return number("select id from lot where auction_id = " + auction + " and state in ('OPEN', 'LAST_CALL')");
    }

    void run(String sql) {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    long number(String sql) {
        return rows(sql).stream()
                .mapToLong(row -> ((Number) row.getFirst()).longValue())
                .findFirst()
                .orElseThrow();
    }

    List<List<Object>> rows(String sql) {
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            List<List<Object>> all = new ArrayList<>();
            while (rows.next()) {
                List<Object> row = new ArrayList<>();
                for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                    row.add(rows.getObject(i));
                }
                all.add(row);
            }
            return all;
        } catch (SQLException e) {
            throw new IllegalStateException(sql, e);
        }
    }

    /** Violations of what the audit proves, each as a sentence. */
    List<String> violations() {
        List<String> found = new ArrayList<>();
        none(found, "price does not rise", """
                select lot_id, seq from (select lot_id, seq, amount, lag(amount) over (partition by lot_id order by seq) as former
                  from bid_decision where outcome = 'ACCEPTED') d where amount <= former""");
        none(found, "leader or price is not the last accepted bid", """
                select l.id from lot l left join bid_decision d on d.lot_id = l.id and d.seq = (
                  select max(b.seq) from bid_decision b where b.lot_id = l.id and b.outcome = 'ACCEPTED')
                 where coalesce(l.price, -1) <> coalesce(d.amount, -1) or coalesce(l.leader_id, -1) <> coalesce(d.account_id, -1)
                    or coalesce(l.last_bid_id, '') <> coalesce(d.bid_id, '')""");
        none(found, "held is not the sum of led open lots", """
                select c.account_id, c.held from credit c left join (select leader_id, sum(price) as led from lot
                  where state in ('OPEN', 'LAST_CALL') group by leader_id) l on l.leader_id = c.account_id
                 where c.held <> coalesce(l.led, 0)""");
        none(found, "spent is not the sum of purchases", """
                select c.account_id, c.spent from credit c left join (select leader_id, sum(price) as bought from lot
                  where state = 'SOLD' group by leader_id) l on l.leader_id = c.account_id where c.spent <> coalesce(l.bought, 0)""");
        none(found, "bid count is wrong", """
                select l.id from lot l where l.bid_count <> (select count(*) from bid_decision b
                  where b.lot_id = l.id and b.outcome = 'ACCEPTED')""");
        none(found, "sequence has a gap", """
                select p."partition" from partition_lease p where next_seq <> 1 + (select count(*) from bid_decision b
                  where b."partition" = p."partition")""");
        return found;
    }

    private void none(List<String> found, String sentence, String sql) {
        List<List<Object>> rows = rows(sql);
        if (!rows.isEmpty()) {
            found.add(sentence + ": " + rows);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
