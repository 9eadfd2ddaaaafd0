package gavel.auction.partition.deciding;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.broker.BidMessage;
import gavel.auction.broker.DecisionMessage;
import gavel.auction.broker.LiveView;
import gavel.auction.engine.AuctionPhase;
import gavel.auction.engine.AuctionRules;
import gavel.auction.engine.AuctionState;
import gavel.auction.engine.Credit;
import gavel.auction.engine.LotPhase;
import gavel.auction.engine.LotState;
import gavel.auction.engine.LotTiming;
import gavel.auction.engine.Outcome;
import gavel.auction.testing.Fake;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AuctioneerTest {
    private static final long AUCTION = 3;
    private static final int PARTITION = 3;
    private static final LotTiming TIMING = new LotTiming(Duration.ofSeconds(30), Duration.ofSeconds(30));

    private Instant now = Instant.parse("2026-01-01T12:00:00Z");
    private final Deque<RecordsException> troubles = new ArrayDeque<>();
    private String refusedByTheDatabase = "";
    private boolean brokerBlocks;
    private boolean deadLettersFail;
    private Consumer<Delivery> queue;
    private int subscriptions;
    private long tags;
    private final Map<Long, Credit> credits = new HashMap<>();
    private final List<String> told = new ArrayList<>();
    private final Auctioneer auctioneer = new Auctioneer(
            new Auctioneer.Ports(
                    records(),
                    (partition, sink) -> {
                        subscriptions++;
                        queue = sink;
                        return subscription();
                    },
                    announcements(),
                    Fake.of(Tenancy.class)
                            .on("instant", _ -> now)
                            .on("mayDecide", _ -> true)
                            .make(),
                    Fake.of(Observer.class).make()),
            new AuctionRules(TIMING, () -> 100),
            () -> 0,
            10);

    @BeforeEach
    void take() {
        auctioneer.take(PARTITION, 1, now);
    }

    private void listen() {
        auctioneer.turn();
        told.clear();
    }

    @Test
    void everyBidOfABatchIsAnsweredBeforeTheLastAcknowledgesAll() {
        listen();
        deliver("first", "150.00");
        deliver("second", "100.00");

        auctioneer.turn();

        assertThat(told).containsExactly("[first ACCEPTED, second OUTBID]", "news 2", "through 2");
    }

    @Test
    void aBatchThatMeetsConflictsAgainAndAgainIsNeverRefused() {
        listen();
        for (int i = 0; i < 50; i++) {
            troubles.add(new RecordsException.Conflict("deadlock", null));
        }
        deliver("patient", "150.00");

        turns(50);
        assertThat(told).isEmpty();

        turns(2);
        assertThat(told).containsExactly("[patient ACCEPTED]", "news 2", "through 1");
    }

    @Test
    void aRowThatIsNeverAsItWasReadIsRefusedWithItsReasonAndTheOthersAreDecided() {
        listen();
        refusedByTheDatabase = "culprit";
        deliver("first", "150.00");
        deliver("culprit", "200.00");
        deliver("last", "300.00");

        turns(40);

        assertThat(told)
                .containsExactly(
                        "[first ACCEPTED]",
                        "news 2",
                        "through 1",
                        "refused 2: " + new RecordsException.Changed("decisions: 0 rows instead of 1"),
                        "alone 2",
                        "[last ACCEPTED]",
                        "news 3",
                        "through 3");
    }

    @Test
    void refusingAMessageAcknowledgesNoneOfThoseBeforeItThatStillWait() {
        listen();
        troubles.add(new RecordsException.Unavailable("no database", null));
        deliver("waits", "150.00");
        queue.accept(new Delivery(PARTITION, ++tags, 0, new Delivery.Content.Unreadable("poison"), new byte[0]));

        auctioneer.turn();
        assertThat(told).containsExactly("refused 2: poison", "alone 2");

        turns(3);
        assertThat(told).endsWith("[waits ACCEPTED]", "news 2", "through 1");
    }

    @Test
    void aDeadLetterThatCannotBeKeptIsNotAcknowledged() {
        listen();
        deadLettersFail = true;
        queue.accept(new Delivery(PARTITION, ++tags, 0, new Delivery.Content.Unreadable("poison"), new byte[0]));

        auctioneer.turn();

        assertThat(told).containsExactly("hung up");
    }

    @Test
    void whileTheBrokerTakesNothingNobodyListens() {
        brokerBlocks = true;
        turns(5);
        assertThat(subscriptions).isZero();

        brokerBlocks = false;
        turns(2);
        assertThat(subscriptions).isOne();
        assertThat(told).as("all views are told again").containsExactly("news 1");
    }

    private void turns(int times) {
        for (int i = 0; i < times; i++) {
            auctioneer.turn();
            now = now.plus(Auctioneer.BACK_OFF);
        }
    }

    private void deliver(String bidId, String amount) {
        long account = 2 + tags;
        queue.accept(new Delivery(
                PARTITION,
                ++tags,
                0,
                new Delivery.Content.Bid(
                        new BidMessage(bidId, account, AUCTION, 1, new BigDecimal(amount), bidId, now, "replies")),
                new byte[0]));
    }

    private AuctionRecords records() {
        Map<Long, AuctionState> committed = new HashMap<>();
        LotState lot = new LotState(
                1,
                1,
                "Clock",
                1,
                1,
                new BigDecimal("100.00"),
                null,
                null,
                null,
                0,
                LotPhase.OPEN,
                now,
                now.plusSeconds(3_600),
                null);
        committed.put(AUCTION, new AuctionState(AUCTION, AuctionPhase.RUNNING, false, 1, 1, 0, now, now, List.of(lot)));
        return Fake.of(AuctionRecords.class)
                .on("running", _ -> List.copyOf(committed.values()))
                .on("dueToStart", _ -> List.of())
                .on("queuedLots", _ -> Map.of())
                .on("begin", _ -> transaction(committed))
                .make();
    }

    private AuctionRecords.Transaction transaction(Map<Long, AuctionState> committed) {
        Map<Long, AuctionState> written = new HashMap<>();
        Map<Long, Credit> changed = new HashMap<>();
        return Fake.of(AuctionRecords.Transaction.class)
                .on("lock", arguments -> {
                    if (!troubles.isEmpty()) {
                        throw troubles.removeFirst();
                    }
                    return new AuctionRecords.Locked(now, Map.of(), creditOf((Collection<?>) arguments[2]));
                })
                .on("write", arguments -> {
                    Outcome outcome = (Outcome) arguments[0];
                    if (outcome.decisions().stream()
                            .anyMatch(decision -> decision.bidId().equals(refusedByTheDatabase))) {
                        throw new RecordsException.Changed("decisions: 0 rows instead of 1");
                    }
                    written.putAll(outcome.auctions());
                    changed.putAll(outcome.credits());
                    return null;
                })
                .on("commit", _ -> {
                    committed.putAll(written);
                    credits.putAll(changed);
                    return null;
                })
                .make();
    }

    private Map<Long, Credit> creditOf(Collection<?> accounts) {
        Credit plenty = new Credit(new BigDecimal("1000000.00"), BigDecimal.ZERO, BigDecimal.ZERO);
        Map<Long, Credit> read = new HashMap<>();
        accounts.forEach(account -> read.put((Long) account, credits.getOrDefault(account, plenty)));
        return read;
    }

    private Announcements announcements() {
        return Fake.of(Announcements.class)
                .on(
                        "reply",
                        arguments -> told.add(((List<?>) arguments[1])
                                .stream()
                                        .map(DecisionMessage.class::cast)
                                        .map(decision -> decision.bidId() + " " + decision.outcome())
                                        .toList()
                                        .toString()))
                .on("news", arguments -> {
                    if (brokerBlocks) {
                        throw new IOException("blocked");
                    }
                    return told.add("news " + ((LiveView) arguments[0]).revision());
                })
                .on("deadLetter", arguments -> {
                    if (deadLettersFail) {
                        throw new IOException("no broker");
                    }
                    return told.add("refused " + ((Delivery) arguments[0]).tag() + ": " + arguments[1]);
                })
                .make();
    }

    private BidQueues.Subscription subscription() {
        boolean[] open = {true};
        return Fake.of(BidQueues.Subscription.class)
                .on("isOpen", _ -> open[0])
                .on("acknowledge", arguments -> told.add("alone " + ((Delivery) arguments[0]).tag()))
                .on("acknowledgeThrough", arguments -> told.add("through " + ((Delivery) arguments[0]).tag()))
                .on("close", _ -> {
                    open[0] = false;
                    return told.add("hung up");
                })
                .make();
    }
}
