package gavel.auction.dataset.load;

import gavel.auction.relational.Dialect;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;

/** Rows on their way into one table, column by column. Memory is one buffer. Used by one thread. */
interface TableRows extends AutoCloseable {
    static TableRows into(Connection connection, Dialect dialect, LoadedTable table) throws SQLException {
        return dialect == Dialect.MARIADB
                ? new BatchedRows(connection, table.table(), table.columns())
                : new CopyRows(connection, table.table(), table.columns());
    }

    TableRows add(long value) throws SQLException;

    TableRows add(Boolean value) throws SQLException;

    TableRows add(BigDecimal value) throws SQLException;

    TableRows add(Instant value) throws SQLException;

    TableRows add(Integer value) throws SQLException;

    TableRows add(String value) throws SQLException;

    void endRow() throws SQLException;

    /** Sends what is left, and says how many rows it were. */
    long finish() throws SQLException;

    /** Breaks off what was not finished. */
    @Override
    void close() throws SQLException;
}
