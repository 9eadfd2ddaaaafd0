package gavel.auction.partition;

import com.zaxxer.hikari.HikariDataSource;
import gavel.auction.relational.Dialect;
import gavel.auction.settings.Settings;
import javax.sql.DataSource;

/**
 * The engine's own few sessions. They end when they idle a second in a transaction, so a node that freezes keeps no locks. They give up a
 * lock after half a second (MariaDB: a second), so a frozen node blocks no other.
 */
record EngineDatabase(HikariDataSource pool, Dialect dialect) implements AutoCloseable {
    private static final int SESSIONS = 4;

    static EngineDatabase of(Settings.Database settings, String node) {
        HikariDataSource pool = new HikariDataSource();
        pool.setPoolName("engine");
        pool.setJdbcUrl(settings.url());
        pool.setUsername(settings.username());
        pool.setPassword(settings.password());
        pool.setMaximumPoolSize(SESSIONS);
        pool.setMinimumIdle(SESSIONS);
        pool.setConnectionTimeout(1_000);
        pool.setValidationTimeout(500);
        pool.setInitializationFailTimeout(-1);
        Dialect dialect = Dialect.of(settings.url());
        dialect.sessions(pool, "gavel " + node + " engine");
        dialect.impatientSessions(pool);
        return new EngineDatabase(pool, dialect);
    }

    DataSource sessions() {
        return pool;
    }

    @Override
    public void close() {
        pool.close();
    }
}
