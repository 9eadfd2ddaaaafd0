package gavel.auction.bid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import gavel.auction.broker.DecisionMessage;
import gavel.auction.broker.NodeIdentity;
import gavel.auction.broker.PartitionPublisher;
import gavel.auction.problem.ApiProblem;
import gavel.auction.relational.Dialect;
import gavel.auction.testing.EmbeddedServices;
import gavel.auction.testing.FakeOwner;
import gavel.auction.testing.Rows;
import gavel.auction.testing.TestBroker;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Bids over a real broker and database, decided by a fake owner. */
class BidsIT {
    private static final Duration PATIENCE = Duration.ofMillis(500);

    private final NodeIdentity node = new NodeIdentity("bids-test", UUID.randomUUID());
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private TestBroker broker;
    private PartitionPublisher publisher;
    private OutstandingBids outstanding;
    private Bids bids;
    private FakeOwner owner;
    private Rows rows;
    private long bidder;
    private long seller;
    private long auction;
    private long lot;

    @BeforeEach
    void prepare() throws Exception {
        EmbeddedServices.TestDatabase database = EmbeddedServices.migratedDatabase();
        rows = new Rows(database);
        bidder = rows.account("bidder@example.com");
        seller = rows.account("seller@example.com");
        auction = rows.auction(seller, "RUNNING");
        lot = rows.openLot(auction, rows.item(seller, "Clock"), Duration.ofMinutes(1));
        rows.attend(bidder, auction);
        rows.attend(seller, auction);

        broker = TestBroker.connect(node);
        publisher = new PartitionPublisher(broker);
        outstanding = new OutstandingBids(2);
        bids = new Bids(
                new BidStore(JdbcClient.create(database.dataSource()), Dialect.POSTGRESQL),
                new BidIds(new byte[] {1, 2, 3}),
                outstanding,
                bid -> publisher.publish(bid.auctionId(), bid),
                InstantSource.system(),
                executor,
                new Bids.Terms(node.replyQueue(), PATIENCE));
        BidConfiguration.replyQueue(broker, node, outstanding, bids).open();
        owner = FakeOwner.of(broker, auction);
    }

    @AfterEach
    void end() throws Exception {
        owner.close();
        publisher.close();
        broker.close();
        executor.close();
    }

    @Test
    void theOwnersDecisionIsTheAnswer() {
        owner.decides(bid -> decision(bid.bidId(), "ACCEPTED", "150.00", 7));

        BidAnswer answer = join(place("k1", "150.00"));

        assertThat(answer.outcome()).isEqualTo("ACCEPTED");
        assertThat(answer.price()).isEqualByComparingTo("150.00");
        assertThat(answer.revision()).isEqualTo(7);
        assertThat(owner.received()).singleElement().satisfies(bid -> {
            assertThat(bid.bidId()).isEqualTo(answer.bidId());
            assertThat(bid.accountId()).isEqualTo(bidder);
            assertThat(bid.lotId()).isEqualTo(lot);
            assertThat(bid.amount()).isEqualTo(new BigDecimal("150.00"));
            assertThat(bid.replyTo()).isEqualTo(node.replyQueue());
        });
        await().until(() -> outstanding.count() == 0);
    }

    @Test
    void withoutADecisionInTimeTheBidIsPendingAndTheSameEverywhere() {
        BidAnswer answer = join(place("k1", "150.00"));

        assertThat(answer.outcome()).isEqualTo("PENDING");
        assertThat(bids.find(answer.bidId(), bidder).outcome()).isEqualTo("PENDING");
        assertThat(join(place("k1", "150.00")).bidId()).isEqualTo(answer.bidId());
        assertProblem(() -> bids.find(answer.bidId(), seller), HttpStatus.NOT_FOUND);
        assertProblem(() -> bids.find("aW52ZW50ZWQ", bidder), HttpStatus.NOT_FOUND);
    }

    @Test
    void aDecisionWhoseReplyIsLostIsReadFromTheRow() {
        owner.decides(bid -> {
            decided(bid.bidId(), "OUTBID", "150.00");
            return null;
        });

        assertThat(join(place("k1", "150.00")).outcome()).isEqualTo("OUTBID");
    }

    @Test
    void aDecidedBidIsAnsweredAgainWithoutTheOwner() {
        decided(new BidIds(new byte[] {1, 2, 3}).of(bidder, "k1"), "ACCEPTED", "150.00");

        assertThat(join(place("k1", "150.00")).outcome()).isEqualTo("ACCEPTED");
        assertProblem(() -> place("k1", "151.00"), HttpStatus.UNPROCESSABLE_CONTENT);
        assertThat(owner.received()).isEmpty();
    }

    @Test
    void aKeyForTwoBidsIsRefused() {
        owner.decides(bid -> decision(bid.bidId(), "KEY_REUSED", null, 7));

        assertThatThrownBy(() -> join(place("k1", "150.00")))
                .isInstanceOfSatisfying(
                        ApiProblem.class, e -> assertThat(e.status()).isEqualTo(HttpStatus.UNPROCESSABLE_CONTENT));
    }

    @Test
    void theLateDecisionOfAnotherBidWithTheSameKeyIsNotTheAnswer() {
        BidAnswer first = join(place("k1", "150.00"));
        assertThat(first.outcome()).isEqualTo("PENDING");

        CompletionStage<BidAnswer> second = place("k1", "160.00");
        outstanding.decided(decision(first.bidId(), "ACCEPTED", "150.00", 7));

        assertProblem(() -> join(second), HttpStatus.UNPROCESSABLE_CONTENT);
    }

    @Test
    void theRowOfAnotherBidWithTheSameKeyIsNotTheAnswer() {
        owner.decides(bid -> {
            decided(bid.bidId(), "ACCEPTED", "150.00");
            return null;
        });

        assertProblem(() -> join(place("k1", "160.00")), HttpStatus.UNPROCESSABLE_CONTENT);
    }

    @Test
    void twoRequestsWithOneKeyAreOneBid() {
        CompletionStage<BidAnswer> first = place("k1", "150.00");
        CompletionStage<BidAnswer> second = place("k1", "150.00");
        assertProblem(() -> place("k1", "160.00"), HttpStatus.UNPROCESSABLE_CONTENT);

        outstanding.decided(decision(outstanding.ids().iterator().next(), "ACCEPTED", "150.00", 3));

        assertThat(join(first)).isEqualTo(join(second));
        assertThat(owner.received()).hasSizeLessThanOrEqualTo(1);
    }

    @Test
    void whoMayNotBidIsToldBeforeAnythingIsSent() {
        long stranger = rows.account("stranger@example.com");

        assertProblem(() -> place(seller, auction, lot, "k"), HttpStatus.FORBIDDEN);
        assertProblem(() -> place(stranger, auction, lot, "k"), HttpStatus.CONFLICT);
        assertProblem(() -> place(bidder, 999_999, lot, "k"), HttpStatus.NOT_FOUND);
        assertProblem(() -> place(bidder, auction, 999_999, "k"), HttpStatus.NOT_FOUND);
        assertThat(owner.received()).isEmpty();
    }

    @Test
    void moreThanTheBoundIsRefused() {
        place("k1", "150.00");
        place("k2", "150.00");

        assertProblem(() -> place("k3", "150.00"), HttpStatus.SERVICE_UNAVAILABLE);
    }

    @Test
    void withoutABrokerNothingIsSentAndTheClientMayTryAgain() throws Exception {
        broker.close();

        assertThatThrownBy(() -> join(place("k1", "150.00"))).isInstanceOfSatisfying(ApiProblem.class, e -> {
            assertThat(e.status()).isEqualTo(HttpStatus.SERVICE_UNAVAILABLE);
            assertThat(e.retryAfter()).isPositive();
        });
        broker = TestBroker.connect(node);
    }

    private CompletionStage<BidAnswer> place(String key, String amount) {
        return bids.place(new Bids.Placing(bidder, auction, key, new Offer(lot, new BigDecimal(amount))));
    }

    private CompletionStage<BidAnswer> place(long account, long where, long what, String key) {
        return bids.place(new Bids.Placing(account, where, key, new Offer(what, new BigDecimal("150.00"))));
    }

    private static BidAnswer join(CompletionStage<BidAnswer> stage) {
        CompletableFuture<BidAnswer> future = stage.toCompletableFuture();
        try {
            return future.join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof ApiProblem problem ? problem : e;
        }
    }

    private static void assertProblem(Runnable action, HttpStatus status) {
        assertThatThrownBy(action::run).isInstanceOfSatisfying(ApiProblem.class, e -> assertThat(e.status())
                .isEqualTo(status));
    }

    private void decided(String bidId, String outcome, String amount) {
        rows.sql()
                .sql(
                        "insert into bid_decision (bid_id, \"partition\", seq, auction_id, lot_id, account_id, idempotency_key, amount,"
                                + " outcome, price, minimum_bid, revision, placed_at, decided_at)"
                                + " values (?, 1, 1, ?, ?, ?, 'k1', ?, ?, 150, 151.5, 2, now(), now())")
                .params(bidId, auction, lot, bidder, new BigDecimal(amount), outcome)
                .update();
    }

    private DecisionMessage decision(String bidId, String outcome, String price, long revision) {
        return new DecisionMessage(
                bidId,
                auction,
                lot,
                new BigDecimal("150.00"),
                outcome,
                price == null ? null : new BigDecimal(price),
                null,
                revision);
    }
}
