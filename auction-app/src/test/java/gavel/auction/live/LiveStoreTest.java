package gavel.auction.live;

import static gavel.auction.testing.ScriptedDatabase.row;
import static gavel.auction.testing.ScriptedDatabase.with;
import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.broker.LiveView;
import gavel.auction.testing.ScriptedDatabase;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LiveStoreTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
    private static final Map<String, Object> LOT = row(
            "id",
            4L,
            "state",
            "RUNNING",
            "revision",
            17L,
            "changed_at",
            NOON,
            "lot_id",
            31L,
            "item_id",
            9L,
            "title",
            "Mantel clock",
            "phase",
            "OPEN",
            "starting_price",
            new BigDecimal("100.00"),
            "price",
            new BigDecimal("200.00"),
            "leader_id",
            7L,
            "last_bid_id",
            "b5",
            "bid_count",
            5,
            "closes_at",
            NOON.plusSeconds(30));

    private final ScriptedDatabase database = new ScriptedDatabase();
    private final LiveStore store = new LiveStore(database.client());

    @Test
    void aRunningLotIsShownWithItsLeader() {
        LiveView view = read(LOT);

        assertThat(view.revision()).isEqualTo(17);
        assertThat(view.lastBidId()).isEqualTo("b5");
        assertThat(view.changedAt()).isEqualTo(NOON);
        assertThat(view.lot().price()).isEqualTo("200.00");
        assertThat(view.lot().leaderId()).isEqualTo(7);
        assertThat(view.lot().bidCount()).isEqualTo(5);
        assertThat(view.lot().closesAt()).isEqualTo(NOON.plusSeconds(30));
        assertThat(view.lot().minimumBid()).isGreaterThan(view.lot().price());
    }

    @Test
    void beforeTheFirstBidThePriceIsTheStartingPriceAndTheLeaderNobody() {
        LiveView.LiveLot lot = read(with(LOT, "price", null, "leader_id", null, "bid_count", 0))
                .lot();

        assertThat(lot.price()).isEqualTo("100.00");
        assertThat(lot.minimumBid()).isEqualByComparingTo("100.00");
        assertThat(lot.leaderId()).isNull();
    }

    @ParameterizedTest
    @CsvSource({"OPEN, true", "LAST_CALL, true", "SOLD, false", "PASSED, false"})
    void onlyAnOpenLotHasADeadline(String phase, boolean deadline) {
        assertThat(read(with(LOT, "phase", phase)).lot().closesAt() != null).isEqualTo(deadline);
    }

    @Test
    void beforeTheFirstLotThereIsNone() {
        LiveView view = read(with(LOT, "state", "SCHEDULED", "lot_id", null, "last_bid_id", null, "changed_at", null));

        assertThat(view.lot()).isNull();
        assertThat(view.changedAt()).isNull();
        assertThat(view.state()).isEqualTo("SCHEDULED");
    }

    @Test
    void anAuctionNobodyHeldHasNoView() {
        database.rows("from auction a");

        assertThat(store.find(4)).isEmpty();
    }

    @Test
    void theBodySaysHowLongInsteadOfUntilWhen() {
        LiveBody open = LiveBody.of(read(LOT));
        LiveBody closed = LiveBody.of(read(with(LOT, "phase", "SOLD")));

        assertThat(open.lot().closesInMillis()).isEqualTo(LiveBody.PLACE_HOLDER);
        assertThat(closed.lot().closesInMillis()).isNull();
        assertThat(open.lot().title()).isEqualTo("Mantel clock");
        assertThat(open.revision()).isEqualTo(17);
    }

    private LiveView read(Map<String, Object> row) {
        database.rows("from auction a", row);
        return store.find(4).orElseThrow();
    }
}
