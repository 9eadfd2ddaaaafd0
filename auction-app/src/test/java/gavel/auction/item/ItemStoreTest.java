package gavel.auction.item;

import static gavel.auction.item.TestItems.clock;
import static gavel.auction.testing.ScriptedDatabase.with;
import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.cache.TestCaches;
import gavel.auction.page.Page;
import gavel.auction.page.PageRequest;
import gavel.auction.session.Caller;
import gavel.auction.testing.ScriptedDatabase;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ItemStoreTest {
    private final ScriptedDatabase database = new ScriptedDatabase();
    private final ItemStore store = TestItems.store(database);
    private final TestCaches caches = new TestCaches();
    private final ItemEndpoint endpoint = new ItemEndpoint(TestItems.of(database, caches.caches()), store);

    @AfterEach
    void close() {
        caches.close();
    }

    @Test
    void aPageCountsAllHitsAndShowsItsOwn() {
        database.rows("with hits", hit(9, 41), hit(8, 41));

        Page<ItemSummary> page = store.search(new ItemSearch("clock", null, null, null), new PageRequest(1, 2));

        assertThat(page.total()).isEqualTo(41);
        assertThat(page.page()).isEqualTo(1);
        assertThat(page.size()).isEqualTo(2);
        assertThat(page.items()).extracting(ItemSummary::id).containsExactly(9L, 8L);
        assertThat(database.statements().getFirst().parameters()).containsExactly("clock", 500, 2, 2L);
    }

    @Test
    void aPageBehindTheLastHitIsEmptyAndStillCounts() {
        database.rows("with hits", with(emptyHit(), "total", 3L));

        Page<ItemSummary> page = store.search(new ItemSearch(null, null, null, null), new PageRequest(9, 10));

        assertThat(page.items()).isEmpty();
        assertThat(page.total()).isEqualTo(3);
    }

    @Test
    void nothingFoundIsAnEmptyPage() {
        database.rows("with hits", with(emptyHit(), "total", 0L));

        assertThat(store.search(new ItemSearch("unicorn", null, null, null), new PageRequest(0, 10)))
                .isEqualTo(new Page<>(List.of(), 0, 10, 0));
    }

    @Test
    void aListShowsTheFirstPictureAndNoDescription() {
        database.rows("with hits", with(hit(9, 1), "thumbnail_id", "9-1"));

        ItemSummary found = store.search(new ItemSearch(null, null, null, null), new PageRequest(0, 10))
                .items()
                .getFirst();

        assertThat(found.thumbnail()).isEqualTo("/api/images/9-1?size=thumbnail");
        assertThat(database.statements().getFirst().sql()).contains("'' as description");
    }

    @Test
    void aSellersOwnItemsAreHis() {
        database.rows("where seller_id", hit(9, 1));

        assertThat(endpoint.own(new Caller(1, null), new PageRequest(0, 10)).items())
                .extracting(ItemSummary::sellerId)
                .containsExactly(1L);
        assertThat(database.statements().getFirst().parameters()).startsWith(1L);
        assertThat(database.statements().getFirst().sql()).contains("state <> 'WITHDRAWN'");
    }

    @Test
    void theEndpointSearchesForAllThatWasAsked() {
        database.rows("with hits", with(emptyHit(), "total", 0L));

        endpoint.search(
                "clock", "clocks", BigDecimal.ONE, BigDecimal.TEN, ItemSearch.Sort.NEWEST, new PageRequest(0, 10));

        assertThat(database.statements().getFirst().parameters())
                .containsExactly("clock", "clocks", BigDecimal.ONE, BigDecimal.TEN, 500, 10, 0L);
    }

    @Test
    void aNewItemHasAnAddress() {
        database.rows("insert into item", clock(9, 1, "DRAFT"));
        ItemDraft draft = new ItemDraft("Clock", "", "", "good", "clocks", null, BigDecimal.ONE, null);

        var created = endpoint.create(new Caller(1, null), draft);

        assertThat(created.getStatusCode().value()).isEqualTo(201);
        assertThat(created.getHeaders().getLocation()).hasToString("/api/items/9");
        assertThat(created.getBody()).extracting(Item::id).isEqualTo(9L);
    }

    private static Map<String, Object> hit(long id, long total) {
        return with(clock(id, 1, "CONSIGNED"), "total", total);
    }

    /** What an outer join answers when there is nothing on this page. */
    private static Map<String, Object> emptyHit() {
        Map<String, Object> row = clock(0, 0, "DRAFT");
        row.replaceAll((_, _) -> null);
        return row;
    }
}
