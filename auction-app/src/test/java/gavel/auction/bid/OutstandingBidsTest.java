package gavel.auction.bid;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.broker.DecisionMessage;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;

class OutstandingBidsTest {
    private static final Offer OFFER = new Offer(3L, new BigDecimal("10.00"));

    private final OutstandingBids outstanding = new OutstandingBids(2);

    @Test
    void aDecisionReachesEveryoneWhoWaitsForIt() {
        OutstandingBids.Place first = outstanding.add("a", 1, OFFER).orElseThrow();
        OutstandingBids.Place second = outstanding.add("a", 1, OFFER).orElseThrow();

        outstanding.decided(decision("a"));

        assertThat(first.first()).isTrue();
        assertThat(second.first()).isFalse();
        assertThat(first.entry().decision()).isCompletedWithValue(decision("a"));
        assertThat(second.entry()).isSameAs(first.entry());
    }

    @Test
    void theDecisionOfAnEarlierBidWithTheSameKeyMeansThatTheKeyWasUsed() {
        OutstandingBids.Entry later =
                outstanding.add("a", 1, OFFER).orElseThrow().entry();

        outstanding.decided(decision("a", "9.00", "ACCEPTED"));

        assertThat(later.decision()).isCompletedExceptionally();
        assertThat(later.decision().exceptionNow()).isInstanceOf(OutstandingBids.KeyReusedException.class);
    }

    @Test
    void theRefusalOfAnotherBidWithTheSameKeySaysNothingAboutTheFirst() {
        OutstandingBids.Entry first =
                outstanding.add("a", 1, OFFER).orElseThrow().entry();

        outstanding.decided(decision("a", "9.00", DecisionMessage.KEY_REUSED));
        assertThat(first.decision()).isNotDone();

        outstanding.decided(decision("a"));
        assertThat(first.decision()).isCompletedWithValue(decision("a"));
    }

    @Test
    void itsOwnRefusalMeansThatTheKeyWasUsed() {
        OutstandingBids.Entry refused =
                outstanding.add("a", 1, OFFER).orElseThrow().entry();

        outstanding.decided(decision("a", "10.00", DecisionMessage.KEY_REUSED));

        assertThat(refused.decision()).isCompletedExceptionally();
    }

    @Test
    void anotherLotOrAuctionIsAnotherBid() {
        OutstandingBids.Entry entry =
                outstanding.add("a", 1, OFFER).orElseThrow().entry();

        assertThat(entry.isFor(1, new Offer(3L, new BigDecimal("10.0")))).isTrue();
        assertThat(entry.isFor(2, OFFER)).isFalse();
        assertThat(entry.isFor(1, new Offer(4L, new BigDecimal("10.00")))).isFalse();
        assertThat(entry.isFor(1, new Offer(3L, new BigDecimal("10.01")))).isFalse();
    }

    @Test
    void aDecisionNobodyWaitsForIsIgnored() {
        outstanding.decided(decision("unknown"));

        assertThat(outstanding.count()).isZero();
    }

    @Test
    void thereIsRoomAgainWhenABidIsAnswered() {
        OutstandingBids.Entry a = outstanding.add("a", 1, OFFER).orElseThrow().entry();
        outstanding.add("b", 1, OFFER);
        assertThat(outstanding.add("c", 1, OFFER)).isEmpty();

        outstanding.remove("a", a);
        outstanding.remove("a", a);

        assertThat(outstanding.count()).isEqualTo(1);
        assertThat(outstanding.add("c", 1, OFFER)).isPresent();
    }

    @Test
    void anOldWaiterDoesNotTakeANewOneAway() {
        OutstandingBids.Entry old = outstanding.add("a", 1, OFFER).orElseThrow().entry();
        outstanding.remove("a", old);
        outstanding.add("a", 1, OFFER);

        outstanding.remove("a", old);

        assertThat(outstanding.ids()).containsExactly("a");
    }

    private static DecisionMessage decision(String bidId) {
        return decision(bidId, "10.00", "ACCEPTED");
    }

    private static DecisionMessage decision(String bidId, String amount, String outcome) {
        return new DecisionMessage(bidId, 1, 3, new BigDecimal(amount), outcome, BigDecimal.TEN, BigDecimal.TEN, 1);
    }
}
