package gavel.auction.item;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.page.Page;
import gavel.auction.page.PageRequest;
import gavel.auction.relational.Dialect;
import gavel.auction.relational.SearchClient;
import gavel.auction.testing.EmbeddedServices;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/** Searching among very many items costs no more than among few: no plan reads or sorts them all. */
@DisabledIfSystemProperty(
        named = "gavel.test.relational",
        matches = "mariadb",
        disabledReason = "reads the plans of PostgreSQL")
class ItemSearchIT {
    private static final int ITEMS = Integer.getInteger("gavel.test.items", 60_000);
    private static final Pattern ROWS = Pattern.compile("actual [^)]*rows=([0-9]+)");

    private static DataSource source;
    private static JdbcClient database;
    private static ItemStore store;

    @BeforeAll
    static void fill() {
        source = EmbeddedServices.migratedDatabase().dataSource();
        database = JdbcClient.create(source);
        store = new ItemStore(database, SearchClient.of(source, Dialect.POSTGRESQL), Dialect.POSTGRESQL);
        database.sql("insert into account (email, password_hash, first_name, last_name, created_at)"
                        + " values ('a@example.com', 'x', 'A', 'B', now())")
                .update();
        // 20 nouns and 12 categories; prices 1 to 1,000; one item in 30 is a draft, which nobody finds.
        database.sql("""
                        insert into item (seller_id, title, description, condition, category, starting_price, state)
                        select 1, 'Antique noun' || i % 20, 'Described at some length, as number ' || i, 'good',
                            'category' || i % 12, 1 + i * 7 % 1000, case when i % 30 = 0 then 'DRAFT' else 'CONSIGNED' end
                        from generate_series(1, :items) i""").param("items", ITEMS).update();
        database.sql("vacuum analyze item").update();
    }

    @ParameterizedTest(name = "{0} {1} {2}..{3}: total {4}")
    @CsvSource({
        "antique,        ,           ,      , 500", // every item
        "noun7,          ,           ,      , 500", // one in twenty
        "noun7 antique,  category3,  ,      , 500",
        "number 777,     ,           ,      , 1",
        "submarine,      ,           ,      , 0",
        "-antique,       ,           ,      , 500", // no sign means anything: all but some words would be looked for in
        // every row
        "noun7 or noun8, ,           ,      , 0",
        ",               ,           ,      , 500",
        ",               category5,  ,      , 500",
        ",               ,           999,   , -1",
        ",               ,           5000,  , 0",
        ",               nothing,    ,      , 0"
    })
    void readsABoundedNumberOfRows(String words, String category, BigDecimal min, BigDecimal max, int total) {
        ItemSearch search = new ItemSearch(words, category, min, max);

        Page<ItemSummary> page = store.search(search, new PageRequest(0, 10));

        if (total >= 0) {
            assertThat(page.total()).isEqualTo(total);
        }
        assertThat(page.items()).hasSize((int) Math.min(10, page.total()));
        assertThat(page.items()).extracting(ItemSummary::state).doesNotContain(ItemState.DRAFT);
        List<String> plan = plan(search);
        // A text index yields the places of all hits in one step; whatever comes after it is bounded.
        assertThat(plan).anyMatch(step -> ROWS.matcher(step).find()).allSatisfy(step -> {
            var rows = ROWS.matcher(step);
            if (rows.find() && !step.contains("Bitmap Index Scan")) {
                assertThat(Long.parseLong(rows.group(1))).as("%s", plan).isLessThanOrEqualTo(2L * ItemStore.REACH);
            }
        });
    }

    @Test
    void pagesDoNotOverlap() {
        ItemSearch search = new ItemSearch("noun7", null, null, null);

        List<Long> first = ids(search, 0);
        List<Long> second = ids(search, 1);

        assertThat(first).hasSize(10).doesNotContainAnyElementsOf(second);
        assertThat(ids(search, ItemStore.REACH / 10 - 1)).hasSize(10);
        assertThat(ids(search, ItemStore.REACH / 10))
                .as("beyond what a search reaches")
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(ItemSearch.Sort.class)
    void aPageIsInTheOrderThatWasAskedForAndCostsNoMore(ItemSearch.Sort sort) {
        for (String words : new String[] {null, "noun7"}) {
            ItemSearch search = new ItemSearch(words, null, null, null, sort);
            List<ItemSummary> items =
                    store.search(search, new PageRequest(0, 50)).items();

            Comparator<ItemSummary> order =
                    switch (sort) {
                        case NEWEST, MATCH ->
                            Comparator.comparing(ItemSummary::id).reversed();
                        case OLDEST -> Comparator.comparing(ItemSummary::id);
                        case CHEAPEST -> Comparator.comparing(ItemSummary::startingPrice);
                        case DEAREST ->
                            Comparator.comparing(ItemSummary::startingPrice).reversed();
                    };
            assertThat(items).hasSize(50).isSortedAccordingTo(order);
            assertThat(plan(search)).anyMatch(step -> ROWS.matcher(step).find()).allSatisfy(step -> {
                var rows = ROWS.matcher(step);
                if (rows.find() && !step.contains("Bitmap Index Scan")) {
                    assertThat(Long.parseLong(rows.group(1))).as(step).isLessThanOrEqualTo(2L * ItemStore.REACH);
                }
            });
        }
    }

    @Test
    void noPlanIsKeptForAllWords() throws SQLException {
        try (Connection connection = source.getConnection()) {
            DataSource one = new SingleConnectionDataSource(connection, true);
            JdbcClient client = JdbcClient.create(one);
            ItemStore ofOne = new ItemStore(client, SearchClient.of(one, Dialect.POSTGRESQL), Dialect.POSTGRESQL);
            for (int i = 0; i < 12; i++) {
                ofOne.search(new ItemSearch("noun" + i, null, null, null), new PageRequest(0, 10));
                ofOne.ofSeller(1, new PageRequest(0, 10));
            }

            assertThat(client.sql("select statement from pg_prepared_statements")
                            .query(String.class)
                            .list())
                    .anyMatch(sql -> sql.contains("seller_id"))
                    .noneMatch(sql -> sql.contains("words"));
        }
    }

    private static List<Long> ids(ItemSearch search, int page) {
        return store.search(search, new PageRequest(page, 10)).items().stream()
                .map(ItemSummary::id)
                .toList();
    }

    private static List<String> plan(ItemSearch search) {
        return database.sql("explain (analyze, costs off) " + search.sql(Dialect.POSTGRESQL))
                .params(search.params(Dialect.POSTGRESQL))
                .param("reach", ItemStore.REACH)
                .query(String.class)
                .list();
    }
}
