package gavel.auction.dataset.load;

import gavel.auction.dataset.plan.DataSetPlan;
import gavel.auction.dataset.stores.DataSetRecord;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;

/** Compares the loaded rows with the plan, made again, in the columns that users cannot change. Streams both. */
public final class LoadedRows {
    private static final int ROWS = 2_000;

    private LoadedRows() {}

    /** Hears what the comparison finds. */
    public interface Listener {
        void compared();

        void difference(String what);
    }

    /** @param snapshot a transaction */
    public static void compare(Connection snapshot, DataSetRecord record, DataSetPlan plan, Listener listener)
            throws SQLException {
        LoadedTable.Source source = new LoadedTable.Source(plan, record.passwordHash());
        for (LoadedTable table : LoadedTable.values()) {
            String query = "select " + table.columns() + (KeptColumns.versioned(table) ? ", version" : ", 0") + " from "
                    + table.table() + " " + KeptColumns.rows(table, plan.size());
            try (Statement statement = snapshot.createStatement()) {
                statement.setFetchSize(ROWS);
                try (ResultSet rows = statement.executeQuery(query);
                        ComparedRows compared = new ComparedRows(table, columns(table), rows, listener)) {
                    table.write(source, compared, () -> {});
                    compared.finish();
                }
            }
        }
    }

    private static List<String> columns(LoadedTable table) {
        return Arrays.stream(table.columns().split(", "))
                .map(column -> column.replace("\"", ""))
                .toList();
    }
}
