package gavel.auction.dataset.load;

import gavel.auction.relational.Columns;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Takes the rows of the plan as if to write them, and compares each with the one that was found. Both come in the same order, so what waits
 * for its counterpart is only what is missing, or was added.
 */
final class ComparedRows implements TableRows {
    private static final int MOST_WAITING = 10_000;

    private final LoadedTable table;
    private final List<String> columns;
    private final ResultSet found;
    private final int[] types;
    private final LoadedRows.Listener listener;
    private final Map<Object, List<Object>> missing = new LinkedHashMap<>();
    private final Map<Object, List<Object>> unplanned = new LinkedHashMap<>();
    private List<Object> planned = new ArrayList<>();
    private long rows;
    private boolean ended;

    /** @param found the columns of the table, and the version last */
    ComparedRows(LoadedTable table, List<String> columns, ResultSet found, LoadedRows.Listener listener)
            throws SQLException {
        this.table = table;
        this.columns = columns;
        this.found = found;
        this.listener = listener;
        ResultSetMetaData meta = found.getMetaData();
        this.types = new int[columns.size() + 1];
        for (int i = 0; i < types.length; i++) {
            types[i] = meta.getColumnType(i + 1);
        }
    }

    @Override
    public ComparedRows add(long value) {
        planned.add(value);
        return this;
    }

    @Override
    public ComparedRows add(Boolean value) {
        planned.add(value);
        return this;
    }

    @Override
    public ComparedRows add(BigDecimal value) {
        planned.add(value);
        return this;
    }

    @Override
    public ComparedRows add(Instant value) {
        planned.add(value);
        return this;
    }

    @Override
    public ComparedRows add(Integer value) {
        planned.add(value == null ? null : (Long) value.longValue());
        return this;
    }

    @Override
    public ComparedRows add(String value) {
        planned.add(value);
        return this;
    }

    @Override
    public void endRow() throws SQLException {
        List<Object> plan = planned;
        planned = new ArrayList<>(columns.size());
        rows++;
        listener.compared();
        List<Object> row = next();
        if (row != null && !row.getFirst().equals(plan.getFirst())) {
            List<Object> awaited = missing.remove(row.getFirst());
            if (awaited != null) {
                compare(awaited, row);
            } else {
                keep(unplanned, row, "was not loaded");
            }
            row = unplanned.remove(plan.getFirst());
        } else if (row == null) {
            row = unplanned.remove(plan.getFirst());
        }
        if (row == null) {
            keep(missing, plan, "is missing");
        } else {
            compare(plan, row);
        }
    }

    private void keep(Map<Object, List<Object>> waiting, List<Object> row, String otherwise) {
        if (waiting.size() < MOST_WAITING) {
            waiting.put(row.getFirst(), row);
        } else {
            listener.difference(name(row) + " " + otherwise);
        }
    }

    private List<Object> next() throws SQLException {
        if (ended || !found.next()) {
            ended = true;
            return null;
        }
        Object[] values = new Object[types.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(i + 1, types[i]);
        }
        return Arrays.asList(values);
    }

    private Object value(int column, int type) throws SQLException {
        return switch (type) {
            case Types.BIGINT, Types.INTEGER, Types.SMALLINT -> whole(column);
            case Types.NUMERIC, Types.DECIMAL -> found.getBigDecimal(column);
            case Types.TIMESTAMP, Types.TIMESTAMP_WITH_TIMEZONE -> Columns.instant(found, column);
            case Types.BIT, Types.BOOLEAN -> found.getBoolean(column);
            default -> found.getString(column);
        };
    }

    private Object whole(int column) throws SQLException {
        Long value = found.getLong(column);
        return found.wasNull() ? null : value;
    }

    private void compare(List<Object> plan, List<Object> row) {
        long version = (Long) row.getLast();
        Set<String> changeable = null;
        for (int i = 0; i < columns.size(); i++) {
            if (same(plan.get(i), row.get(i))) {
                continue;
            }
            if (changeable == null) {
                changeable = KeptColumns.changeable(table, byColumn(plan), version);
            }
            if (!changeable.contains(columns.get(i))) {
                listener.difference(
                        name(plan) + ": " + columns.get(i) + " was loaded as " + plan.get(i) + " and is " + row.get(i));
            }
        }
        if (version != 0
                && KeptColumns.versioned(table)
                && !KeptColumns.changeable(table, byColumn(plan), version).contains("version")) {
            listener.difference(name(plan) + ": version was loaded as 0 and is " + version);
        }
    }

    private static boolean same(Object planned, Object found) {
        return planned instanceof BigDecimal money && found instanceof BigDecimal other
                ? money.compareTo(other) == 0
                : Objects.equals(planned, found);
    }

    private Map<String, Object> byColumn(List<Object> plan) {
        Map<String, Object> values = new HashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            values.put(columns.get(i), plan.get(i));
        }
        return values;
    }

    private String name(List<Object> row) {
        return table.table() + " " + row.getFirst();
    }

    @Override
    public long finish() throws SQLException {
        for (List<Object> row = next(); row != null; row = next()) {
            List<Object> awaited = missing.remove(row.getFirst());
            if (awaited == null) {
                listener.difference(name(row) + " was not loaded");
            } else {
                compare(awaited, row);
            }
        }
        missing.values().forEach(row -> listener.difference(name(row) + " is missing"));
        unplanned.values().forEach(row -> listener.difference(name(row) + " was not loaded"));
        return rows;
    }

    @Override
    public void close() throws SQLException {
        found.close();
    }
}
