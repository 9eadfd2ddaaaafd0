package gavel.auction.showcase;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OpenLotsTest {
    private static final Instant BEGIN = Instant.parse("2026-11-20T12:00:00Z");

    private final List<Integer> reads = new ArrayList<>();
    private Instant now = BEGIN;
    private Duration reading = Duration.ZERO;
    private List<OfferedLot> rows = List.of(lot(1, 30_000L), lot(2, 500L));
    private final OpenLots lots = new OpenLots(
            most -> {
                reads.add(most);
                now = now.plus(reading);
                return rows;
            },
            () -> now);

    static OfferedLot lot(long id, Long closesInMillis) {
        return new OfferedLot(
                id,
                10 + id,
                "Auction",
                "Furniture",
                "RUNNING",
                BEGIN,
                20 + id,
                "Oak chair",
                null,
                null,
                1,
                20,
                "OPEN",
                new BigDecimal("100.00"),
                null,
                null,
                0,
                closesInMillis,
                null);
    }

    @Test
    void whoeverLooksWithinASecondSeesTheSameReading() {
        lots.all();
        now = BEGIN.plusMillis(999);

        assertThat(lots.all()).hasSize(2);
        assertThat(reads).containsExactly(1_000);
    }

    @Test
    void aKeptCountdownGoesOnButNotBelowZero() {
        lots.all();
        now = BEGIN.plusMillis(800);

        assertThat(lots.all()).extracting(OfferedLot::closesInMillis).containsExactly(29_200L, 0L);
    }

    @Test
    void afterASecondTheRowsAreReadAgain() {
        lots.all();
        now = BEGIN.plus(Duration.ofSeconds(1));
        rows = List.of(lot(3, null));

        assertThat(lots.all()).extracting(OfferedLot::lotId).containsExactly(3L);
        assertThat(reads).hasSize(2);
    }

    @Test
    void whoWaitedForASlowReadingSeesIt() {
        reading = Duration.ofSeconds(5);
        lots.all();

        assertThat(lots.all()).extracting(OfferedLot::closesInMillis).containsExactly(30_000L, 500L);
        assertThat(reads).hasSize(1);
    }

    @Test
    void aClockThatIsSetBackMakesNoReadingLast() {
        lots.all();
        now = BEGIN.minus(Duration.ofHours(1));

        assertThat(lots.all()).extracting(OfferedLot::closesInMillis).containsExactly(30_000L, 500L);
        assertThat(reads).hasSize(2);
    }

    @Test
    void whatWasNotBidForAsksItsStartingPrice() {
        assertThat(lot(1, null).asks()).isEqualTo("100.00");
        assertThat(lot(1, null).after(Duration.ofHours(1)).closesInMillis()).isNull();
    }
}
