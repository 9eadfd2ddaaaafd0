package gavel.auction.relational;

import com.zaxxer.hikari.HikariConfig;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/**
 * MariaDB from 10.6 on, which has {@code skip locked}, {@code json_table} and compound statements outside procedures.
 *
 * <p>Times are {@code datetime(6)} in UTC. Sessions read what is committed, as PostgreSQL's do. With the server's own default a statement
 * would lock the gaps between rows, and a transaction would not see what others have committed since it began.
 */
final class MariaDb implements Dialect {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String MODE =
            "sql_mode='ANSI_QUOTES,PIPES_AS_CONCAT,STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION',tx_isolation='READ-COMMITTED'";
    private static final String IMPATIENT =
            ",idle_transaction_timeout=1,innodb_lock_wait_timeout=1,max_statement_time=4";

    @Override
    public String name() {
        return "mariadb";
    }

    @Override
    public void sessions(HikariConfig pool, String application) {
        pool.addDataSourceProperty("sessionVariables", MODE);
        pool.addDataSourceProperty("connectionAttributes", "program_name:" + application);
        pool.addDataSourceProperty("allowMultiQueries", "true");
        pool.addDataSourceProperty("useBulkStmts", "true");
        pool.addDataSourceProperty("connectionTimeZone", "UTC");
        pool.addDataSourceProperty("forceConnectionTimeZoneToSession", "true");
        pool.addDataSourceProperty("preserveInstants", "true");
    }

    @Override
    public void endIdleTransactions(HikariConfig pool, Duration after) {
        pool.addDataSourceProperty("sessionVariables", MODE + ",idle_transaction_timeout=" + after.toSeconds());
    }

    @Override
    public void giveUpSilence(HikariConfig pool, Duration after) {
        pool.addDataSourceProperty("socketTimeout", Long.toString(after.toMillis()));
    }

    @Override
    public void impatientSessions(HikariConfig pool) {
        pool.addDataSourceProperty("sessionVariables", MODE + IMPATIENT);
        pool.addDataSourceProperty("connectTimeout", "2000");
        pool.addDataSourceProperty("socketTimeout", "5000");
    }

    @Override
    public String sql(String postgresql, String mariadb) {
        return mariadb;
    }

    @Override
    public String clock() {
        return "sysdate(6)";
    }

    @Override
    public void planEachTime(Statement statement) {
        // It plans every execution.
    }

    @Override
    public String millisBetween(String earlier, String later) {
        return "(timestampdiff(microsecond, " + earlier + ", " + later + ") / 1000)";
    }

    @Override
    public String forChange() {
        return " for update";
    }

    @Override
    public String once() {
        return " as ";
    }

    @Override
    public String contains(String parameter, String... columns) {
        return "match (" + String.join(", ", columns) + ") against (" + parameter + " in boolean mode)";
    }

    @Override
    public String containsKept(String parameter, String... columns) {
        return contains(parameter, columns);
    }

    /** A pattern of the words, which have only letters and digits: it looks ahead for each. */
    @Override
    public String hasWords(String parameter, String column) {
        return column + " regexp concat('(?=.*\\\\b', replace(substr(" + parameter
                + ", 2), ' +', '\\\\b)(?=.*\\\\b'), '\\\\b)')";
    }

    /** Each run of letters and digits has to be there; signs that mean something to the server become spaces. */
    @Override
    public String words(String search) {
        return Arrays.stream(search.split("[^\\p{L}\\p{N}]+"))
                .filter(word -> !word.isEmpty())
                .map(word -> "+" + word)
                .collect(Collectors.joining(" "));
    }

    @Override
    public String updated(String update, String table, String key, String columns) {
        return atomically(changeAndRead(update, table, key, columns));
    }

    @Override
    public String updatedWithin(String update, String table, String key, String columns) {
        return "begin not atomic " + changeAndRead(update, table, key, columns) + " end";
    }

    private static String changeAndRead(String update, String table, String key, String columns) {
        return update + "; select " + columns + " from " + table + " where id = :" + key + " and row_count() = 1;";
    }

    /** One round trip, one transaction, rolled back when a statement fails. */
    static String atomically(String statements) {
        return "begin not atomic declare exit handler for sqlexception begin rollback; resignal; end; start transaction; "
                + statements + " commit; end";
    }

    @Override
    public String upsert(String table, String key, List<String> columns) {
        return insert(table, key, columns) + " on duplicate key update "
                + columns.stream()
                        .map(column -> column + " = value(" + column + ")")
                        .collect(Collectors.joining(", "));
    }

    static String insert(String table, String key, List<String> columns) {
        return "insert into " + table + " (" + key + ", " + String.join(", ", columns) + ") values ("
                + Stream.generate(() -> "?").limit(columns.size() + 1L).collect(Collectors.joining(", ")) + ")";
    }

    @Override
    public String insertOnce(String insert) {
        return insert.replaceFirst("insert into", "insert ignore into");
    }

    @Override
    public String among(String column, String parameter) {
        return column + " in (select value from json_table(" + parameter
                + ", '$[*]' columns (value varchar(80) path '$')) as listed)";
    }

    @Override
    public Object listed(Collection<String> values) {
        return JSON.writeValueAsString(values);
    }

    /** The list leads: else the server may read, and wait for, rows of other nodes. */
    @Override
    public String deletion(String table, String key) {
        return "delete " + table
                + " from json_table(?, '$[*]' columns (value bigint path '$')) as listed straight_join " + table
                + " force index (primary) on " + table + "." + key + " = listed.value";
    }

    /** Truncating commits what was done before. */
    @Override
    public List<String> emptied(List<String> tables) {
        return Stream.of(
                        Stream.of("set foreign_key_checks = 0"),
                        tables.stream().map(table -> "truncate " + table),
                        Stream.of("set foreign_key_checks = 1"))
                .flatMap(statements -> statements)
                .toList();
    }

    /** Tables that give ids go on by themselves. */
    @Override
    public List<String> continued(List<String> numbered, String drawn) {
        return List.of("begin not atomic set @drawn = (select coalesce(max(id), 0) + 1 from " + drawn
                + "); execute immediate concat('alter sequence " + drawn + "_id restart with ', @drawn); end");
    }

    @Override
    public String analyse(List<String> tables) {
        return "analyze table " + String.join(", ", tables);
    }
}
