package gavel.auction.testing;

import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Rows a test needs before the situation it is about, with as little as they must have. */
public final class Rows {
    private static final String NO_PASSWORD = "none";

    private final JdbcClient sql;

    public Rows(EmbeddedServices.TestDatabase database) {
        sql = JdbcClient.create(database.dataSource());
    }

    public JdbcClient sql() {
        return sql;
    }

    /** An account with a credit limit of a million. */
    public long account(String email) {
        long id = sql.sql("insert into account (email, password_hash, first_name, last_name, created_at)"
                        + " values (?, ?, 'A', 'B', now()) returning id")
                .params(email, NO_PASSWORD)
                .query(Long.class)
                .single();
        sql.sql("insert into credit (account_id, credit_limit) values (?, 1000000)")
                .param(id)
                .update();
        return id;
    }

    public long item(long seller, String title) {
        return sql.sql("insert into item (seller_id, title, \"condition\", category, starting_price, state)"
                        + " values (?, ?, 'GOOD', 'CLOCKS', 100, 'CONSIGNED') returning id")
                .params(seller, title)
                .query(Long.class)
                .single();
    }

    public long auction(long owner, String state) {
        return sql.sql(
                        "insert into auction (name, category, owner_id, starts_at, state, recurring, revision, changed_at, lot_count)"
                                + " values ('Clocks', 'CLOCKS', ?, now() - interval '1' minute, ?, true, 1, now(), 1) returning id")
                .params(owner, state)
                .query(Long.class)
                .single();
    }

    /** An open lot without a bid, at 100.00. */
    public long openLot(long auction, long item, Duration closesIn) {
        return sql.sql(
                        "insert into lot (auction_id, item_id, position, round, starting_price, state, opened_at, closes_at)"
                                + " values (?, ?, 1, 1, 100, 'OPEN', now(), ?) returning id")
                .params(auction, item, Timestamp.from(Instant.now().plus(closesIn)))
                .query(Long.class)
                .single();
    }

    public void attend(long account, long auction) {
        sql.sql("insert into attendance (account_id, auction_id, joined_at) values (?, ?, now())")
                .params(account, auction)
                .update();
    }
}
