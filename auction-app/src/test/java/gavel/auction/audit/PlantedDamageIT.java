package gavel.auction.audit;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.dataset.LoadedSet;
import gavel.auction.dataset.plan.LotTiming;
import gavel.auction.dataset.stores.Stores;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Damages every column of a used set, deletes and invents rows, and sees the invariant break that is said to notice it. */
class PlantedDamageIT {
    private static final LotTiming LOTS = new LotTiming(Duration.ofSeconds(30), Duration.ofSeconds(30));

    /** Columns only one of the relational stores has; both make them from others. */
    private static final Set<String> OF_ONE_STORE =
            Set.of("auction.category_words", "item.words", "lot.open_in", "flyway_schema_history.*");

    @TempDir
    private static Path directory;

    private static Stores stores;
    private static List<String> columns;

    @BeforeAll
    static void use() throws Exception {
        LoadedSet set = LoadedSet.copied(directory);
        new UsedSet(set).use();
        stores = set.stores();
        columns = columns();
    }

    @AfterAll
    static void close() {
        stores.close();
    }

    private static List<String> columns() throws SQLException {
        List<String> found = new ArrayList<>();
        try (Connection connection = stores.connection();
                ResultSet column = connection
                        .getMetaData()
                        .getColumns(connection.getCatalog(), stores.dialect().sql("public", null), "%", "%")) {
            while (column.next()) {
                if (!column.getString("TABLE_NAME").matches("flyway_.*|kept|lot_id")) {
                    found.add(column.getString("TABLE_NAME") + "." + column.getString("COLUMN_NAME"));
                }
            }
        }
        return found;
    }

    /** A kind of damage. */
    record Damage(String where, String invariant, String sql) {
        @Override
        public String toString() {
            return where + ": " + sql;
        }
    }

    static List<Damage> damages() throws IOException {
        try (var file = PlantedDamageIT.class.getResourceAsStream("damage.txt")) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .map(line -> line.split("\\|", 3))
                    .map(parts -> new Damage(parts[0].strip(), parts[1].strip(), parts[2].strip()))
                    .toList();
        }
    }

    @Test
    void aUsedSetIsInOrder() throws Exception {
        List<InvariantResult> results = audit();
        assertThat(results).flatExtracting(InvariantResult::examples).isEmpty();
        assertThat(results).allMatch(InvariantResult::holds);
        assertThat(results)
                .filteredOn(result -> result.checked() == 0)
                .extracting(InvariantResult::name)
                .as("nobody has answered a bid yet")
                .containsExactly("answered-bids");
    }

    @ParameterizedTest
    @MethodSource("damages")
    void damageIsNoticed(Damage damage) throws Exception {
        try (Connection connection = stores.connection();
                Statement statement = connection.createStatement()) {
            statement.execute(stores.dialect()
                    .sql("set session_replication_role = replica", "set session foreign_key_checks = 0"));
            String table = damage.where.split("[. ]")[0];
            boolean asked = Set.of("attendance", "attendance_event", "item").contains(table);
            connection.setAutoCommit(asked);
            if (asked) {
                statement.execute("create table kept as select * from " + table);
            }
            try {
                assertThat(statement.executeUpdate(written(damage)))
                        .as("rows damaged")
                        .isPositive();
                assertThat(broken(new Audit(stores, LOTS, List.of()).check(connection)))
                        .contains(damage.invariant);
            } finally {
                if (asked) {
                    restore(statement, table);
                } else {
                    connection.rollback();
                }
                connection.setAutoCommit(true);
                statement.execute(
                        stores.dialect().sql("reset session_replication_role", "set session foreign_key_checks = 1"));
            }
        }
    }

    private static String written(Damage damage) {
        return damage.sql
                .replace(
                        "{running}",
                        "(select id from (select * from lot) l where auction_id <= 4 and bid_count > 0 order by id limit 1)")
                .replace(
                        "{bid}",
                        "(select bid_id from (select * from bid_decision) d where auction_id = 5 order by seq limit 1 offset 7)")
                .replace(
                        "{refused}",
                        "(select bid_id from (select * from bid_decision) d where account_id = 3 and outcome = 'OUTBID')")
                .replace("{time}", "timestamp '2026-04-01 00:10:00'")
                .replace("{now}", stores.dialect().clock());
    }

    /** What the audit asks the store about once more must be committed, and is brought back by copying. */
    private static void restore(Statement statement, String table) throws SQLException {
        String all = String.join(
                ", ",
                columns.stream()
                        .filter(column -> column.startsWith(table + ".") && !OF_ONE_STORE.contains(column))
                        .map(column -> "\"" + column.substring(table.length() + 1) + "\"")
                        .toList());
        statement.execute("delete from " + table);
        String overriding = "attendance_event".equals(table) && !mariaDb() ? " overriding system value" : "";
        statement.execute("insert into " + table + " (" + all + ")" + overriding + " select " + all + " from kept");
        statement.execute("drop table kept");
    }

    private static boolean mariaDb() {
        return "mariadb".equals(System.getProperty("gavel.test.relational"));
    }

    @Test
    void everyColumnIsLookedAtOrNamedAsNotLookedAt() {
        Set<String> covered = new TreeSet<>();
        Coverage.all().stream().map(Coverage::where).forEach(covered::add);
        assertThat(covered).containsAll(columns);
        Set<String> stale = new TreeSet<>(covered);
        stale.removeAll(columns);
        stale.removeAll(OF_ONE_STORE);
        assertThat(stale)
                .allMatch(where ->
                        where.contains(" ") || where.matches("(bid|attendance)_history.*|image_.*|data_set._id"));
        assertThat(Coverage.all())
                .as("looked at, or why not")
                .noneMatch(each ->
                        each.invariants().isEmpty() && each.notLookedAt().isEmpty());
    }

    @Test
    void everyInvariantNamedIsOne() throws Exception {
        List<String> names = audit().stream().map(InvariantResult::name).toList();
        assertThat(Coverage.all()).flatExtracting(Coverage::invariants).isSubsetOf(names);
        assertThat(names).doesNotHaveDuplicates();
    }

    @Test
    void everyColumnThatIsLookedAtIsDamaged() throws Exception {
        List<Damage> damages = damages();
        for (Coverage each : Coverage.all()) {
            if (columns.contains(each.where()) && !each.invariants().isEmpty()) {
                assertThat(damages)
                        .as(each.where() + " by one of " + each.invariants())
                        .anyMatch(damage -> damage.where.equals(each.where())
                                && each.invariants().contains(damage.invariant));
            }
        }
    }

    private static List<InvariantResult> audit() throws SQLException {
        return new Audit(stores, LOTS, List.of()).run();
    }

    private static List<String> broken(List<InvariantResult> results) {
        return results.stream()
                .filter(result -> !result.holds())
                .map(InvariantResult::name)
                .toList();
    }
}
