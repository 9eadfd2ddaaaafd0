package gavel.harness.collect.metrics;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What MariaDB counts since it started, under the names of the result. What a version does not count is left out. */
final class MariaDbCounters {
    private static final Map<String, String> COUNTERS = counters();
    private static final List<String> SETTINGS = List.of(
            "innodb_flush_log_at_trx_commit",
            "innodb_doublewrite",
            "innodb_flush_method",
            "log_bin",
            "sync_binlog",
            "innodb_buffer_pool_size",
            "innodb_log_file_size",
            "max_connections",
            "innodb_ft_min_token_size");

    private MariaDbCounters() {}

    private static Map<String, String> counters() {
        Map<String, String> counters = new LinkedHashMap<>();
        counters.put("Questions", "statements");
        counters.put("Handler_commit", "commits");
        counters.put("Handler_rollback", "rollbacks");
        counters.put("Innodb_buffer_pool_read_requests", "pagesWanted");
        counters.put("Innodb_buffer_pool_reads", "pagesRead");
        counters.put("Innodb_pages_written", "pagesWritten");
        counters.put("Handler_write", "rowsInserted");
        counters.put("Handler_update", "rowsUpdated");
        counters.put("Handler_delete", "rowsDeleted");
        counters.put("Innodb_os_log_written", "logBytes");
        counters.put("Innodb_log_waits", "logWaits");
        counters.put("Innodb_data_fsyncs", "fileSyncs");
        counters.put("Innodb_row_lock_waits", "lockWaits");
        counters.put("Innodb_row_lock_time", "lockWaitMillis");
        counters.put("Innodb_deadlocks", "deadlocks");
        counters.put("Created_tmp_disk_tables", "temporaryTablesOnDisk");
        counters.put("Sort_merge_passes", "sortMergePasses");
        counters.put("Aborted_clients", "abortedClients");
        return counters;
    }

    static Map<String, Long> read(Connection connection) throws SQLException {
        Map<String, String> found = shown(connection, "STATUS", List.copyOf(COUNTERS.keySet()));
        Map<String, Long> values = new LinkedHashMap<>();
        COUNTERS.forEach((theirs, ours) -> {
            if (found.containsKey(theirs)) {
                values.put(ours, Long.parseLong(found.get(theirs)));
            }
        });
        return values;
    }

    static Map<String, String> settings(Connection connection) throws SQLException {
        return shown(connection, "VARIABLES", SETTINGS);
    }

    private static Map<String, String> shown(Connection connection, String what, List<String> names)
            throws SQLException {
        String list = names.stream().map(name -> "'" + name + "'").collect(Collectors.joining(", "));
        try (Statement statement = connection.createStatement();
                ResultSet rows =
                        statement.executeQuery("SHOW GLOBAL " + what + " WHERE Variable_name IN (" + list + ")")) {
            Map<String, String> shown = new LinkedHashMap<>();
            while (rows.next()) {
                shown.put(rows.getString(1), rows.getString(2));
            }
            return shown;
        }
    }
}
