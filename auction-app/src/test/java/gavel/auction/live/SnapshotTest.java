package gavel.auction.live;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.broker.LiveView;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class SnapshotTest {
    private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");

    @Test
    void theBodyIsTheViewWithTheTimeThatRemains() throws IOException {
        Snapshot snapshot = new Snapshot(view("Mantel clock", NOON.plusMillis(12_345)));

        assertThat(text(snapshot.bodyAt(NOON))).isEqualTo("""
                {"auctionId":4,"state":"RUNNING","revision":9,\
                "lot":{"id":5,"itemId":6,"title":"Mantel clock","phase":"OPEN","price":120.00,"minimumBid":121.20,\
                "leaderId":null,"bidCount":3,"closesInMillis":12345},\
                "lastBidId":"b","changedAt":"2026-11-20T12:00:00Z"}""");
    }

    @Test
    void aLaterResponseSharesTheBytesAndHasItsOwnTime() throws IOException {
        Snapshot snapshot = new Snapshot(view("Mantel clock", NOON.plusMillis(12_345)));

        Snapshot.Body first = snapshot.bodyAt(NOON);
        Snapshot.Body later = snapshot.bodyAt(NOON.plusMillis(12_000));

        assertThat(later.head()).isSameAs(first.head());
        assertThat(text(later)).contains("\"closesInMillis\":345}");
        assertThat(later.length()).isEqualTo(text(later).length());
    }

    @Test
    void theTimeThatRemainsIsNeverNegative() throws IOException {
        assertThat(text(new Snapshot(view("Clock", NOON)).bodyAt(NOON.plusSeconds(9))))
                .contains("\"closesInMillis\":0}");
    }

    @Test
    void aClosedLotAndAnAuctionWithoutOneHaveNoTime() throws IOException {
        assertThat(text(new Snapshot(view("Clock", null)).bodyAt(NOON))).contains("\"closesInMillis\":null}");
        LiveView empty = new LiveView(4, "SCHEDULED", 0, null, null, null);
        assertThat(text(new Snapshot(empty).bodyAt(NOON)))
                .isEqualTo("{\"auctionId\":4,\"state\":\"SCHEDULED\",\"revision\":0,\"lot\":null,\"lastBidId\":null,"
                        + "\"changedAt\":null}");
    }

    @Test
    void aTitleThatLooksLikeTheFieldIsNotTakenForIt() throws IOException {
        String nasty = "\"closesInMillis\":" + LiveBody.PLACE_HOLDER;

        assertThat(text(new Snapshot(view(nasty, NOON.plusMillis(77))).bodyAt(NOON)))
                .contains("\\\"closesInMillis\\\":" + LiveBody.PLACE_HOLDER)
                .contains("\"closesInMillis\":77}");
    }

    private static String text(Snapshot.Body body) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        body.writeTo(out);
        return out.toString(StandardCharsets.UTF_8);
    }

    private static LiveView view(String title, Instant closesAt) {
        LiveView.LiveLot lot = new LiveView.LiveLot(
                5, 6, title, "OPEN", new BigDecimal("120.00"), new BigDecimal("121.20"), null, 3, closesAt);
        return new LiveView(4, "RUNNING", 9, lot, "b", NOON);
    }
}
