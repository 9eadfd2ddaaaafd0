package gavel.auction.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import com.rabbitmq.client.ConnectionFactory;
import gavel.auction.broker.AuctionCommand;
import gavel.auction.broker.DecisionMessage;
import gavel.auction.broker.Topology;
import gavel.auction.engine.BidRules;
import gavel.auction.engine.LotTiming;
import gavel.auction.settings.Settings.Broker.Queues;
import gavel.auction.testing.EmbeddedServices;
import gavel.auction.testing.EmbeddedServices.TestDatabase;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the engine does with a real database and a real broker, whichever it is. */
abstract class LiveEngineContract {
    private static final LotTiming SLOW = new LotTiming(Duration.ofSeconds(30), Duration.ofSeconds(30));
    private static final LotTiming FAST = new LotTiming(Duration.ofMillis(400), Duration.ofMillis(400));

    private final List<EngineNode> nodes = new ArrayList<>();
    private TestDatabase database;
    private AuctionHouse house;
    private Bidders bidders;

    abstract ConnectionFactory broker();

    /** Empty but for the schema. */
    TestDatabase migratedDatabase() {
        return EmbeddedServices.migratedDatabase();
    }

    Queues queues() {
        return Queues.CLASSIC;
    }

    @BeforeEach
    void open() throws Exception {
        TestBroker.prepare(broker(), queues());
        database = migratedDatabase();
        house = new AuctionHouse(database);
        house.accounts(50);
        bidders = new Bidders(broker());
    }

    @AfterEach
    void close() throws Exception {
        nodes.forEach(EngineNode::close);
        bidders.close();
        house.close();
    }

    @Test
    void oneNodeDecidesAStreamOfBids() throws Exception {
        for (int auction = 1; auction <= 20; auction++) {
            house.runningAuction(auction, 2, true);
        }
        EngineNode node = node("app1", SLOW);
        await().until(() -> node.engine.settled());

        int bids = 0;
        long[] lots = new long[21];
        for (int auction = 1; auction <= 20; auction++) {
            lots[auction] = lot(auction);
        }
        for (int step = 0; step < 100; step++) {
            for (int auction = 1; auction <= 20; auction++) {
                String amount = 100 + 5 * step + ".00";
                bidders.place(bidders.bid("b" + ++bids, 2 + bids % 40, auction, lots[auction], amount));
            }
        }
        int all = bids;
        await().atMost(Duration.ofSeconds(20)).until(() -> bidders.answers.size() == all);

        assertThat(bidders.outcome("b1")).isEqualTo("ACCEPTED");
        assertThat(house.number("select count(*) from bid_decision")).isEqualTo(all);
        assertThat(house.number("select count(*) from bid_decision where outcome = 'ACCEPTED'"))
                .isGreaterThan(1_500);
        assertThat(house.violations()).isEmpty();
        await().until(() -> node.history.size() >= all);
        await().until(() -> house.number("select sum(history_cursor) from partition_lease") == all);
    }

    @Test
    void whatPiledUpIsAnsweredInItsOrderAndFetchedAFewAtATime() throws Exception {
        house.runningAuction(7, 2, true);
        int bids = 3_000;
        long lot = lot(7);
        BigDecimal minimum = AuctionHouse.STARTING_PRICE;
        for (int i = 0; i < bids; i++) {
            boolean enough = i % 5 == 0;
            bidders.place(bidders.bid("b" + i, 2 + i % 41, 7, lot, enough ? minimum.toString() : "1.00"));
            minimum = enough ? minimum.add(BidRules.increment(minimum)) : minimum;
        }

        EngineNode node = node("app1", SLOW);
        await().atMost(Duration.ofSeconds(20)).until(() -> bidders.answers.size() == bids);

        for (int i = 0; i < bids; i++) {
            DecisionMessage answer = bidders.answers.get("b" + i).getFirst();
            assertThat(answer.outcome()).as("bid %d", i).isEqualTo(i % 5 == 0 ? "ACCEPTED" : "OUTBID");
            assertThat(answer.revision()).as("bid %d", i).isEqualTo(2 + i / 5);
        }
        assertThat(node.meters.get("gavel.engine.batch.size").summary().max()).isLessThanOrEqualTo(200);
        assertThat(house.violations()).isEmpty();
    }

    @Test
    void aBidThatComesTwiceIsDecidedOnceAndAnsweredTwice() throws Exception {
        house.runningAuction(7, 2, true);
        node("app1", SLOW);
        var bid = bidders.bid("again", 2, 7, lot(7), "150.00");

        bidders.place(bid);
        await().until(() -> bidders.outcome("again") != null);
        bidders.place(bid);
        bidders.place(bidders.bid("again", 2, 7, lot(7), "151.00"));

        await().until(() -> bidders.answers.get("again").size() == 3);
        assertThat(bidders.answers.get("again"))
                .extracting("outcome")
                .containsExactly("ACCEPTED", "ACCEPTED", "KEY_REUSED");
        assertThat(house.number("select count(*) from bid_decision")).isEqualTo(1);
    }

    @Test
    void whatNobodyCanApplyGoesToTheDeadLettersAndTheRestGoesOn() throws Exception {
        house.runningAuction(7, 2, true);
        node("app1", SLOW);

        bidders.send(7, "BidMessage", "{not json".getBytes(StandardCharsets.UTF_8));
        bidders.place(bidders.bid("nowhere", 2, 7 + Topology.PARTITIONS, 1, "150.00"));
        bidders.place(bidders.bid("x".repeat(100), 2, 7, lot(7), "150.00"));
        bidders.place(bidders.bid("good", 2, 7, lot(7), "150.00"));

        await().until(() -> bidders.outcome("good") != null);
        try (var connection = broker().newConnection();
                var channel = connection.createChannel()) {
            await().until(() -> channel.messageCount(Topology.DEAD_LETTERS) == 3);
            var letter = channel.basicGet(Topology.DEAD_LETTERS, true);
            assertThat(letter.getProps().getHeaders().get("reason").toString()).contains("not a message");
        }
        assertThat(bidders.outcome("good")).isEqualTo("ACCEPTED");
        await().until(() -> house.number("select count(*) from bid_decision") == 1);
    }

    @Test
    void lotsGoOnByThemselvesAndRoundsFollowEachOther() throws Exception {
        house.runningAuction(5, 2, true);
        house.run("update lot set closes_at = now() where state = 'OPEN'");
        node("app1", FAST);
        long first = lot(5);
        await().until(() -> house.number("select count(*) from bid_decision") == 0
                && house.number("select round from auction where id = 5") >= 2);
        assertThat(house.rows("select state from lot where id = " + first)).isEqualTo(List.of(List.of("PASSED")));
        assertThat(house.number("select lot_count from auction where id = 5")).isEqualTo(2);
        assertThat(house.number("select count(*) from lot where auction_id = 5 and state in ('OPEN', 'LAST_CALL')"))
                .isEqualTo(1);
    }

    @Test
    void aScheduledAuctionStartsSellsAndCompletes() throws Exception {
        house.auction(9, "SCHEDULED", false, 1);
        EngineNode node = node("app1", FAST);
        await().until(() -> house.number("select count(*) from lot where state = 'OPEN'") == 1);
        bidders.place(bidders.bid("only", 3, 9, lot(9), "100.00"));

        await().until(() -> house.number("select count(*) from auction where state = 'COMPLETE'") == 1);
        assertThat(house.rows("select state from item")).isEqualTo(List.of(List.of("SOLD")));
        await().untilAsserted(() -> assertThat(node.changedItems)
                .as("told, so that caches forget the item")
                .containsExactly(house.number("select id from item")));
        assertThat(house.number("select revision from auction where id = 9"))
                .as("opened, accepted, last call, sold, complete")
                .isEqualTo(5);
        assertThat(house.violations()).isEmpty();
    }

    @Test
    void cancellingReleasesTheHoldAndFreesTheItems() throws Exception {
        house.runningAuction(9, 3, false);
        node("app1", SLOW);
        bidders.place(bidders.bid("lead", 3, 9, lot(9), "100.00"));
        bidders.command(new AuctionCommand(9, AuctionCommand.Kind.CANCEL));

        await().until(() -> house.number("select count(*) from auction where state = 'CANCELLED'") == 1);
        assertThat(house.number("select count(*) from item where state = 'DRAFT'"))
                .isEqualTo(3);
        assertThat(house.violations()).isEmpty();
    }

    @Test
    void twoNodesShareAndOneTakesOverWhenTheOtherIsKilled() throws Exception {
        for (int auction = 1; auction <= 64; auction++) {
            house.runningAuction(auction, 2, true);
        }
        EngineNode first = node("app1", SLOW);
        await().until(() -> first.engine.settled());
        EngineNode second = node("app2", SLOW);
        await().until(() ->
                first.engine.owned().size() == 32 && second.engine.owned().size() == 32);

        first.kill();
        nodes.remove(first);
        long killed = System.nanoTime();
        for (int auction = 1; auction <= 64; auction++) {
            bidders.place(bidders.bid("b" + auction, 2, auction, lot(auction), "100.00"));
        }
        await().atMost(Duration.ofSeconds(8)).until(() -> bidders.answers.size() == 64);
        assertThat(Duration.ofNanos(System.nanoTime() - killed)).isLessThan(Duration.ofSeconds(6));
        assertThat(house.violations()).isEmpty();
    }

    @Test
    void aDrainedNodeTellsTheOthersAndHandsOverWithinASecond() throws Exception {
        house.runningAuction(1, 2, true);
        EngineNode first = node("app1", SLOW);
        await().until(() -> first.engine.settled());
        EngineNode second = node("app2", SLOW);
        await().until(() -> first.engine.settled() && second.engine.settled());
        Channel listening = second.broker.connection().createChannel();
        String told = listening.queueDeclare().getQueue();
        listening.queueBind(told, Topology.VACANCIES, "");

        long asked = System.nanoTime();
        first.engine.drain();
        await().until(() -> second.engine.owned().size() == 64);
        bidders.place(bidders.bid("b", 2, 1, lot(1), "100.00"));
        await().until(() -> bidders.outcome("b") != null);
        assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(Duration.ofSeconds(2));
        assertThat(first.engine.owned()).isEmpty();
        await().until(() -> listening.messageCount(told) > 0);
    }

    /** Waiting for the regular looks would take 20 times 250 ms. */
    @Test
    void aNodeThatIsToldOfFreePartitionsLooksAtOnce() throws Exception {
        EngineNode node = node("app1", SLOW);
        await().until(() -> node.engine.settled());
        Channel telling = node.broker.connection().createChannel();

        long began = System.nanoTime();
        for (int i = 0; i < 20; i++) {
            Object before = house.rows("select expires_at from node_lease");
            telling.basicPublish(Topology.VACANCIES, "", null, new byte[0]);
            await().pollInterval(Duration.ofMillis(2)).until(() -> !house.rows("select expires_at from node_lease")
                    .equals(before));
        }

        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(Duration.ofSeconds(4));
    }

    @Test
    void aBrokerThatWasAwayExtendsDeadlinesAndLosesNothing() throws Exception {
        house.runningAuction(1, 2, true);
        EngineNode node = node("app1", SLOW);
        await().until(() -> node.engine.settled());
        bidders.place(bidders.bid("before", 2, 1, lot(1), "100.00"));
        await().until(() -> bidders.outcome("before") != null);

        node.broker.cut();
        bidders.place(bidders.bid("during", 3, 1, lot(1), "200.00"));
        node.broker.mend();

        await().until(() -> bidders.outcome("during") != null);
        assertThat(bidders.outcome("during")).isEqualTo("ACCEPTED");
        assertThat(house.violations()).isEmpty();
    }

    private EngineNode node(String name, LotTiming timing) {
        EngineNode node = new EngineNode(name, database, new TestBroker(broker()), timing);
        nodes.add(node);
        return node;
    }

    private long lot(long auction) {
        return house.openLot(auction);
    }
}
