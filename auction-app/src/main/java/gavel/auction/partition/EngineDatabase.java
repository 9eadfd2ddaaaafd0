package gavel.auction.partition;

import com.zaxxer.hikari.HikariDataSource;
import gavel.auction.settings.Settings;
import javax.sql.DataSource;

/**
 * The engine's own few sessions. They end when they idle a second in a transaction, so a node that freezes keeps no locks, and give up a
 * lock after half a second, so a frozen node keeps nobody waiting.
 */
record EngineDatabase(HikariDataSource pool) implements AutoCloseable {
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
        pool.addDataSourceProperty("ApplicationName", "gavel " + node + " engine");
        pool.addDataSourceProperty("prepareThreshold", "2");
        pool.addDataSourceProperty("tcpKeepAlive", "true");
        pool.addDataSourceProperty("connectTimeout", "2");
        pool.addDataSourceProperty("socketTimeout", "5");
        pool.addDataSourceProperty(
                "options", "-c idle_in_transaction_session_timeout=1000 -c lock_timeout=500 -c statement_timeout=4000");
        return new EngineDatabase(pool);
    }

    DataSource sessions() {
        return pool;
    }

    @Override
    public void close() {
        pool.close();
    }
}
