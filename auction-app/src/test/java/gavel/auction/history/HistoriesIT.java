package gavel.auction.history;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.partition.outbox.BidHistory;
import gavel.auction.partition.outbox.DecidedBid;
import gavel.auction.testing.Api;
import gavel.auction.testing.TestNode;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import tools.jackson.databind.JsonNode;

/** Histories from what the engine and the visitors do to what the account reads. */
class HistoriesIT {
    private static final Instant NOW = Instant.now().truncatedTo(ChronoUnit.MILLIS);

    private static TestNode node;
    private static Api bidder;
    private static long account;
    private static JdbcClient database;

    @BeforeAll
    static void start() {
        node = TestNode.start();
        bidder = node.api().registered("bidder@example.com");
        account = bidder.get("/api/accounts/me").json().get("id").longValue();
        database = node.bean(JdbcClient.class);
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @Test
    void bidsAreReadPageByPageHoweverOftenTheyWereWritten() {
        List<DecidedBid> bids = IntStream.range(0, 25)
                .mapToObj(i -> bid(account, "bid-" + i, NOW.minus(Duration.ofDays(10L * i))))
                .toList();
        BidHistory history = node.bean(BidHistory.class);
        history.append(bids);
        history.append(bids.subList(5, 20));
        history.append(List.of());

        List<JsonNode> read = follow("/api/accounts/me/bids?size=7");

        assertThat(read)
                .extracting(bid -> bid.get("bidId").stringValue())
                .containsExactlyElementsOf(bids.stream().map(DecidedBid::bidId).toList());
        JsonNode first = read.getFirst();
        assertThat(first.propertyNames())
                .containsExactlyInAnyOrder("bidId", "auctionId", "lotId", "amount", "outcome", "placedAt", "decidedAt");
        assertThat(bidder.get("/api/accounts/me/bids").text()).contains("\"amount\":120.50,");
        assertThat(Instant.parse(first.get("placedAt").stringValue())).isEqualTo(NOW);
    }

    @Test
    void aSpanOfTimeIsAllOneSees() {
        Api other = node.api().registered("other@example.com");

        assertThat(other.get("/api/accounts/me/bids").text()).isEqualTo("{\"items\":[],\"next\":null}");
        long otherId = other.get("/api/accounts/me").json().get("id").longValue();
        node.bean(BidHistory.class)
                .append(IntStream.range(0, 6)
                        .mapToObj(i -> bid(otherId, "span-" + i, NOW.minus(Duration.ofDays(10L * i))))
                        .toList());
        Instant from = NOW.minus(Duration.ofDays(45));
        Instant to = NOW.minus(Duration.ofDays(15));

        assertThat(other.get("/api/accounts/me/bids?size=100&from=" + from + "&to=" + to)
                        .json()
                        .get("items"))
                .extracting(bid -> bid.get("bidId").stringValue())
                .containsExactly("span-2", "span-3", "span-4");
    }

    @Test
    void aVisitIsSeenInTheHistoryFromItsBeginToItsEnd() {
        long auction = auction("RUNNING");
        String attendance = "/api/auctions/" + auction + "/attendance";

        Api.Answer joined = bidder.put(attendance, "");
        Api.Answer again = bidder.put(attendance, "");

        assertThat(joined.status()).as(joined.text()).isEqualTo(200);
        assertThat(joined.json().get("revision").intValue()).isEqualTo(3);
        assertThat(again.text()).as("idempotent").isEqualTo(joined.text());
        await(() -> visits(auction).size() == 1);
        assertThat(visits(auction).getFirst().get("leftAt").isNull()).isTrue();
        assertThat(bidder.delete(attendance).status()).isEqualTo(204);
        assertThat(bidder.delete(attendance).status()).as("again").isEqualTo(204);
        await(() -> visits(auction).size() == 1
                && !visits(auction).getFirst().get("leftAt").isNull());
        assertThat(database.sql("select count(*) from attendance where auction_id = ?")
                        .param(auction)
                        .query(Integer.class)
                        .single())
                .isZero();
    }

    @ParameterizedTest
    @CsvSource({"SCHEDULED, 200", "RUNNING, 200", "COMPLETE, 409", "CANCELLED, 409"})
    void onlyWhatIsNotOverCanBeJoined(String state, int status) {
        assertThat(bidder.put("/api/auctions/" + auction(state) + "/attendance", "")
                        .status())
                .isEqualTo(status);
    }

    @Test
    void anUnknownAuctionCannotBeJoined() {
        assertThat(bidder.put("/api/auctions/99999999/attendance", "").status()).isEqualTo(404);
        assertThat(node.api().put("/api/auctions/1/attendance", "").status()).isEqualTo(401);
    }

    @Test
    void purchasesAreTheLotsSoldToTheAccountNewestFirst() {
        Api buyer = node.api().registered("buyer@example.com");
        long buyerId = buyer.get("/api/accounts/me").json().get("id").longValue();
        long auction = auction("RUNNING");
        for (int position = 1; position <= 5; position++) {
            // The two oldest have the same hammer time.
            lot(auction, position, position == 4 ? "PASSED" : "SOLD", buyerId, NOW.plusSeconds(Math.max(2, position)));
        }

        List<JsonNode> read = follow(buyer, "/api/accounts/me/purchases?size=2&to=" + NOW.plusSeconds(60));

        assertThat(read)
                .extracting(purchase -> purchase.get("title").stringValue())
                .containsExactly("Lot 5", "Lot 3", "Lot 2", "Lot 1");
        assertThat(read.getFirst().toString()).contains("\"thumbnail\":\"/api/images/1-1?size=thumbnail\"");
        assertThat(buyer.get("/api/accounts/me/purchases").text()).contains("\"price\":22.00,");
        assertThat(bidder.get("/api/accounts/me/purchases").json().get("items")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "/api/accounts/me/bids?cursor=nonsense",
        "/api/accounts/me/attendance?cursor=%21",
        "/api/accounts/me/purchases?cursor=MTI6YQ", // 12:a, of a history of bids
        "/api/accounts/me/bids?from=yesterday",
        "/api/accounts/me/bids?size=0",
        "/api/accounts/me/bids?from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z"
    })
    void whatIsWrongIsRefused(String path) {
        assertThat(bidder.get(path).status()).isEqualTo(400);
        assertThat(node.api().get(path).status()).as("without a session").isEqualTo(401);
    }

    private static DecidedBid bid(long bidder, String id, Instant placedAt) {
        return new DecidedBid(
                id, bidder, 3, 30, new BigDecimal("120.50"), "ACCEPTED", placedAt, placedAt.plusMillis(5));
    }

    private static List<JsonNode> visits(long auction) {
        return follow("/api/accounts/me/attendance").stream()
                .filter(visit -> visit.get("auctionId").longValue() == auction)
                .toList();
    }

    private static List<JsonNode> follow(String path) {
        return follow(bidder, path);
    }

    private static List<JsonNode> follow(Api api, String path) {
        List<JsonNode> items = new ArrayList<>();
        String cursor = "";
        do {
            JsonNode page = api.get(path + (path.contains("?") ? "&" : "?") + "cursor=" + cursor)
                    .json();
            page.get("items").forEach(items::add);
            cursor = page.get("next").isNull() ? null : page.get("next").stringValue();
        } while (cursor != null);
        return items;
    }

    private static long auction(String state) {
        return database.sql("""
                        insert into auction (name, category, owner_id, starts_at, state, revision)
                        values ('Sale', 'clocks', ?, now(), ?, 3) returning id""").params(account, state).query(Long.class).single();
    }

    private static void lot(long auction, int position, String state, long leader, Instant closedAt) {
        long item = database.sql(
                        "insert into item (seller_id, title, \"condition\", category, starting_price, state, thumbnail_id)"
                                + " values (?, ?, 'good', 'clocks', 1, 'SOLD', '1-1') returning id")
                .params(account, "Lot " + position)
                .query(Long.class)
                .single();
        database.sql("""
                        insert into lot (auction_id, item_id, position, round, starting_price, price, leader_id, state,
                            closed_at)
                        values (:auction, :item, :position, 1, 1, 11 * :position, :leader, :state, :closedAt)""")
                .param("item", item)
                .param("auction", auction)
                .param("position", position)
                .param("leader", leader)
                .param("state", state)
                .param("closedAt", closedAt.atOffset(ZoneOffset.UTC))
                .update();
    }

    private static void await(BooleanSupplier condition) {
        Instant deadline = Instant.now().plusSeconds(20);
        while (!condition.getAsBoolean()) {
            assertThat(Instant.now()).as("the history did not arrive in time").isBefore(deadline);
        }
    }
}
