package gavel.auction.auction;

import static gavel.auction.auction.AuctionRows.NOON;
import static gavel.auction.auction.AuctionRows.auction;
import static gavel.auction.auction.AuctionRows.noLot;
import static gavel.auction.auction.AuctionRows.openLot;
import static gavel.auction.problem.Problems.assertRefused;
import static gavel.auction.testing.ScriptedDatabase.with;
import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.cache.TestCaches;
import gavel.auction.item.TestItems;
import gavel.auction.page.PageRequest;
import gavel.auction.relational.Dialect;
import gavel.auction.testing.ScriptedDatabase;
import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AuctionsTest {
    private static final PageRequest FIRST = new PageRequest(0, 10);
    private static final String LOTS = "order by lot.position";
    private static final String OPEN = "lot.state in ('OPEN', 'LAST_CALL')";

    private final ScriptedDatabase database = new ScriptedDatabase();
    private final TestCaches caches = new TestCaches();
    private long heard = 17;
    private final AuctionStore store = new AuctionStore(database.client(), Dialect.POSTGRESQL);
    private final Auctions auctions =
            new Auctions(store, TestItems.of(database, caches.caches()), caches.caches(), _ -> heard);

    @BeforeEach
    void anAuctionRuns() {
        database.rows("from auction where id", auction(4, 1, "RUNNING"));
        database.rows(LOTS, openLot(31, 4), with(openLot(32, 4), "position", 2, "state", "QUEUED"));
        database.rows(OPEN, openLot(31, 4));
        database.rows("from item where id", TestItems.clock(9, 1, "CONSIGNED"));
    }

    @AfterEach
    void close() {
        caches.close();
    }

    @Test
    void whatManyLookAtIsReadOnceForEachRevision() {
        for (int visitor = 0; visitor < 20; visitor++) {
            auctions.get(4, 0);
        }
        assertThat(database.statements()).hasSize(1);

        heard = 18;
        auctions.get(4, 0);
        assertThat(database.statements()).hasSize(2);
    }

    @Test
    void whoHasSeenMoreThanThisNodeReadsTheRow() {
        auctions.get(4, 17);
        auctions.get(4, 18);
        auctions.get(4, 18);

        assertThat(database.statements()).hasSize(3);
    }

    @Test
    void anAuctionThatDoesNotRunIsReadEachTime() {
        heard = 0;

        auctions.get(4, 0);
        auctions.get(4, 0);

        assertThat(database.statements()).hasSize(2);
    }

    @Test
    void anAuctionNobodyHeldIsNotFoundInAnyOfItsParts() {
        database.rows("from auction where id");
        database.rows(LOTS);
        database.rows(OPEN);

        assertRefused(404, () -> auctions.get(4, 0)).hasMessage("There is no auction 4.");
        assertRefused(404, () -> auctions.lots(4, 0, FIRST)).hasMessage("There is no auction 4.");
        assertRefused(404, () -> auctions.currentLot(4, 0)).hasMessage("There is no auction 4.");
    }

    @Test
    void aCatalogueIsOfOneRevision() {
        LotPage page = auctions.lots(4, 0, FIRST);

        assertThat(page.revision()).isEqualTo(17);
        assertThat(page.total()).isEqualTo(2);
        assertThat(page.items()).extracting(Lot::id).containsExactly(31L, 32L);
        assertThat(page.items()).extracting(Lot::phase).containsExactly("OPEN", "QUEUED");
    }

    @Test
    void pagesOfACatalogueAreKeptApart() {
        auctions.lots(4, 0, FIRST);
        auctions.lots(4, 0, new PageRequest(1, 10));
        auctions.lots(4, 0, new PageRequest(1, 1));
        auctions.lots(4, 0, FIRST);

        assertThat(database.statements(LOTS)).hasSize(3);
    }

    @Test
    void anAuctionWithoutLotsHasAnEmptyCatalogue() {
        database.rows(LOTS, noLot(0));

        assertThat(auctions.lots(4, 0, FIRST)).isEqualTo(new LotPage(List.of(), 0, 10, 0, 0));
    }

    @Test
    void theCurrentLotComesWithItsItem() {
        CurrentLot current = auctions.currentLot(4, 0);

        assertThat(current.revision()).isEqualTo(17);
        assertThat(current.lot().id()).isEqualTo(31);
        assertThat(current.item().title()).isEqualTo("Mantel clock");
    }

    @Test
    void betweenLotsThereIsNoneAndNoItemIsRead() {
        database.rows(OPEN, noLot(18));

        assertThat(auctions.currentLot(4, 0)).isEqualTo(new CurrentLot(4, 18, null, null, null));
        assertThat(database.statements("from item where id")).isEmpty();
    }

    @Test
    void theLotBeforeIsToldWithItsEnd() {
        database.rows(OPEN, openLot(32, 4), with(openLot(31, 4), "state", "PASSED"));

        CurrentLot current = auctions.currentLot(4, 0);

        assertThat(current.lot().id()).isEqualTo(32);
        assertThat(current.previous().id()).isEqualTo(31);
        assertThat(current.previous().phase()).isEqualTo("PASSED");
    }

    @Test
    void aLotShowsWhatItsRowSays() {
        database.rows(
                LOTS,
                with(
                        openLot(31, 4),
                        "price",
                        new BigDecimal("150.00"),
                        "leader_id",
                        7L,
                        "bid_count",
                        3,
                        "state",
                        "SOLD",
                        "closed_at",
                        NOON.plusSeconds(90)));

        assertThat(auctions.lots(4, 0, FIRST).items())
                .containsExactly(new Lot(
                        31,
                        4,
                        9,
                        1,
                        1,
                        "Mantel clock",
                        "/api/images/9-1?size=thumbnail",
                        new BigDecimal("120.00"),
                        new BigDecimal("150.00"),
                        "SOLD",
                        7L,
                        3,
                        NOON,
                        NOON.plusSeconds(30),
                        NOON.plusSeconds(90)));
    }

    @Test
    void aLotNobodyBidOnHasNeitherLeaderNorPrice() {
        Lot lot = auctions.lots(4, 0, FIRST).items().getFirst();

        assertThat(lot.leaderId()).as("not account 0").isNull();
        assertThat(lot.price()).isNull();
        assertThat(lot.closedAt()).isNull();
    }
}
