package gavel.harness.collect.metrics;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One reading of the cumulative statistics of PostgreSQL or MariaDB. PostgreSQL's backends hand theirs in with a delay of about a second, so a difference over a
 * minute is good to a few per cent at its edges.
 *
 * @param refused what the account may not read, in the server's words
 */
public record DatabaseStatistics(
        String version, Map<String, String> settings, Map<String, Long> counters, List<String> refused) {
    private static final String DATABASE = """
            SELECT xact_commit AS commits, xact_rollback AS rollbacks, blks_read AS "blocksRead", blks_hit AS "blocksHit",
                   tup_returned AS "rowsReturned", tup_fetched AS "rowsFetched", tup_inserted AS "rowsInserted",
                   tup_updated AS "rowsUpdated", tup_deleted AS "rowsDeleted", conflicts, deadlocks,
                   temp_bytes AS "temporaryBytes"
            FROM pg_stat_database WHERE datname = current_database()""";
    private static final String WAL = """
            SELECT wal_records AS "walRecords", wal_fpi AS "walFullPages", wal_bytes::bigint AS "walBytes",
                   wal_buffers_full AS "walBuffersFull"
            FROM pg_stat_wal""";
    private static final String CHECKPOINTS_17 = """
            SELECT num_timed AS "checkpointsTimed", num_requested AS "checkpointsRequested",
                   buffers_written AS "checkpointBuffers"
            FROM pg_stat_checkpointer""";
    private static final String CHECKPOINTS_OLDER = """
            SELECT checkpoints_timed AS "checkpointsTimed", checkpoints_req AS "checkpointsRequested",
                   buffers_checkpoint AS "checkpointBuffers"
            FROM pg_stat_bgwriter""";
    private static final List<String> SETTINGS = List.of(
            "fsync",
            "synchronous_commit",
            "full_page_writes",
            "shared_buffers",
            "wal_buffers",
            "max_wal_size",
            "checkpoint_timeout",
            "max_connections",
            "huge_pages");
    /** SQLSTATE. */
    private static final String NOT_ALLOWED = "42501";

    private static final int CHECKPOINTER_VIEW_SINCE = 17;
    private static final int WAL_VIEW_SINCE = 14;

    public static DatabaseStatistics read(String url, String username, String password) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url, username, password)) {
            String product = connection.getMetaData().getDatabaseProductName();
            String version = product + " " + connection.getMetaData().getDatabaseProductVersion();
            if (product.equals("MariaDB")) {
                return new DatabaseStatistics(
                        version, MariaDbCounters.settings(connection), MariaDbCounters.read(connection), List.of());
            }
            List<String> refused = new ArrayList<>();
            return new DatabaseStatistics(version, settings(connection), counters(connection, refused), refused);
        }
    }

    private static Map<String, Long> counters(Connection connection, List<String> refused) throws SQLException {
        int major = connection.getMetaData().getDatabaseMajorVersion();
        List<String> views = new ArrayList<>(List.of(DATABASE));
        if (major >= WAL_VIEW_SINCE) {
            views.add(WAL);
        }
        views.add(major >= CHECKPOINTER_VIEW_SINCE ? CHECKPOINTS_17 : CHECKPOINTS_OLDER);
        Map<String, Long> counters = new LinkedHashMap<>();
        for (String view : views) {
            try {
                add(connection, view, counters);
            } catch (SQLException e) {
                if (!NOT_ALLOWED.equals(e.getSQLState())) {
                    throw e;
                }
                refused.add(e.getMessage());
            }
        }
        return counters;
    }

    private static void add(Connection connection, String query, Map<String, Long> into) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            ResultSetMetaData columns = row.getMetaData();
            if (row.next()) {
                for (int i = 1; i <= columns.getColumnCount(); i++) {
                    into.put(columns.getColumnLabel(i), row.getLong(i));
                }
            }
        }
    }

    private static Map<String, String> settings(Connection connection) throws SQLException {
        Map<String, String> settings = new LinkedHashMap<>();
        for (String name : SETTINGS) {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT current_setting('" + name + "', true)")) {
                if (row.next() && row.getString(1) != null) {
                    settings.put(name, row.getString(1));
                }
            }
        }
        return settings;
    }

    public DatabaseUse since(DatabaseStatistics earlier) {
        return new DatabaseUse(version, settings, Counters.rise(earlier.counters, counters));
    }
}
