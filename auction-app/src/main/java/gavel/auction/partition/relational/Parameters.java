package gavel.auction.partition.relational;

import java.math.BigDecimal;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.UUID;
import java.util.function.Function;

/** Binds one parameter after the other. Many rows are bound column by column, and then closed. Money and times travel as text. */
abstract class Parameters {
    private final PreparedStatement statement;
    private int next = 1;

    Parameters(PreparedStatement statement) {
        this.statement = statement;
    }

    Parameters text(String value) throws SQLException {
        statement.setString(next++, value);
        return this;
    }

    Parameters uuid(UUID value) throws SQLException {
        return object(value);
    }

    Parameters number(long value) throws SQLException {
        statement.setLong(next++, value);
        return this;
    }

    Parameters flag(boolean value) throws SQLException {
        statement.setBoolean(next++, value);
        return this;
    }

    <T> Parameters longs(Collection<T> rows, Function<T, Long> column) throws SQLException {
        return column("int8", rows, column);
    }

    <T> Parameters ints(Collection<T> rows, Function<T, Integer> column) throws SQLException {
        return column("int4", rows, column);
    }

    <T> Parameters texts(Collection<T> rows, Function<T, String> column) throws SQLException {
        return column("text", rows, column);
    }

    <T> Parameters money(Collection<T> rows, Function<T, BigDecimal> column) throws SQLException {
        return texts(rows, column.andThen(value -> value == null ? null : value.toPlainString()));
    }

    <T> Parameters times(Collection<T> rows, Function<T, Instant> column) throws SQLException {
        return texts(rows, column.andThen(value -> value == null ? null : time(value)));
    }

    /** Ends a list of rows: the columns since the one before. */
    abstract Parameters rows() throws SQLException;

    abstract String time(Instant value);

    /** @param type in PostgreSQL's words */
    abstract void column(String type, Object[] values) throws SQLException;

    final Parameters object(Object value) throws SQLException {
        statement.setObject(next++, value);
        return this;
    }

    final PreparedStatement statement() {
        return statement;
    }

    private <T> Parameters column(String type, Collection<T> rows, Function<T, ?> column) throws SQLException {
        Object[] values = new Object[rows.size()];
        int i = 0;
        for (T row : rows) {
            values[i++] = column.apply(row);
        }
        column(type, values);
        return this;
    }
}
