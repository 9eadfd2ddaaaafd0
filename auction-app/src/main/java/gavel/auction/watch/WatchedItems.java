package gavel.auction.watch;

import gavel.auction.problem.ApiProblem;
import gavel.auction.relational.Dialect;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** Which items each account watches. */
@Component
class WatchedItems {
    static final int MOST = 100;

    private final JdbcClient database;
    private final Dialect dialect;
    private final TransactionTemplate transaction;
    private final InstantSource clock;

    WatchedItems(JdbcClient database, Dialect dialect, TransactionTemplate transaction, InstantSource clock) {
        this.database = database;
        this.dialect = dialect;
        this.transaction = transaction;
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
        transaction.executeWithoutResult(_ -> addOffered(accountId, itemId));
    }

    private void addOffered(long accountId, long itemId) {
        // One after another: else each of many at once would count only those before all of them.
        database.sql("select id from account where id = :account" + dialect.forChange())
                .param("account", accountId)
                .query(Long.class)
                .single();
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
