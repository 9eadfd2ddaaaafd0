package gavel.auction.testing;

import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * A database that answers from a script: for what a class does with its answers, not for what its statements mean, which integration
 * tests ask a real one. A statement nobody wrote an answer for fails the test.
 */
public final class ScriptedDatabase {
    private static final List<String> SETTERS =
            List.of("setString", "setObject", "setTimestamp", "setBigDecimal", "setLong", "setInt", "setBytes");

    private static final DatabaseMetaData DRIVER = Fake.of(DatabaseMetaData.class)
            .on("getDriverName", _ -> "scripted")
            .on("getDatabaseProductName", _ -> "scripted")
            .make();

    private final List<Rule> rules = new ArrayList<>();
    private final List<Statement> statements = new ArrayList<>();
    private final List<String> transactions = new ArrayList<>();
    private final DataSource source =
            Fake.of(DataSource.class).on("getConnection", _ -> connection()).make();

    /** A statement as it was run. */
    public record Statement(String sql, List<Object> parameters) {}

    /** What a statement answers, given its parameters: its rows; for a change, as many as it changed. */
    @FunctionalInterface
    public interface Answer {
        List<Map<String, Object>> to(List<Object> parameters) throws SQLException;
    }

    private record Rule(String fragment, Answer answer) {}

    /** Every statement that contains the fragment answers so; of several that fit, the last one said counts. */
    public ScriptedDatabase on(String fragment, Answer answer) {
        rules.addFirst(new Rule(fragment, answer));
        return this;
    }

    @SafeVarargs
    public final ScriptedDatabase rows(String fragment, Map<String, Object>... rows) {
        List<Map<String, Object>> answer = List.of(rows);
        return on(fragment, _ -> answer);
    }

    public ScriptedDatabase changes(String fragment, int count) {
        List<Map<String, Object>> answer = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            answer.add(Map.of());
        }
        return on(fragment, _ -> answer);
    }

    /** @param sqlState for example 08006, the connection was lost */
    public ScriptedDatabase fails(String fragment, String sqlState) {
        return on(fragment, _ -> {
            throw new SQLException("on purpose", sqlState);
        });
    }

    /** @param namesAndValues column, value, column, value; an instant stands for a time */
    public static Map<String, Object> row(Object... namesAndValues) {
        Map<String, Object> row = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            row.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return row;
    }

    /** The row with some columns replaced or added. */
    public static Map<String, Object> with(Map<String, Object> row, Object... namesAndValues) {
        Map<String, Object> changed = new LinkedHashMap<>(row);
        changed.putAll(row(namesAndValues));
        return changed;
    }

    public JdbcClient client() {
        return JdbcClient.create(source);
    }

    public DataSource dataSource() {
        return source;
    }

    /** What was run, in order. */
    public List<Statement> statements() {
        return List.copyOf(statements);
    }

    /** What was run and contains the fragment. */
    public List<Statement> statements(String fragment) {
        return statements.stream()
                .filter(statement -> statement.sql().contains(fragment))
                .toList();
    }

    /** {@code begin}, {@code commit} and {@code rollback}, in order. */
    public List<String> transactions() {
        return List.copyOf(transactions);
    }

    private Connection connection() {
        return Fake.of(Connection.class)
                .on("getAutoCommit", _ -> true)
                .on("setAutoCommit", on -> on[0].equals(false) ? transactions.add("begin") : null)
                .on("getMetaData", _ -> DRIVER)
                .on("commit", _ -> transactions.add("commit"))
                .on("rollback", _ -> transactions.add("rollback"))
                .on("prepareStatement", sql -> statement(((String) sql[0]).replaceAll("\\s+", " ")))
                .make();
    }

    private PreparedStatement statement(String sql) {
        Map<Integer, Object> parameters = new TreeMap<>();
        Fake<PreparedStatement> fake = Fake.of(PreparedStatement.class)
                .on("getParameterMetaData", _ -> Fake.of(ParameterMetaData.class)
                        .make())
                .on("getConnection", _ -> connection())
                .on("setNull", set -> parameters.put((Integer) set[0], null))
                .on("executeQuery", _ -> resultSet(run(sql, parameters)))
                .on("executeUpdate", _ -> run(sql, parameters).size());
        for (String setter : SETTERS) {
            fake.on(setter, set -> parameters.put((Integer) set[0], set[1]));
        }
        return fake.make();
    }

    private List<Map<String, Object>> run(String sql, Map<Integer, Object> parameters) throws SQLException {
        List<Object> values = new ArrayList<>(parameters.values());
        statements.add(new Statement(sql, values));
        for (Rule rule : rules) {
            if (sql.contains(rule.fragment())) {
                return rule.answer().to(values);
            }
        }
        throw new AssertionError("no answer was written for " + sql);
    }

    private static ResultSet resultSet(List<Map<String, Object>> rows) {
        int[] at = {-1};
        boolean[] wasNull = {false};
        Fake<ResultSet> fake = Fake.of(ResultSet.class)
                .on("next", _ -> ++at[0] < rows.size())
                .on("wasNull", _ -> wasNull[0])
                .on("getMetaData", _ -> Fake.of(ResultSetMetaData.class)
                        .on("getColumnCount", _ -> rows.get(at[0]).size())
                        .make());
        Map<String, Class<?>> getters = Map.of(
                "getLong", Long.class,
                "getInt", Integer.class,
                "getBoolean", Boolean.class,
                "getString", String.class,
                "getBytes", byte[].class,
                "getBigDecimal", BigDecimal.class,
                "getTimestamp", Timestamp.class,
                "getObject", Object.class);
        getters.forEach((name, type) -> fake.on(name, column -> {
            Object value = value(rows.get(at[0]), column[0]);
            wasNull[0] = value == null;
            Class<?> wanted = column.length > 1 && column[1] instanceof Class<?> asked ? asked : type;
            return value == null ? nothing(type) : converted(value, wanted);
        }));
        return fake.make();
    }

    private static Object value(Map<String, Object> row, Object column) throws SQLException {
        if (column instanceof Integer number) {
            return new ArrayList<>(row.values()).get(number - 1);
        }
        if (!row.containsKey(column)) {
            throw new SQLException("no column " + column + " in " + row.keySet(), "42703");
        }
        return row.get(column);
    }

    private static Object nothing(Class<?> type) {
        if (type == Long.class) {
            return 0L;
        }
        if (type == Integer.class) {
            return 0;
        }
        return type == Boolean.class ? Boolean.FALSE : null;
    }

    private static Object converted(Object value, Class<?> type) {
        if (value instanceof Instant time && type == Timestamp.class) {
            return Timestamp.from(time);
        }
        if (value instanceof Instant time && type == OffsetDateTime.class) {
            return time.atOffset(ZoneOffset.UTC);
        }
        if (value instanceof Number number && type == Long.class) {
            return number.longValue();
        }
        if (value instanceof Number number && type == Integer.class) {
            return number.intValue();
        }
        return type.cast(value);
    }
}
