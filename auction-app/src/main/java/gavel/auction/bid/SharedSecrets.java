package gavel.auction.bid;

import gavel.auction.relational.Dialect;
import java.util.random.RandomGenerator;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Keys all nodes share, made by the first that needs one. */
@Repository
class SharedSecrets {
    private static final int BYTES = 32;

    private final JdbcClient sql;
    private final Dialect dialect;
    private final RandomGenerator random;

    SharedSecrets(JdbcClient sql, Dialect dialect, RandomGenerator random) {
        this.sql = sql;
        this.dialect = dialect;
        this.random = random;
    }

    byte[] get(String name) {
        byte[] candidate = new byte[BYTES];
        random.nextBytes(candidate);
        sql.sql(dialect.insertOnce("insert into shared_secret (name, value) values (?, ?)"))
                .params(name, candidate)
                .update();
        return sql.sql("select value from shared_secret where name = ?")
                .param(name)
                .query((row, n) -> row.getBytes(1))
                .single();
    }
}
