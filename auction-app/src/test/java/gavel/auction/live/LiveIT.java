package gavel.auction.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.rabbitmq.client.Channel;
import gavel.auction.broker.BrokerConnections;
import gavel.auction.broker.LiveView;
import gavel.auction.broker.Messages;
import gavel.auction.broker.RevisionDigest;
import gavel.auction.broker.Topology;
import gavel.auction.testing.Api;
import gavel.auction.testing.Rows;
import gavel.auction.testing.TestNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LiveIT {
    private static TestNode node;
    private static Rows rows;
    private static Api ada;
    private static long seller;

    @BeforeAll
    static void start() {
        node = TestNode.start("gavel.live.hold=10s", "gavel.lots.last-call-after=10m", "gavel.lots.close-after=10m");
        rows = new Rows(node.database());
        ada = node.api().registered("ada@example.com");
        seller = rows.account("seller@example.com");
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @Test
    void theFirstLookReadsTheRow() {
        long auction = auctionWithALot();

        Api.Answer answer = ada.get(live(auction, 0));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text())
                .contains(
                        "\"auctionId\":" + auction,
                        "\"state\":\"RUNNING\"",
                        "\"revision\":1",
                        "\"title\":\"Mantel clock\"")
                .contains("\"price\":100.00", "\"minimumBid\":100.00", "\"leaderId\":null", "\"lastBidId\":null");
        assertThat(answer.json().at("/lot/closesInMillis").longValue()).isBetween(500_000L, 600_000L);
    }

    @Test
    void whoHasSeenEverythingWaitsForNews() throws IOException {
        long auction = auctionWithALot();
        CompletableFuture<Api.Answer> poll = ada.getLater(live(auction, 1));
        awaitHeld(1);

        publish(view(auction, 2, "120.00"));

        Api.Answer answer = poll.join();
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.json().get("revision").longValue()).isEqualTo(2);
        assertThat(answer.text()).contains("\"price\":120.00");
        assertThat(ada.get(live(auction, 1)).json().get("revision").longValue()).isEqualTo(2);
    }

    @Test
    void withoutNewsThereIsAnEndToTheHold() {
        long auction = auctionWithALot();
        Instant start = Instant.now();

        Api.Answer answer = ada.get(live(auction, 1));

        assertThat(answer.status()).isEqualTo(204);
        assertThat(Duration.between(start, Instant.now())).isBetween(Duration.ofSeconds(10), Duration.ofSeconds(20));
    }

    @Test
    void aMissedViewIsReadAfterTheNextDigest() throws IOException {
        long auction = auctionWithALot();
        CompletableFuture<Api.Answer> poll = ada.getLater(live(auction, 1));
        awaitHeld(1);
        rows.sql()
                .sql("update auction set revision = 5 where id = ?")
                .param(auction)
                .update();

        publish(Topology.DIGEST, RevisionDigest.write(Map.of(auction, 5L)));

        assertThat(poll.join().json().get("revision").longValue()).isEqualTo(5);
    }

    @Test
    void aThousandHeldRequestsHoldNoThreads() throws IOException {
        long auction = auctionWithALot();
        ada.get(live(auction, 0));
        long before = platformThreads();

        List<CompletableFuture<Api.Answer>> polls = Stream.generate(() -> ada.getLater(live(auction, 1)))
                .limit(1_000)
                .toList();
        awaitHeld(1_000);
        long holding = platformThreads() - before;
        publish(view(auction, 2, "120.00"));

        assertThat(polls).allSatisfy(poll -> assertThat(poll.join().status()).isEqualTo(200));
        assertThat(holding).as("threads").isLessThan(100);
        assertThat(node.bean(LivePolls.class).held()).isZero();
    }

    @Test
    void anUnknownAuctionIsNotFoundAndANegativeRevisionInvalid() {
        assertThat(ada.get(live(999_999, 0)).status()).isEqualTo(404);
        assertThat(ada.get(live(1, -1)).status()).isEqualTo(400);
        assertThat(node.api().get(live(1, 0)).status()).isEqualTo(401);
    }

    @Test
    void theRequestsAreMeasured() {
        ada.get(live(auctionWithALot(), 0));

        assertThat(node.management().get("/actuator/prometheus").text())
                .contains("http_server_requests_seconds_bucket", "uri=\"/api/auctions/{id}/live\"", "gavel_live_held");
    }

    /** Of this process but those of the client, which starts as many as it likes. */
    private static long platformThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> !thread.getName().startsWith("HttpClient"))
                .count();
    }

    private static void awaitHeld(int requests) {
        await().atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> node.bean(LivePolls.class).held() >= requests);
    }

    private static String live(long auction, long after) {
        return "/api/auctions/" + auction + "/live?after=" + after;
    }

    private static long auctionWithALot() {
        long auction = rows.auction(seller, "RUNNING");
        rows.openLot(auction, rows.item(seller, "Mantel clock"), Duration.ofMinutes(10));
        return auction;
    }

    private static LiveView view(long auction, long revision, String price) {
        BigDecimal amount = new BigDecimal(price);
        LiveView.LiveLot lot = new LiveView.LiveLot(
                1,
                1,
                "Mantel clock",
                "OPEN",
                amount,
                amount.add(BigDecimal.TEN),
                7L,
                1,
                Instant.now().plusSeconds(30));
        return new LiveView(auction, "RUNNING", revision, lot, "bid", Instant.now());
    }

    private static void publish(LiveView view) throws IOException {
        publish(Topology.newsKey(view.auctionId()), Messages.write(view));
    }

    private static void publish(String key, byte[] body) throws IOException {
        Channel channel = node.bean(BrokerConnections.class).connection().createChannel();
        channel.basicPublish(Topology.NEWS, key, null, body);
    }
}
