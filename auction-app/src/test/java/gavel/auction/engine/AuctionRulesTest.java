package gavel.auction.engine;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.broker.BidMessage;
import gavel.auction.broker.DecisionMessage;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AuctionRulesTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final LotTiming TIMING = new LotTiming(Duration.ofSeconds(30), Duration.ofSeconds(30));

    private final Map<Long, AuctionState> auctions = new HashMap<>();
    private final Map<Long, Credit> credits = new HashMap<>();
    private final Map<String, Decision> decided = new HashMap<>();
    private final Map<Long, Outcome.ItemState> items = new HashMap<>();
    private Instant now = NOON;
    private long lotIds = 100;
    private final AuctionRules rules = new AuctionRules(TIMING, () -> ++lotIds);

    @Test
    void anAuctionStartsWhenItsTimeHasComeAndOpensItsFirstLot() {
        auction(false, 2);
        at(-1).happens(new Event.Start(7));
        assertThat(auction().phase()).isEqualTo(AuctionPhase.SCHEDULED);

        at(0).happens(new Event.Start(7));
        assertThat(auction().phase()).isEqualTo(AuctionPhase.RUNNING);
        assertThat(open().id()).isEqualTo(1);
        assertThat(open().closesAt()).isEqualTo(NOON.plusSeconds(30));
        assertThat(auction().revision()).isEqualTo(1);
    }

    @Test
    void anAuctionWithoutLotsIsCompleteAtOnce() {
        auction(false, 0);
        at(0).happens(new Event.Start(7));
        assertThat(auction().phase()).isEqualTo(AuctionPhase.COMPLETE);
        assertThat(auction().revision()).isEqualTo(1);
    }

    @Test
    void aBidMustReachTheStartingPriceAndThenTopThePrice() {
        running(false, 2);
        assertThat(bid("a", 1, "99.99").outcome()).isEqualTo(BidOutcome.OUTBID);
        assertThat(bid("b", 1, "100.00").outcome()).isEqualTo(BidOutcome.ACCEPTED);
        assertThat(bid("c", 2, "100.99").outcome()).isEqualTo(BidOutcome.OUTBID);
        Decision last = bid("d", 2, "101.00");
        assertThat(last.outcome()).isEqualTo(BidOutcome.ACCEPTED);
        assertThat(last.minimumBid()).isEqualByComparingTo("102.01");
        assertThat(open().bidCount()).isEqualTo(2);
        assertThat(auction().revision()).as("opened and two bids").isEqualTo(3);
        assertThat(last.revision()).isEqualTo(3);
    }

    @Test
    void theLeaderCannotOutbidHimself() {
        running(false, 2);
        bid("a", 1, "100.00");
        assertThat(bid("b", 1, "200.00").outcome()).isEqualTo(BidOutcome.ALREADY_LEADING);
        assertThat(credits.get(1L).held()).isEqualByComparingTo("100.00");
    }

    @Test
    void leadingHoldsCreditAndLosingTheLeadReleasesIt() {
        running(false, 2);
        bid("a", 1, "100.00");
        bid("b", 2, "150.00");
        assertThat(credits.get(1L).held()).isEqualByComparingTo("0");
        assertThat(credits.get(2L).held()).isEqualByComparingTo("150.00");
        assertThat(bid("c", 1, "1000.01").outcome()).isEqualTo(BidOutcome.INSUFFICIENT_CREDIT);
        assertThat(bid("d", 1, "1000.00").outcome()).isEqualTo(BidOutcome.ACCEPTED);
        assertThat(bid("e", 9, "2000.00").outcome()).as("no credit row").isEqualTo(BidOutcome.INSUFFICIENT_CREDIT);
    }

    @Test
    void aQuietLotIsCalledAndSoldAndTheNextOpensWithIt() {
        running(false, 2);
        bid("a", 1, "100.00");
        at(29).happens(new Event.Deadline(7));
        assertThat(open().phase()).isEqualTo(LotPhase.OPEN);
        at(30).happens(new Event.Deadline(7));
        assertThat(open().phase()).isEqualTo(LotPhase.LAST_CALL);
        at(59).happens(new Event.Deadline(7));
        assertThat(open().id()).isEqualTo(1);
        at(60).happens(new Event.Deadline(7));
        assertThat(open().id()).isEqualTo(2);
        assertThat(lot(1).phase()).isEqualTo(LotPhase.SOLD);
        assertThat(items).containsEntry(11L, Outcome.ItemState.SOLD);
        assertThat(credits.get(1L)).isEqualTo(new Credit(money("1000.00"), money("0.00"), money("100.00")));
        assertThat(auction().revision())
                .as("opened, bid, last call, sold, opened")
                .isEqualTo(5);
    }

    @Test
    void anAcceptedBidInTheLastCallReopens() {
        running(false, 2);
        at(30).happens(new Event.Deadline(7));
        at(50);
        bid("a", 1, "100.00");
        assertThat(open().phase()).isEqualTo(LotPhase.OPEN);
        assertThat(open().closesAt()).isEqualTo(NOON.plusSeconds(80));
        assertThat(bid("b", 2, "1.00").outcome()).isEqualTo(BidOutcome.OUTBID);
        assertThat(open().closesAt())
                .as("a bid that is not accepted changes nothing")
                .isEqualTo(NOON.plusSeconds(80));
    }

    @Test
    void aLotWithoutBidsIsPassedAndItsItemIsFree() {
        running(false, 1);
        at(30).happens(new Event.Deadline(7));
        at(60).happens(new Event.Deadline(7));
        assertThat(lot(1).phase()).isEqualTo(LotPhase.PASSED);
        assertThat(items).containsEntry(11L, Outcome.ItemState.DRAFT);
        assertThat(auction().phase()).isEqualTo(AuctionPhase.COMPLETE);
        assertThat(bid("late", 1, "100.00").outcome()).isEqualTo(BidOutcome.LOT_CLOSED);
    }

    @Test
    void aRecurringAuctionOffersItsItemsAgainAsNewLots() {
        running(true, 2);
        bid("a", 1, "100.00");
        for (int seconds = 30; seconds <= 120; seconds += 30) {
            at(seconds).happens(new Event.Deadline(7));
        }
        assertThat(auction().phase()).isEqualTo(AuctionPhase.RUNNING);
        assertThat(auction().round()).isEqualTo(2);
        assertThat(auction().lots()).extracting(LotState::id).containsExactly(101L, 102L);
        assertThat(auction().lots()).extracting(LotState::itemId).containsExactly(11L, 12L);
        assertThat(open().price()).isNull();
        assertThat(items).as("stay consigned").isEmpty();
        assertThat(credits.get(1L).spent()).isEqualByComparingTo("100.00");
        assertThat(bid("late", 1, "100.00").outcome())
                .as("on a lot of the first round")
                .isEqualTo(BidOutcome.LOT_CLOSED);
    }

    @Test
    void cancellingPassesTheOpenLotReleasesTheHoldAndFreesTheItems() {
        running(false, 3);
        bid("a", 1, "100.00");
        happens(new Event.Cancel(7));
        assertThat(auction().phase()).isEqualTo(AuctionPhase.CANCELLED);
        assertThat(auction().lots()).allMatch(lot -> lot.phase() == LotPhase.PASSED);
        assertThat(credits.get(1L).held()).isEqualByComparingTo("0");
        assertThat(items).hasSize(3).containsValue(Outcome.ItemState.DRAFT);
        long revision = auction().revision();
        happens(new Event.Cancel(7));
        assertThat(auction().revision()).as("cancelling twice").isEqualTo(revision);
    }

    @Test
    void aLotConsignedWhileTheAuctionEndedIsPassed() {
        auctions.put(7L, new AuctionState(7, AuctionPhase.COMPLETE, false, 1, 5, 0, NOON, NOON, List.of(queued(1))));
        happens(new Event.Refresh(7));
        assertThat(lot(1).phase()).isEqualTo(LotPhase.PASSED);
        assertThat(items).containsEntry(11L, Outcome.ItemState.DRAFT);
        assertThat(auction().revision()).as("nobody sees a difference").isEqualTo(5);
    }

    @Test
    void lostTimeIsGivenBackButNeverMoreThanAPhase() {
        running(false, 1);
        at(20).happens(new Event.Extend(7, Duration.ofSeconds(5)));
        assertThat(open().closesAt()).isEqualTo(NOON.plusSeconds(35));
        happens(new Event.Extend(7, Duration.ofHours(5)));
        assertThat(open().closesAt()).isEqualTo(NOON.plusSeconds(50));
        assertThat(auction().revision()).isEqualTo(1);
    }

    @Test
    void aBidThatComesAgainGetsItsAnswerAndAnotherWithItsKeyIsRefused() {
        running(false, 1);
        Outcome first = happens(new Event.Bid(message("a", 1, 1, "100.00")));
        bid("b", 2, "150.00");
        Outcome again = happens(new Event.Bid(message("a", 1, 1, "100.00")));
        assertThat(again.answers()).isEqualTo(first.answers());
        assertThat(again.changesNothing()).isTrue();
        Outcome other = happens(new Event.Bid(message("a", 1, 1, "300.00")));
        assertThat(other.answers().getFirst().decision().outcome()).isEqualTo(DecisionMessage.KEY_REUSED);
        assertThat(other.changesNothing()).isTrue();
    }

    @Test
    void theSameBidTwiceInOneBatchIsDecidedOnce() {
        running(false, 1);
        Event bid = new Event.Bid(message("a", 1, 1, "100.00"));
        Outcome outcome = happens(bid, bid);
        assertThat(outcome.decisions()).hasSize(1);
        assertThat(outcome.answers()).hasSize(2);
    }

    private AuctionRulesTest at(int second) {
        now = NOON.plusSeconds(second);
        return this;
    }

    private Outcome happens(Event... events) {
        Outcome outcome = rules.decide(new Situation(auctions, credits, decided), List.of(events), now);
        auctions.putAll(outcome.auctions());
        credits.putAll(outcome.credits());
        items.putAll(outcome.items());
        outcome.decisions().forEach(decision -> decided.put(decision.bidId(), decision));
        return outcome;
    }

    private Decision bid(String id, long account, String amount) {
        return happens(new Event.Bid(message(id, account, 1, amount)))
                .decisions()
                .getFirst();
    }

    private BidMessage message(String id, long account, long lot, String amount) {
        return new BidMessage(id, account, 7, lot, money(amount), id, now, "replies");
    }

    private void auction(boolean recurring, int lots) {
        List<LotState> queued = new ArrayList<>();
        for (int id = 1; id <= lots; id++) {
            queued.add(queued(id));
        }
        auctions.put(7L, new AuctionState(7, AuctionPhase.SCHEDULED, recurring, 1, 0, 0, NOON, null, queued));
        credits.put(1L, new Credit(money("1000.00"), money("0.00"), money("0.00")));
        credits.put(2L, new Credit(money("1000.00"), money("0.00"), money("0.00")));
    }

    private void running(boolean recurring, int lots) {
        auction(recurring, lots);
        happens(new Event.Start(7));
    }

    private static LotState queued(int id) {
        return LotState.queued(id, 10 + id, "Clock", 1, id, money("100.00"));
    }

    private AuctionState auction() {
        return auctions.get(7L);
    }

    private LotState open() {
        return auction().openLot().orElseThrow();
    }

    private LotState lot(long id) {
        return auction().lot(id).orElseThrow();
    }

    private static BigDecimal money(String amount) {
        return new BigDecimal(amount);
    }
}
