package gavel.auction.bid;

import static gavel.auction.problem.Problems.assertRefused;
import static gavel.auction.testing.ScriptedDatabase.row;
import static gavel.auction.testing.ScriptedDatabase.with;
import static org.assertj.core.api.Assertions.assertThat;

import com.rabbitmq.client.Connection;
import gavel.auction.broker.BidMessage;
import gavel.auction.broker.BrokerConnections;
import gavel.auction.broker.DecisionMessage;
import gavel.auction.broker.PartitionPublisher;
import gavel.auction.problem.ApiProblem;
import gavel.auction.relational.Dialect;
import gavel.auction.testing.ScriptedDatabase;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BidsTest {
    private static final long BIDDER = 7;
    private static final long SELLER = 1;
    private static final Offer OFFER = new Offer(31L, new BigDecimal("150"));
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00.123456789Z");

    private final ScriptedDatabase database = new ScriptedDatabase();
    private final BidIds ids = new BidIds("a secret of all nodes".getBytes(StandardCharsets.UTF_8));
    private final OutstandingBids outstanding = new OutstandingBids(2);
    private final List<BidMessage> sent = new ArrayList<>();
    private CompletionStage<Void> sending = CompletableFuture.completedFuture(null);
    private final Bids bids = bids(this::send);

    /** Refuses writes, as a broker does that is short of memory. */
    private static final class BlockedBroker implements BrokerConnections {
        @Override
        public Connection connection() {
            throw new AssertionError("nothing may be written");
        }

        @Override
        public boolean isBlocked() {
            return true;
        }

        @Override
        public void onConnected(Runnable listener) {
            throw new AssertionError("nobody listens");
        }
    }

    @BeforeEach
    void theBidderAttends() {
        situation(row("seller_id", SELLER, "attending", true, "bid_id", null));
        database.rows("from bid_decision where bid_id = ?");
    }

    @Test
    void aBlockedBrokerIsToldAtOnceAndTheBidIsNowhere() throws IOException {
        try (PartitionPublisher publisher = new PartitionPublisher(new BlockedBroker())) {
            Bids stuck = bids(bid -> publisher.publish(bid.auctionId(), bid));

            CompletableFuture<BidAnswer> answer = place(stuck, "key", OFFER);

            ApiProblem problem = problemOf(answer);
            assertThat(problem.status().value()).isEqualTo(503);
            assertThat(problem.retryAfter()).isEqualTo(Duration.ofSeconds(1));
            assertThat(problem).hasMessageContaining("it was not placed");
            assertThat(outstanding.count()).isZero();
        }
    }

    @Test
    void aBidIsSentAsItIsStored() {
        place("key", OFFER);

        assertThat(sent)
                .containsExactly(new BidMessage(
                        ids.of(BIDDER, "key"),
                        BIDDER,
                        4,
                        31,
                        new BigDecimal("150.00"),
                        "key",
                        Instant.parse("2026-11-20T12:00:00.123456Z"),
                        "replies.app1"));
    }

    @Test
    void theDecisionIsTheAnswer() {
        CompletableFuture<BidAnswer> answer = place("key", OFFER);
        assertThat(outstanding.count()).isEqualTo(1);

        outstanding.decided(decision("ACCEPTED"));

        assertThat(answer).isCompletedWithValue(BidAnswer.of(decision("ACCEPTED")));
        assertThat(outstanding.count()).isZero();
    }

    @Test
    void withoutADecisionInTimeTheBidIsPending() throws Exception {
        BidAnswer answer = place("key", OFFER).get(20, TimeUnit.SECONDS);

        assertThat(answer).isEqualTo(BidAnswer.pending(ids.of(BIDDER, "key")));
        assertThat(answer.isPending()).isTrue();
        assertThat(outstanding.count()).isZero();
    }

    @Test
    void aReplyThatWasLostIsFoundInTheRows() throws Exception {
        database.rows("from bid_decision where bid_id = ?", decided("OUTBID", "150.00"));

        BidAnswer answer = place("key", OFFER).get(20, TimeUnit.SECONDS);

        assertThat(answer.outcome()).isEqualTo("OUTBID");
        assertThat(answer.revision()).isEqualTo(18);
    }

    @Test
    void aDatabaseThatIsAwayThenLeavesTheBidPending() throws Exception {
        database.fails("from bid_decision where bid_id = ?", "08006");

        assertThat(place("key", OFFER).get(20, TimeUnit.SECONDS).isPending()).isTrue();
    }

    @Test
    void aBidWhoseSendingIsInDoubtMayStillBeDecided() {
        sending = CompletableFuture.failedFuture(new IOException("lost before the confirm"));

        CompletableFuture<BidAnswer> answer = place("key", OFFER);
        outstanding.decided(decision("ACCEPTED"));

        assertThat(answer).isCompletedWithValue(BidAnswer.of(decision("ACCEPTED")));
    }

    @Test
    void whatWasDecidedIsAnsweredAgainAndNotSentAgain() {
        situation(with(decided("ACCEPTED", "150.00"), "seller_id", SELLER, "attending", false));

        assertThat(place("key", OFFER)).isCompletedWithValue(BidAnswer.of(decision("ACCEPTED")));
        assertThat(sent).isEmpty();
    }

    @Test
    void aKeyIsForOneBidOnly() {
        situation(with(decided("ACCEPTED", "149.00"), "seller_id", SELLER, "attending", true));

        assertRefused(422, () -> place("key", OFFER)).hasMessageContaining("Idempotency-Key");
        assertThat(sent).isEmpty();
    }

    @Test
    void theSameBidTwiceAtOnceIsSentOnceAndAnsweredTwice() {
        CompletableFuture<BidAnswer> first = place("key", OFFER);
        CompletableFuture<BidAnswer> second = place("key", new Offer(31L, new BigDecimal("150.00")));

        outstanding.decided(decision("ACCEPTED"));

        assertThat(sent).hasSize(1);
        assertThat(first).isCompletedWithValue(BidAnswer.of(decision("ACCEPTED")));
        assertThat(second).isCompletedWithValue(BidAnswer.of(decision("ACCEPTED")));
    }

    @Test
    void anotherBidWithTheKeyOfOneThatWaitsIsRefused() {
        place("key", OFFER);

        assertRefused(422, () -> place("key", new Offer(31L, new BigDecimal("151"))));
        assertRefused(422, () -> place("key", new Offer(32L, new BigDecimal("150"))));
        assertThat(sent).hasSize(1);
    }

    @Test
    void moreThanTheNodeTakesAreToldToComeBack() {
        place("a", OFFER);
        place("b", OFFER);

        assertRefused(503, () -> place("c", OFFER)).hasMessageContaining("Too many");
        assertThat(sent).hasSize(2);
    }

    @Test
    void whoMayNotBidIsToldWhyAndNothingIsSent() {
        database.rows("left join bid_decision");
        assertRefused(404, () -> place("key", OFFER)).hasMessageContaining("no auction 4");
        situation(row("seller_id", null, "attending", true, "bid_id", null));
        assertRefused(404, () -> place("key", OFFER)).hasMessageContaining("no lot 31 in auction 4");
        situation(row("seller_id", BIDDER, "attending", true, "bid_id", null));
        assertRefused(403, () -> place("key", OFFER)).hasMessageContaining("own item");
        situation(row("seller_id", SELLER, "attending", false, "bid_id", null));
        assertRefused(409, () -> place("key", OFFER)).hasMessageContaining("Attend auction 4");

        assertThat(sent).isEmpty();
        assertThat(outstanding.count()).isZero();
    }

    @Test
    void aBidIsFoundByTheAccountThatMadeIt() {
        String id = ids.of(BIDDER, "key");

        assertThat(bids.find(id, BIDDER)).isEqualTo(BidAnswer.pending(id));
        assertRefused(404, () -> bids.find(id, SELLER));
        assertRefused(404, () -> bids.find("made-up", BIDDER));

        database.rows("from bid_decision where bid_id = ?", decided("OUTBID", "150.00"));
        assertThat(bids.find(id, BIDDER).outcome()).isEqualTo("OUTBID");
    }

    @Test
    void afterALostConnectionTheRowsAreAskedAboutAllThatWait() {
        database.rows("bid_id = any", decided("ACCEPTED", "150.00"));
        bids.recheck();
        assertThat(database.statements("bid_id = any")).as("nobody waits").isEmpty();
        CompletableFuture<BidAnswer> answer = place("key", OFFER);

        bids.recheck();

        assertThat(answer).isCompletedWithValue(BidAnswer.of(decision("ACCEPTED")));
    }

    private Bids bids(Bids.Sender sender) {
        return new Bids(
                new BidStore(database.client(), Dialect.POSTGRESQL),
                ids,
                outstanding,
                sender,
                InstantSource.fixed(NOW),
                Runnable::run,
                new Bids.Terms("replies.app1", Duration.ofMillis(300)));
    }

    private CompletionStage<Void> send(BidMessage bid) {
        sent.add(bid);
        return sending;
    }

    private CompletableFuture<BidAnswer> place(String key, Offer offer) {
        return place(bids, key, offer);
    }

    private static CompletableFuture<BidAnswer> place(Bids bids, String key, Offer offer) {
        return bids.place(new Bids.Placing(BIDDER, 4, key, offer)).toCompletableFuture();
    }

    private void situation(Map<String, Object> row) {
        database.rows("left join bid_decision", row);
    }

    private DecisionMessage decision(String outcome) {
        return new DecisionMessage(
                ids.of(BIDDER, "key"),
                4,
                31,
                new BigDecimal("150.00"),
                outcome,
                new BigDecimal("150.00"),
                new BigDecimal("151.50"),
                18);
    }

    private Map<String, Object> decided(String outcome, String amount) {
        return row(
                "bid_id",
                ids.of(BIDDER, "key"),
                "auction_id",
                4L,
                "lot_id",
                31L,
                "amount",
                new BigDecimal(amount),
                "outcome",
                outcome,
                "price",
                new BigDecimal("150.00"),
                "minimum_bid",
                new BigDecimal("151.50"),
                "revision",
                18L);
    }

    private static ApiProblem problemOf(CompletableFuture<BidAnswer> answer) {
        Throwable failure = answer.handle((_, thrown) -> thrown).join();
        return (ApiProblem) (failure instanceof ApiProblem ? failure : failure.getCause());
    }
}
