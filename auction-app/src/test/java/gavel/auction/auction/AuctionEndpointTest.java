package gavel.auction.auction;

import static gavel.auction.auction.AuctionRows.NOON;
import static gavel.auction.auction.AuctionRows.auction;
import static gavel.auction.testing.Checked.faultsOf;
import static gavel.auction.testing.ScriptedDatabase.with;
import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.page.Page;
import gavel.auction.page.PageRequest;
import gavel.auction.relational.Dialect;
import gavel.auction.session.Caller;
import gavel.auction.testing.ScriptedDatabase;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class AuctionEndpointTest {
    private final ScriptedDatabase database = new ScriptedDatabase();
    private final AuctionStore store = new AuctionStore(database.client(), Dialect.POSTGRESQL);
    private final AuctionEndpoint endpoint = new AuctionEndpoint(null, store, null);

    @Test
    void aSearchCountsAllHitsAndShowsItsPage() {
        database.rows(
                "with hits",
                with(auction(4, 1, "RUNNING"), "total", 12L),
                with(auction(5, 1, "RUNNING"), "total", 12L));

        Page<Auction> page = endpoint.search(Auction.State.RUNNING, "clocks", "autumn", new PageRequest(1, 2));

        assertThat(page.total()).isEqualTo(12);
        assertThat(page.items()).extracting(Auction::id).containsExactly(4L, 5L);
        assertThat(database.statements().getFirst().parameters())
                .containsExactly("RUNNING", "clocks", "autumn", 1_000, 2, 2L);
    }

    @Test
    void ownersAreShownTheirOwn() {
        database.rows("owner_id = ?", with(auction(4, 7, "CANCELLED"), "total", 1L));

        assertThat(endpoint.own(new Caller(7, null), new PageRequest(0, 5)).items())
                .extracting(Auction::id)
                .containsExactly(4L);
        assertThat(database.statements().getFirst().parameters()).containsExactly(7L, 1_000, 5, 0L);
    }

    @Test
    void aPageBehindTheLastHitIsEmptyAndStillCounts() {
        Map<String, Object> nothing = auction(0, 0, "RUNNING");
        nothing.replaceAll((_, _) -> null);
        database.rows("with hits", with(nothing, "total", 3L));

        assertThat(endpoint.search(null, null, null, new PageRequest(4, 10)))
                .isEqualTo(new Page<>(List.of(), 4, 10, 3));
    }

    @ParameterizedTest
    @EnumSource(Auction.State.class)
    void everyStateOfTheTableIsKnown(Auction.State state) {
        database.rows("from auction where id", auction(4, 1, state.name()));

        assertThat(store.find(4)).map(Auction::state).contains(state);
    }

    @ParameterizedTest
    @CsvSource({"SCHEDULED, true", "RUNNING, true", "COMPLETE, false", "CANCELLED, false"})
    void lotsAreTakenUntilTheEnd(Auction.State state, boolean open) {
        assertThat(state.isOpen()).isEqualTo(open);
    }

    @Test
    void whatTheRowSaysIsWhatIsShown() {
        database.rows("from auction where id", with(auction(4, 1, "RUNNING"), "recurring", true));

        assertThat(store.find(4))
                .contains(new Auction(4, "Autumn sale", "clocks", 1, NOON, Auction.State.RUNNING, true, 2, 17, 3));
    }

    @ParameterizedTest
    @CsvSource({
        "'',          clocks, name",
        "' ',         clocks, name",
        ",            clocks, name",
        "Autumn sale, '',     category",
        "Autumn sale, ,       category"
    })
    void anAuctionHasANameAndACategory(String name, String category, String field) {
        assertThat(faultsOf(new AuctionDraft(name, category, NOON, null))).containsExactly(field);
    }

    @Test
    void anAuctionHasAStartAndNothingTooLong() {
        assertThat(faultsOf(new AuctionDraft("a".repeat(201), "c".repeat(41), null, null)))
                .containsExactly("category", "name", "startsAt");
        assertThat(faultsOf(new AuctionDraft("a".repeat(200), "c".repeat(40), NOON, 0)))
                .isEmpty();
    }

    @Test
    void aConsignmentNamesItsItem() {
        assertThat(faultsOf(new AuctionEndpoint.Consignment(null))).containsExactly("itemId");
    }
}
