package gavel.auction.relational;

import com.zaxxer.hikari.HikariConfig;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.postgresql.PGStatement;

/** PostgreSQL, whose words are the common ones where they are common. */
final class PostgreSql implements Dialect {
    @Override
    public String name() {
        return "postgresql";
    }

    @Override
    public void sessions(HikariConfig pool, String application) {
        pool.addDataSourceProperty("ApplicationName", application);
        pool.addDataSourceProperty("reWriteBatchedInserts", "true");
        pool.addDataSourceProperty("prepareThreshold", "2");
    }

    @Override
    public void endIdleTransactions(HikariConfig pool, Duration after) {
        pool.addDataSourceProperty("options", "-c idle_in_transaction_session_timeout=" + after.toMillis());
    }

    @Override
    public void giveUpSilence(HikariConfig pool, Duration after) {
        pool.addDataSourceProperty("socketTimeout", Long.toString(after.toSeconds()));
    }

    @Override
    public void impatientSessions(HikariConfig pool) {
        pool.addDataSourceProperty("tcpKeepAlive", "true");
        pool.addDataSourceProperty("connectTimeout", "2");
        pool.addDataSourceProperty("socketTimeout", "5");
        pool.addDataSourceProperty(
                "options", "-c idle_in_transaction_session_timeout=1000 -c lock_timeout=500 -c statement_timeout=4000");
    }

    @Override
    public String sql(String postgresql, String mariadb) {
        return postgresql;
    }

    @Override
    public String clock() {
        return "clock_timestamp()";
    }

    @Override
    public void planEachTime(Statement statement) throws SQLException {
        statement.unwrap(PGStatement.class).setPrepareThreshold(0);
    }

    @Override
    public String millisBetween(String earlier, String later) {
        return "(extract(epoch from " + later + " - " + earlier + ") * 1000)";
    }

    @Override
    public String forChange() {
        return " for no key update";
    }

    @Override
    public String once() {
        return " as materialized ";
    }

    @Override
    public String contains(String parameter, String... columns) {
        return "to_tsvector('simple', " + String.join(" || ' ' || ", columns) + ") @@ plainto_tsquery('simple', "
                + parameter + ")";
    }

    @Override
    public String containsKept(String parameter, String... columns) {
        return "words @@ plainto_tsquery('simple', " + parameter + ")";
    }

    @Override
    public String hasWords(String parameter, String column) {
        return contains(parameter, column);
    }

    @Override
    public String words(String search) {
        return search;
    }

    @Override
    public String updated(String update, String table, String key, String columns) {
        return update + " returning " + columns;
    }

    @Override
    public String updatedWithin(String update, String table, String key, String columns) {
        return update + " returning " + columns;
    }

    @Override
    public String upsert(String table, String key, List<String> columns) {
        return MariaDb.insert(table, key, columns) + " on conflict (" + key + ") do update set "
                + columns.stream()
                        .map(column -> column + " = excluded." + column)
                        .collect(Collectors.joining(", "));
    }

    @Override
    public String insertOnce(String insert) {
        return insert + " on conflict do nothing";
    }

    @Override
    public String among(String column, String parameter) {
        return column + " = any(" + parameter + ")";
    }

    @Override
    public Object listed(Collection<String> values) {
        return values.toArray(String[]::new);
    }

    @Override
    public String deletion(String table, String key) {
        return "delete from " + table + " where " + key + " = any(cast(? as bigint[]))";
    }

    @Override
    public List<String> emptied(List<String> tables) {
        return List.of("truncate " + String.join(", ", tables));
    }

    @Override
    public List<String> continued(List<String> numbered, String drawn) {
        return Stream.concat(numbered.stream(), Stream.of(drawn))
                .map(table -> "select setval(pg_get_serial_sequence('" + table
                        + "', 'id'), coalesce((select max(id) from " + table + "), 1))")
                .toList();
    }

    /** Vacuums, too: the full-text indexes keep what is new in a list that every search reads. */
    @Override
    public String analyse(List<String> tables) {
        return "vacuum (analyze) " + String.join(", ", tables);
    }
}
