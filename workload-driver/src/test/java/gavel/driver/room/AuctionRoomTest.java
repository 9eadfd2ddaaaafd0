package gavel.driver.room;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.driver.body.ContentException;
import gavel.driver.room.AuctionRoom.View;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

/** What a view of the live auction must never do. */
class AuctionRoomTest {
    private static final long ME = 17;
    private static final long OTHER = 18;

    private final AuctionRoom room = new AuctionRoom(4, 10);

    @Test
    void aPriceNeverFallsWithinALotButStartsAnewWithTheNext() throws ContentException {
        room.see(view(11, 1, "50.00", 3));
        room.see(view(12, 1, "52.00", 4));
        assertThatThrownBy(() -> room.see(view(13, 1, "51.00", 5))).hasMessageContaining("fell from 52.00 to 51.00");
        assertThatCode(() -> room.see(view(14, 2, "10.00", 0))).doesNotThrowAnyException();
    }

    @Test
    void aRevisionNeverGoesBack() {
        assertThatThrownBy(() -> room.see(view(9, 1, "50.00", 3)))
                .hasMessage("revision 9 of auction 4 after 10 was seen");
    }

    @Test
    void bidsDoNotDisappear() throws ContentException {
        room.see(view(11, 1, "50.00", 3));
        assertThatThrownBy(() -> room.see(view(12, 1, "50.00", 2))).hasMessageContaining("fell from 3 to 2");
    }

    @Test
    void aViewOfAnotherAuctionIsWrong() {
        View other = new View(5, 11, 1, "OPEN", new BigDecimal("1"), new BigDecimal("2"), 0, 0, null);
        assertThatThrownBy(() -> room.see(other)).hasMessage("a view of auction 5, asked for was 4");
    }

    @Test
    void onesOwnAcceptedBidIsSeenAgainAtItsRevision() throws ContentException {
        room.see(view(11, 1, "50.00", 3));
        room.expectInNews(own("b7", "55.00", 12));
        View without = new View(4, 12, 1, "OPEN", money("55.00"), money("56.00"), ME, 4, "b6");
        assertThatThrownBy(() -> room.see(without)).hasMessageContaining("the accepted bid b7 of 55.00");
    }

    @Test
    void laterViewsMayShowALaterBidButNoLowerPrice() throws ContentException {
        room.see(view(11, 1, "50.00", 3));
        room.expectInNews(own("b7", "55.00", 12));
        assertThatCode(() -> room.see(view(13, 1, "57.00", 5))).doesNotThrowAnyException();
        room.expectInNews(own("b9", "60.00", 14));
        assertThatThrownBy(() -> room.see(view(15, 1, "58.00", 6))).hasMessageContaining("b9");
    }

    @Test
    void aBidThatIsSeenAlreadyIsNotAwaited() throws ContentException {
        room.see(view(12, 1, "55.00", 4));
        room.expectInNews(own("b7", "55.00", 12));
        assertThatCode(() -> room.see(view(13, 1, "55.00", 4))).doesNotThrowAnyException();
    }

    @Test
    void whoMayBid() throws ContentException {
        assertThat(room.open(ME)).isFalse();
        room.see(view(11, 1, "50.00", 3));
        assertThat(room.open(ME)).as("the item is not known yet").isFalse();
        room.know(1, money("20.00"), 9_000, null);
        assertThat(room.open(ME)).isTrue();
        assertThat(room.open(OTHER)).as("leads").isFalse();
        assertThat(room.open(9_000)).as("sells").isFalse();
        room.see(new View(4, 12, 1, "SOLD", money("50.00"), null, OTHER, 3, "b6"));
        assertThat(room.open(ME)).as("the hammer fell").isFalse();
        room.see(view(13, 2, "10.00", 0));
        assertThat(room.knowsLot()).isFalse();
    }

    private static BidAnswer own(String id, String amount, long revision) {
        return new BidAnswer(id, 4, 1, money(amount), "ACCEPTED", money(amount), revision);
    }

    private static View view(long revision, long lot, String price, long bids) {
        BigDecimal shown = money(price);
        return new View(4, revision, lot, "OPEN", shown, shown.add(BigDecimal.ONE), OTHER, bids, "b6");
    }

    private static BigDecimal money(String amount) {
        return new BigDecimal(amount);
    }
}
