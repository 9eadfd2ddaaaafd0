package gavel.auction.dataset.load;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Sends some hundred rows at a time, which MariaDB's driver and server do as one message of one prepared statement. */
final class BatchedRows implements TableRows {
    private static final int ROWS = 500;

    private final PreparedStatement insert;
    private int column = 1;
    private long rows;

    BatchedRows(Connection connection, String table, String columns) throws SQLException {
        String values =
                Stream.generate(() -> "?").limit(columns.split(",").length).collect(Collectors.joining(", "));
        insert = connection.prepareStatement("insert into " + table + " (" + columns + ") values (" + values + ")");
    }

    @Override
    public BatchedRows add(long value) throws SQLException {
        insert.setLong(column++, value);
        return this;
    }

    @Override
    public BatchedRows add(Boolean value) throws SQLException {
        insert.setBoolean(column++, value);
        return this;
    }

    @Override
    public BatchedRows add(BigDecimal value) throws SQLException {
        insert.setBigDecimal(column++, value);
        return this;
    }

    @Override
    public BatchedRows add(Instant value) throws SQLException {
        if (value == null) {
            insert.setNull(column++, Types.TIMESTAMP);
        } else {
            insert.setObject(column++, value.atOffset(ZoneOffset.UTC).toLocalDateTime());
        }
        return this;
    }

    @Override
    public BatchedRows add(Integer value) throws SQLException {
        if (value == null) {
            insert.setNull(column++, Types.INTEGER);
        } else {
            insert.setInt(column++, value);
        }
        return this;
    }

    @Override
    public BatchedRows add(String value) throws SQLException {
        insert.setString(column++, value);
        return this;
    }

    @Override
    public void endRow() throws SQLException {
        insert.addBatch();
        column = 1;
        if (++rows % ROWS == 0) {
            insert.executeBatch();
        }
    }

    @Override
    public long finish() throws SQLException {
        if (rows % ROWS != 0) {
            insert.executeBatch();
        }
        return rows;
    }

    @Override
    public void close() throws SQLException {
        insert.close();
    }
}
