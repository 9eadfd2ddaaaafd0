package gavel.auction.showcase;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.testing.Api;
import gavel.auction.testing.Rows;
import gavel.auction.testing.TestNode;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What people see of many auctions at once, in a running application with real rows. */
class ShowcaseIT {
    private static TestNode node;
    private static Rows rows;
    private static Api ada;
    private static long auction;
    private static long item;
    private static long lot;
    private static long other;

    @BeforeAll
    static void start() {
        node = TestNode.start("gavel.lots.last-call-after=10m", "gavel.lots.close-after=10m");
        rows = new Rows(node.database());
        ada = node.api().registered("ada@example.com");
        long seller = rows.account("seller@example.com");
        auction = rows.auction(seller, "RUNNING");
        item = rows.item(seller, "Mantel clock");
        lot = rows.openLot(auction, item, Duration.ofMinutes(10));
        other = rows.auction(seller, "RUNNING");
        rows.openLot(other, rows.item(seller, "Wall clock"), Duration.ofMinutes(5));
        rows.sql()
                .sql("update auction set name = 'A better name', category = 'Furniture' where id = ?")
                .param(other)
                .update();
        Awaitility.await()
                .until(() -> node.management().get("/actuator/health/readiness").status() == 200);
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    private static JsonNode items(Api caller, String query) {
        Api.Answer answer = caller.get("/api/showcase" + query);
        assertThat(answer.status()).as(answer.text()).isEqualTo(200);
        return answer.json().get("items");
    }

    @Test
    void aGuestSeesWhatIsUnderTheHammerAndWhatClosesFirstComesFirst() {
        JsonNode lots = items(node.api(), "");

        assertThat(lots).extracting(each -> each.get("auctionId").longValue()).containsExactly(other, auction);
        JsonNode clock = lots.get(1);
        assertThat(clock.get("title").stringValue()).isEqualTo("Mantel clock");
        assertThat(clock.get("startingPrice").decimalValue()).isEqualByComparingTo("100");
        assertThat(clock.get("closesInMillis").longValue()).isBetween(400_000L, 600_000L);
        assertThat(clock.get("thumbnail").isNull()).isTrue();
    }

    @Test
    void cardsAreSortedAndChosenByCategoryAndPaged() {
        assertThat(items(node.api(), "?sort=NAME"))
                .first()
                .extracting(each -> each.get("auctionId").longValue())
                .isEqualTo(other);
        assertThat(items(node.api(), "?category=Furniture")).hasSize(1);
        assertThat(items(node.api(), "?category=Nothing")).isEmpty();
        assertThat(items(node.api(), "?page=1&size=1")).hasSize(1);
        assertThat(items(node.api(), "?page=1000000&size=100")).isEmpty();
        assertThat(node.api().get("/api/showcase?sort=password").status()).isEqualTo(400);
    }

    @Test
    void lotsAreFoundByTheirOwnNumberTheirItemAndTheirAuction() {
        for (String way : new String[] {"lots/" + lot, "items/" + item, "auctions/" + auction}) {
            Api.Answer answer = ada.get("/api/showcase/" + way + ",999999");
            assertThat(answer.status()).as(answer.text()).isEqualTo(200);
            assertThat(answer.json()).as(way).hasSize(1);
            assertThat(answer.json().get(0).get("lotId").longValue()).isEqualTo(lot);
        }
        assertThat(node.api().get("/api/showcase/lots/" + lot).status()).isEqualTo(401);
    }

    @Test
    void anItemIsShownInItsPresentLotWhicheverHasTheLargerNumber() {
        long seller = rows.account("again@example.com");
        long rounds = rows.auction(seller, "COMPLETE");
        long clock = rows.item(seller, "Carriage clock");
        String add = "insert into lot (id, auction_id, item_id, position, round, starting_price, state, closed_at)"
                + " values (?, ?, ?, 1, ?, 5, ?, ?)";
        Instant now = Instant.now();
        rows.sql()
                .sql(add)
                .params(800_001, rounds, clock, 1, "SOLD", Timestamp.from(now.minusSeconds(60)))
                .update();
        rows.sql().sql(add).params(800_000, rounds, clock, 2, "QUEUED", null).update();

        assertThat(lotOf(clock)).as("to come").isEqualTo(800_000);
        rows.sql()
                .sql("update lot set state = 'SOLD', closed_at = ? where id = 800000")
                .param(Timestamp.from(now))
                .update();
        assertThat(lotOf(clock)).as("closed last").isEqualTo(800_000);
    }

    private static long lotOf(long itemId) {
        JsonNode lots = node.api().get("/api/showcase/items/" + itemId).json();
        assertThat(lots).hasSize(1);
        return lots.get(0).get("lotId").longValue();
    }

    @Test
    void aGuestSeesAnItemThatIsOfferedAndNoDraftAndNothingWithdrawn() {
        JsonNode clock = node.api().get("/api/showcase/item/" + item).json();

        assertThat(clock).isEqualTo(ada.get("/api/items/" + item).json());
        assertThat(clock.get("title").stringValue()).isEqualTo("Mantel clock");
        assertThat(node.api()
                        .get("/api/showcase/items/" + item)
                        .json()
                        .get(0)
                        .get("lotId")
                        .longValue())
                .isEqualTo(lot);
        for (String state : new String[] {"DRAFT", "WITHDRAWN"}) {
            long hidden = rows.item(rows.account(state + "@example.com"), "Hidden clock");
            rows.sql()
                    .sql("update item set state = ? where id = ?")
                    .params(state, hidden)
                    .update();
            assertThat(node.api().get("/api/showcase/item/" + hidden).status())
                    .as(state)
                    .isEqualTo(404);
        }
        assertThat(node.api().get("/api/items/" + item).status()).isEqualTo(401);
    }

    @Test
    void anAuctionThatIsNotRunningShowsItsLastSaleOrItsFirstLot() {
        long seller = rows.account("another@example.com");
        long over = rows.auction(seller, "COMPLETE");
        for (int position = 1; position <= 3; position++) {
            rows.sql()
                    .sql("insert into lot (auction_id, item_id, position, round, starting_price, state, closed_at)"
                            + " values (?, ?, ?, 1, 5, ?, ?)")
                    .params(
                            over,
                            rows.item(seller, "Chair " + position),
                            position,
                            position < 3 ? "SOLD" : "QUEUED",
                            position < 3 ? Timestamp.from(Instant.now()) : null)
                    .update();
        }
        long none = rows.auction(seller, "COMPLETE");

        JsonNode shown = ada.get("/api/showcase/auctions/" + over + "," + none).json();

        assertThat(shown).hasSize(1);
        assertThat(shown.get(0).get("title").stringValue()).isEqualTo("Chair 2");
        rows.sql()
                .sql("update lot set state = 'QUEUED', closed_at = null where auction_id = ?")
                .param(over)
                .update();
        assertThat(ada.get("/api/showcase/auctions/" + over)
                        .json()
                        .get(0)
                        .get("title")
                        .stringValue())
                .isEqualTo("Chair 1");
    }

    @Test
    void numbersThatAreNoneOrTooManyAreRefused() {
        String fifty = LongStream.rangeClosed(1, 50).mapToObj(Long::toString).collect(Collectors.joining(","));
        assertThat(ada.get("/api/showcase/lots/" + fifty).status()).isEqualTo(200);
        for (String wrong :
                new String[] {fifty + ",51", "1,,2", "x", "1,-", "1e3", "9".repeat(20), "9".repeat(1_001)}) {
            Api.Answer answer = ada.get("/api/showcase/lots/" + wrong);
            assertThat(answer.status()).as(wrong).isEqualTo(400);
            assertThat(answer.json().at("/errors/0/field").stringValue()).isEqualTo("ids");
        }
    }

    @Test
    void theBidsOfALotAreSeenTheLastOneFirst() {
        ada.put("/api/auctions/" + auction + "/attendance", "");
        for (String amount : new String[] {"100", "101"}) {
            Api bidder = amount.equals("100") ? ada : node.api().registered("ben@example.com");
            bidder.put("/api/auctions/" + auction + "/attendance", "");
            Api.Answer bid = bidder.post(
                    "/api/auctions/" + auction + "/bids",
                    "{\"lotId\": %d, \"amount\": %s}".formatted(lot, amount),
                    "Idempotency-Key",
                    "seen-" + amount);
            assertThat(bid.text()).contains("ACCEPTED");
        }

        JsonNode page = ada.get("/api/lots/" + lot + "/bids?size=1").json();

        assertThat(page.get("total").intValue()).isEqualTo(2);
        assertThat(page.at("/items/0/amount").decimalValue()).isEqualByComparingTo("101");
        assertThat(page.at("/items/0").propertyNames()).containsExactlyInAnyOrder("bidderId", "amount", "decidedAt");
        assertThat(ada.get("/api/lots/" + lot + "/bids?size=1&page=1")
                        .json()
                        .at("/items/0/amount")
                        .decimalValue())
                .isEqualByComparingTo("100");
        assertThat(ada.get("/api/lots/999999/bids").status()).isEqualTo(404);
        assertThat(node.api().get("/api/lots/" + lot + "/bids").text()).contains("101");
    }
}
