package gavel.harness.collect.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class DatabaseStatisticsIT {
    @Test
    void countsWhatHappenedBetweenTwoReadings() throws Exception {
        try (EmbeddedPostgres postgres = EmbeddedPostgres.start()) {
            String url = postgres.getJdbcUrl("postgres", "postgres");
            DatabaseStatistics before = DatabaseStatistics.read(url, "postgres", "postgres");
            try (Connection connection = DriverManager.getConnection(url, "postgres", "postgres");
                    Statement statement = connection.createStatement()) {
                statement.execute("CREATE TABLE lot (id int)");
                statement.execute("INSERT INTO lot SELECT generate_series(1, 500)");
                statement.execute("SELECT pg_stat_force_next_flush()");
            }
            DatabaseUse use =
                    DatabaseStatistics.read(url, "postgres", "postgres").since(before);
            assertThat(use.version()).startsWith("PostgreSQL 18");
            assertThat(use.settings()).containsKeys("fsync", "shared_buffers", "synchronous_commit");
            assertThat(use.deltas().get("rowsInserted")).isGreaterThanOrEqualTo(500);
            assertThat(use.deltas().get("commits")).isPositive();
            assertThat(use.deltas().get("walBytes")).isPositive();
            assertThat(use.deltas()).containsKeys("checkpointsTimed", "deadlocks", "temporaryBytes");
            whatAnAccountMayNotReadIsLeftOutAndSaid(url);
        }
    }

    private static void whatAnAccountMayNotReadIsLeftOutAndSaid(String url) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, "postgres", "postgres");
                Statement statement = connection.createStatement()) {
            statement.execute("REVOKE SELECT ON pg_stat_wal FROM PUBLIC");
            statement.execute("CREATE ROLE stranger LOGIN");
        }
        DatabaseStatistics read = DatabaseStatistics.read(url, "stranger", "");
        assertThat(read.refused()).singleElement().asString().contains("permission denied for view pg_stat_wal");
        assertThat(read.counters()).containsKeys("commits", "checkpointsTimed").doesNotContainKey("walBytes");
    }
}
