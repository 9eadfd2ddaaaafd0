package gavel.auction.image;

import gavel.auction.problem.ApiProblem;
import gavel.auction.relational.Dialect;
import gavel.auction.settings.Settings;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** How much one account, and all of them together, may upload in all. What the data set was loaded with does not count. */
@Component
final class UploadQuotas {
    /** The sum of all accounts reads a row of each, and uploads come by the hundred in a second. */
    private static final long BETWEEN_SUMS_NANOS = Duration.ofSeconds(10).toNanos();

    private final JdbcClient database;
    private final Dialect dialect;
    private final Settings.Images limits;
    private final long most;
    private final LongSupplier nanoClock;
    private final AtomicLong nextSum;
    /** The last sum, and what this node has counted since. */
    private final AtomicLong all = new AtomicLong();

    @Autowired
    UploadQuotas(JdbcClient database, Settings settings) {
        this(database, settings, System::nanoTime);
    }

    UploadQuotas(JdbcClient database, Settings settings, LongSupplier nanoClock) {
        this.database = database;
        this.dialect = Dialect.of(settings.database().url());
        this.limits = settings.images();
        this.most = settings.totalUploads();
        this.nanoClock = nanoClock;
        this.nextSum = new AtomicLong(nanoClock.getAsLong());
    }

    /** Asked before the work. @throws ApiProblem 409 or 507 */
    void require(long accountId) {
        boolean left = database.sql("select pictures, bytes from upload where account_id = :account")
                .param("account", accountId)
                .query((row, _) -> row.getInt("pictures") < limits.mostOfAccount()
                        && row.getLong("bytes") < limits.accountSize().toBytes())
                .optional()
                .orElse(true);
        if (!left) {
            throw exhausted();
        }
        if (all() >= most) {
            throw ApiProblem.full("The server has no room for more pictures.");
        }
    }

    /** Other nodes may have taken more for some seconds. */
    private long all() {
        long due = nextSum.get();
        long now = nanoClock.getAsLong();
        if (now - due >= 0 && nextSum.compareAndSet(due, now + BETWEEN_SUMS_NANOS)) {
            all.set(database.sql("select coalesce(sum(bytes), 0) from upload")
                    .query(Long.class)
                    .single());
        }
        return all.get();
    }

    /** Part of the transaction that stores the picture. @throws ApiProblem 409 */
    void count(long accountId, long bytes) {
        if (!add(accountId, bytes)) {
            database.sql(dialect.insertOnce("insert into upload (account_id, pictures, bytes) values (:account, 0, 0)"))
                    .param("account", accountId)
                    .update();
            if (!add(accountId, bytes)) {
                throw exhausted();
            }
        }
        all.addAndGet(bytes);
    }

    private boolean add(long accountId, long bytes) {
        return database.sql("""
                        update upload set pictures = pictures + 1, bytes = bytes + :bytes
                        where account_id = :account and pictures < :most and bytes + :bytes <= :size""")
                        .param("bytes", bytes)
                        .param("account", accountId)
                        .param("most", limits.mostOfAccount())
                        .param("size", limits.accountSize().toBytes())
                        .update()
                == 1;
    }

    private ApiProblem exhausted() {
        return ApiProblem.conflict(String.format(
                Locale.ROOT,
                "An account may upload at most %,d pictures of %,d bytes together.",
                limits.mostOfAccount(),
                limits.accountSize().toBytes()));
    }
}
