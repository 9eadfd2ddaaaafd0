package gavel.auction.bid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import gavel.auction.testing.Api;
import gavel.auction.testing.Rows;
import gavel.auction.testing.TestNode;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Bids through the API of a whole node, decided by its engine and seen by everyone. */
class BiddingIT {
    private static TestNode node;
    private static Rows rows;
    private static Api ada;
    private static Api bob;
    private static long auction;
    private static long lot;

    @BeforeAll
    static void start() {
        node = TestNode.start("gavel.lots.last-call-after=10m", "gavel.lots.close-after=10m");
        rows = new Rows(node.database());
        long seller = rows.account("seller@example.com");
        auction = rows.auction(seller, "RUNNING");
        lot = rows.openLot(auction, rows.item(seller, "Mantel clock"), Duration.ofMinutes(10));
        ada = node.api().registered("ada@example.com");
        bob = node.api().registered("bob@example.com");
        rows.attend(id(ada), auction);
        rows.attend(id(bob), auction);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> node.management().get("/actuator/health/readiness").status() == 200);
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @Test
    void aBidIsDecidedAnsweredAndSeenByEveryone() {
        long seen = ada.get(live(0)).json().get("revision").longValue();
        CompletableFuture<Api.Answer> poll = ada.getLater(live(seen));

        Api.Answer bid = place(bob, "150.00", "first");

        assertThat(bid.status()).isEqualTo(200);
        assertThat(bid.text()).contains("\"outcome\":\"ACCEPTED\"", "\"price\":150.00", "\"minimumBid\":151.50");
        Api.Answer news = poll.join();
        assertThat(news.status()).isEqualTo(200);
        assertThat(news.json().get("revision").longValue())
                .isEqualTo(bid.json().get("revision").longValue());
        assertThat(news.json().at("/lot/leaderId").longValue()).isEqualTo(id(bob));
        assertThat(news.json().get("lastBidId")).isEqualTo(bid.json().get("bidId"));

        Api.Answer again = place(bob, "150.00", "first");
        assertThat(again.text()).isEqualTo(bid.text());
        assertThat(place(bob, "160.00", "first").status()).isEqualTo(422);
        assertThat(place(ada, "150.00", "first").json().get("outcome").stringValue())
                .isEqualTo("OUTBID");
        String id = bid.json().get("bidId").stringValue();
        assertThat(bob.get("/api/bids/" + id).text()).isEqualTo(bid.text());
        assertThat(ada.get("/api/bids/" + id).status()).isEqualTo(404);
        assertThat(bob.get("/api/accounts/me").text()).contains("\"held\":150.00");
    }

    @Test
    void aBidThatIsNotValidIsNamedAsSuch() {
        assertThat(ada.post(bids(), "{\"lotId\": %d, \"amount\": 200.00}".formatted(lot))
                        .status())
                .as("without a key")
                .isEqualTo(400);
        assertThat(place(ada, "-1", "k").status()).isEqualTo(400);
        assertThat(place(ada, "1.234", "k").status()).isEqualTo(400);
        assertThat(place(ada, "\"200\"", "k").status()).isEqualTo(400);
        assertThat(place(ada, "200", "k".repeat(81)).status()).isEqualTo(400);
        assertThat(ada.post(bids(), "{\"amount\": 200.00}", "Idempotency-Key", "k")
                        .json()
                        .at("/errors/0/field")
                        .stringValue())
                .isEqualTo("lotId");
        assertThat(place(node.api(), "200", "k").status()).isEqualTo(401);
    }

    private static Api.Answer place(Api caller, String amount, String key) {
        return caller.post(bids(), "{\"lotId\": %d, \"amount\": %s}".formatted(lot, amount), "Idempotency-Key", key);
    }

    private static String bids() {
        return "/api/auctions/" + auction + "/bids";
    }

    private static String live(long after) {
        return "/api/auctions/" + auction + "/live?after=" + after;
    }

    private static long id(Api caller) {
        return caller.get("/api/accounts/me").json().get("id").longValue();
    }
}
