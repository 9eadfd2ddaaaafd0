package gavel.auction.watch;

import gavel.auction.problem.ApiProblem;
import gavel.auction.relational.Dialect;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** Which items each account watches. */
@Component
class WatchedItems {
    static final int MOST = 100;

    private final JdbcClient database;
    private final Dialect dialect;
    private final InstantSource clock;

    WatchedItems(JdbcClient database, Dialect dialect, InstantSource clock) {
        this.database = database;
        this.dialect = dialect;
        this.clock = clock;
    }

    /** The last added first. */
    List<Long> of(long accountId) {
        return database.sql("select item_id from watched where account_id = :account order by since desc, item_id desc"
                        + " limit " + MOST)
                .param("account", accountId)
                .query(Long.class)
                .list();
    }

    /** Doing it again is harmless. @throws ApiProblem 404 for what was never offered, 409 for one too many */
    void add(long accountId, long itemId) {
        boolean offered = database.sql("select count(*) from item where id = :item and state in ('CONSIGNED', 'SOLD')")
                        .param("item", itemId)
                        .query(Integer.class)
                        .single()
                > 0;
        if (!offered) {
            throw ApiProblem.notFound("offered item", itemId);
        }
        List<Long> known = of(accountId);
        if (known.size() >= MOST && !known.contains(itemId)) {
            throw ApiProblem.conflict("At most " + MOST + " items can be watched: remove one first.");
        }
        database.sql(dialect.insertOnce(
                        "insert into watched (account_id, item_id, since) values (:account, :item, :since)"))
                .param("account", accountId)
                .param("item", itemId)
                .param("since", clock.instant().atOffset(ZoneOffset.UTC))
                .update();
    }

    /** Doing it again is harmless. */
    void remove(long accountId, long itemId) {
        database.sql("delete from watched where account_id = :account and item_id = :item")
                .param("account", accountId)
                .param("item", itemId)
                .update();
    }
}
