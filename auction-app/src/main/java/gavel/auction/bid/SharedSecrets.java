package gavel.auction.bid;

import java.util.random.RandomGenerator;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Keys all nodes share, made by the first that needs one. */
@Repository
class SharedSecrets {
    private static final int BYTES = 32;

    private final JdbcClient sql;
    private final RandomGenerator random;

    SharedSecrets(JdbcClient sql, RandomGenerator random) {
        this.sql = sql;
        this.random = random;
    }

    byte[] get(String name) {
        byte[] candidate = new byte[BYTES];
        random.nextBytes(candidate);
        sql.sql("insert into shared_secret (name, value) values (?, ?) on conflict (name) do nothing")
                .params(name, candidate)
                .update();
        return sql.sql("select value from shared_secret where name = ?")
                .param(name)
                .query((row, n) -> row.getBytes(1))
                .single();
    }
}
