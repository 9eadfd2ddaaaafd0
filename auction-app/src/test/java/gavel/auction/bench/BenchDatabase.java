package gavel.auction.bench;

import gavel.auction.testing.EmbeddedServices.TestDatabase;
import gavel.auction.testing.MariaDbServer;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * The relational store of the bench, a process of its own that waits for its disk.
 *
 * @param durability as the server itself states it
 */
record BenchDatabase(String name, TestDatabase address, long pid, String durability, Closing closing)
        implements AutoCloseable {
    interface Closing {
        void close() throws IOException;
    }

    static BenchDatabase of(String name) throws IOException, InterruptedException {
        return switch (name) {
            case "postgresql" -> postgresql();
            case "mariadb" -> mariadb();
            default -> throw new IllegalArgumentException("the database must be postgresql or mariadb: " + name);
        };
    }

    private static BenchDatabase postgresql() throws IOException {
        EmbeddedPostgres postgres = EmbeddedPostgres.builder()
                .setServerConfig("listen_addresses", "127.0.0.1")
                .setServerConfig("fsync", "on")
                .setServerConfig("full_page_writes", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("shared_buffers", "256MB")
                .setServerConfig("min_wal_size", "1GB")
                .setServerConfig("max_wal_size", "2GB")
                .setServerConfig("checkpoint_timeout", "15min")
                .setServerConfig("max_connections", "100")
                .start();
        TestDatabase address = new TestDatabase(postgres.getJdbcUrl("postgres", "postgres"), "postgres", "");
        JdbcClient sql = JdbcClient.create(address.dataSource());
        Path data = Path.of(sql.sql("show data_directory").query(String.class).single());
        long pid = Long.parseLong(
                Files.readAllLines(data.resolve("postmaster.pid")).getFirst());
        String durability = "fsync " + sql.sql("show fsync").query(String.class).single() + ", synchronous_commit "
                + sql.sql("show synchronous_commit").query(String.class).single();
        return new BenchDatabase("PostgreSQL", address, pid, durability, postgres::close);
    }

    private static BenchDatabase mariadb() throws IOException, InterruptedException {
        MariaDbServer server = MariaDbServer.durable();
        TestDatabase address = server.database();
        String flush = JdbcClient.create(address.dataSource())
                .sql("select @@innodb_flush_log_at_trx_commit")
                .query(String.class)
                .single();
        return new BenchDatabase(
                "MariaDB", address, server.pid(), "innodb_flush_log_at_trx_commit " + flush, server::close);
    }

    /** From now on PostgreSQL writes its log over old files, as a database does that has run for a while; MariaDB always does. */
    void checkpoint() {
        JdbcClient.create(address.dataSource())
                .sql(address.dialect().sql("checkpoint", "do 0"))
                .update();
    }

    @Override
    public void close() throws IOException {
        closing.close();
    }
}
