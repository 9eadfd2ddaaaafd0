package gavel.auction.auction;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import gavel.auction.relational.Dialect;
import gavel.auction.testing.Api;
import gavel.auction.testing.TestNode;
import java.sql.Connection;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.function.BooleanSupplier;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Auctions as their owner, a visitor and a stranger see them, beside the rows an engine would write. */
class AuctionsIT {
    private static final String TOMORROW = Instant.now()
            .plus(1, ChronoUnit.DAYS)
            .truncatedTo(ChronoUnit.SECONDS)
            .toString();

    private static TestNode node;
    private static Api owner;
    private static Api stranger;
    private static JdbcClient database;

    @BeforeAll
    static void start() {
        node = TestNode.start();
        owner = node.api().registered("owner@example.com");
        stranger = node.api().registered("stranger@example.com");
        database = node.bean(JdbcClient.class);
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @Test
    void anItemIsFoundOnceItIsInAnAuctionAndThenCannotBeChanged() {
        long item = item("Antique thirteen clock");
        String auction = auction("Winter sale");
        assertThat(stranger.get("/api/items?q=thirteen").json().get("total").intValue())
                .isZero();

        Api.Answer lot = consign(owner, auction, item);

        assertThat(lot.status()).as(lot.text()).isEqualTo(201);
        assertThat(lot.text())
                .contains("\"position\":1", "\"startingPrice\":120.50", "\"price\":null", "\"phase\":\"QUEUED\"");
        assertThat(stranger.get("/api/items?q=Thirteen%20clock&category=clocks&minPrice=100&maxPrice=130")
                        .text())
                .contains("\"total\":1", "\"title\":\"Antique thirteen clock\"")
                .doesNotContain("description");
        assertThat(owner.delete("/api/items/" + item).status()).isEqualTo(409);
        assertThat(consign(owner, auction, item).status()).as("once only").isEqualTo(409);
        assertThat(stranger.get("/api/items/" + item).text()).contains("\"state\":\"CONSIGNED\"");
        assertThat(stranger.get(auction).json().get("lotCount").intValue()).isEqualTo(1);
        assertThat(stranger.get(auction + "/lots").text())
                .contains("\"title\":\"Antique thirteen clock\"", "\"total\":1", "\"revision\":0");
        assertThat(stranger.get(auction + "/lots/current").text()).contains("\"lot\":null", "\"item\":null");
    }

    /** The owner of its partition could not write an auction that a frozen node keeps locked. */
    @Test
    void aNodeThatFreezesWhileItConsignsKeepsTheAuctionLockedForAWhileOnly() {
        String ask = node.bean(Dialect.class)
                .sql(
                        "select setting from pg_settings where name = 'idle_in_transaction_session_timeout'",
                        "select @@idle_transaction_timeout * 1000");

        assertThat(database.sql(ask).query(Long.class).single()).isEqualTo(20_000);
    }

    /** What waits for the answer of a machine that was switched off would wait for ever, with its connection. */
    @Test
    void requestsGiveUpADatabaseThatSaysNothingAndMigrationsDoNot() throws Exception {
        assertThat(node.bean(HikariDataSource.class).getDataSourceProperties()).containsKey("socketTimeout");
        DataSource migrations = node.context().getBean("migrations", DataSource.class);
        try (Connection connection = migrations.getConnection()) {
            assertThat(connection.getNetworkTimeout()).isZero();
        }
    }

    @Test
    void onlyItsOwnerChangesAnAuctionAndOnlyTheVersionHeRead() {
        String auction = auction("Spring sale");
        String edit = draft("Spring and summer sale", TOMORROW, 0);

        Api.Answer changed = owner.put(auction, edit);

        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
        assertThat(changed.text()).contains("\"name\":\"Spring and summer sale\"", "\"version\":1");
        assertThat(owner.put(auction, edit).status()).as("the old version").isEqualTo(412);
        assertThat(stranger.put(auction, edit).status()).isEqualTo(403);
        assertThat(stranger.delete(auction).status()).isEqualTo(403);
        assertThat(consign(stranger, auction, item("Vase")).status()).isEqualTo(403);
        assertThat(owner.put("/api/auctions/99999999", edit).status()).isEqualTo(404);
        assertThat(owner.delete("/api/auctions/99999999").status()).isEqualTo(404);
    }

    @Test
    void onlyOnesOwnDraftsCanBeConsigned() {
        String auction = auction("Mixed sale");
        long strangers =
                stranger.post("/api/items", itemBody("Lamp")).json().get("id").longValue();

        assertThat(consign(owner, auction, strangers).status()).isEqualTo(404);
        assertThat(consign(owner, auction, 99_999_999).status()).isEqualTo(404);
        assertThat(owner.post(auction + "/lots", "{}").status()).isEqualTo(400);
        assertThat(owner.get(auction).json().get("lotCount").intValue()).isZero();
    }

    @Test
    void whatHasBegunIsChangedByNobody() {
        String auction = auction("Evening sale");
        set(auction, "RUNNING", 5);

        assertThat(owner.put(auction, draft("Late", TOMORROW, 0)).status()).isEqualTo(409);
        assertThat(consign(owner, auction, item("Late lot")).status())
                .as("a running auction takes lots")
                .isEqualTo(201);
    }

    @Test
    void whatIsOverTakesNoLotsAndIsNotCancelled() {
        String complete = auction("Past sale");
        String cancelled = auction("Lost sale");
        set(complete, "COMPLETE", 6);
        set(cancelled, "CANCELLED", 7);

        assertThat(owner.delete(complete).status()).isEqualTo(409);
        assertThat(consign(owner, complete, item("Too late")).status()).isEqualTo(409);
        assertThat(owner.delete(cancelled).status()).as("it is what he wants").isEqualTo(204);
    }

    @Test
    void theOwnerOfThePartitionCancelsAndFreesTheItems() {
        String auction = auction("Cancelled sale");
        long item = item("Freed lot");
        consign(owner, auction, item);

        assertThat(owner.delete(auction).status()).isEqualTo(202);

        await(() -> owner.get(auction).text().contains("\"state\":\"CANCELLED\""));
        assertThat(database.sql("select state from item where id = ?")
                        .param(item)
                        .query(String.class)
                        .single())
                .isEqualTo("DRAFT");
    }

    @Test
    void aRunningAuctionShowsItsLotAndTheRevisionItWasReadAt() {
        String auction = auction("Morning sale");
        long first = item("Silver teapot");
        consign(owner, auction, first);
        consign(owner, auction, item("Golden watch"));
        set(auction, "RUNNING", 41);
        database.sql("""
                        update lot set state = 'OPEN', price = 130, leader_id = (select min(id) from account), bid_count = 2, opened_at = now(),
                            closes_at = now() where item_id = ?""").param(first).update();

        Api.Answer current = stranger.get(auction + "/lots/current?after=41");

        assertThat(current.json().get("revision").intValue()).isEqualTo(41);
        assertThat(current.json().at("/lot/phase").stringValue()).isEqualTo("OPEN");
        assertThat(current.text()).contains("\"price\":130.00", "\"bidCount\":2");
        assertThat(current.json().at("/item/id").longValue()).isEqualTo(first);
        assertThat(current.json().at("/item/description").stringValue()).isEqualTo("Strikes");
        assertThat(stranger.get(auction + "/lots?size=1&page=1&after=41").text())
                .contains("Golden watch", "\"total\":2", "\"revision\":41")
                .doesNotContain("teapot");
        assertThat(stranger.get(auction + "?after=41").json().get("revision").intValue())
                .isEqualTo(41);
    }

    @Test
    void whereAnAuctionIsAlsoSaysHowTheLotBeforeEnded() {
        String auction = auction("Noon sale");
        for (String title : List.of("Passed vase", "Sold vase", "Open vase", "Later vase")) {
            consign(owner, auction, item(title));
        }
        set(auction, "RUNNING", 9);
        String end = "update lot set state = ?, closed_at = now() where auction_id = ? and position = ?";
        database.sql(end).params("PASSED", idOf(auction), 1).update();
        database.sql(end).params("SOLD", idOf(auction), 2).update();
        database.sql("update lot set state = 'LAST_CALL' where auction_id = ? and position = 3")
                .param(idOf(auction))
                .update();

        Api.Answer current = stranger.get(auction + "/lots/current");

        assertThat(current.json().at("/lot/title").stringValue()).isEqualTo("Open vase");
        assertThat(current.json().at("/previous/title").stringValue()).isEqualTo("Sold vase");
        assertThat(current.json().at("/previous/phase").stringValue()).isEqualTo("SOLD");
    }

    @Test
    void ownersSeeTheirAuctionsNewestFirstWhateverTheirState() {
        Api newcomer = node.api().registered("newcomer@example.com");
        for (int number = 1; number <= 3; number++) {
            newcomer.post("/api/auctions", draft("Sale " + number, TOMORROW, null));
        }
        database.sql("update auction set state = 'COMPLETE' where name = 'Sale 2'")
                .update();

        Api.Answer first = newcomer.get("/api/accounts/me/auctions?size=2");

        assertThat(first.json().get("items").findValuesAsString("name")).containsExactly("Sale 3", "Sale 2");
        assertThat(first.json().get("total").intValue()).isEqualTo(3);
        assertThat(newcomer.get("/api/accounts/me/auctions?size=2&page=1").text())
                .contains("\"name\":\"Sale 1\"", "\"page\":1");
        assertThat(stranger.get("/api/accounts/me/auctions").json().get("items"))
                .isEmpty();
        assertThat(node.api().get("/api/accounts/me/auctions").status())
                .as("without a session")
                .isEqualTo(401);
    }

    @Test
    void auctionsAreListedByStateInTheirOrderAndFoundByWords() {
        String late = auction("Zeppelin memorabilia late");
        String early = auction("Zeppelin memorabilia early");
        database.sql("update auction set starts_at = starts_at - interval '1' hour, category = 'air' where id = ?")
                .param(idOf(early))
                .update();

        assertThat(names("/api/auctions?q=zeppelin&state=SCHEDULED"))
                .containsExactly("Zeppelin memorabilia early", "Zeppelin memorabilia late");
        assertThat(names("/api/auctions?q=zeppelin&category=clocks")).containsExactly("Zeppelin memorabilia late");
        assertThat(names("/api/auctions?q=zeppelin&size=1&page=1")).hasSize(1);
        assertThat(names("/api/auctions?q=submarine")).isEmpty();
        set(late, "COMPLETE", 3);
        assertThat(names("/api/auctions?state=COMPLETE&q=zeppelin")).containsExactly("Zeppelin memorabilia late");
        assertThat(stranger.get("/api/auctions?size=2").json().get("items")).hasSize(2);
    }

    @ParameterizedTest(name = "{0} {1} {2}: {3}")
    @CsvSource(
            delimiter = '|',
            value = {
                "GET    | /api/auctions?state=SOON          |                            | 400",
                "GET    | /api/auctions?size=1000           |                            | 400",
                "GET    | /api/auctions/99999999            |                            | 404",
                "GET    | /api/auctions/99999999/lots       |                            | 404",
                "GET    | /api/auctions/99999999/lots/current |                          | 404",
                "GET    | /api/auctions/next                |                            | 400",
                "POST   | /api/auctions | {\"name\": \"A\", \"category\": \"b\"}             | 400",
                "POST   | /api/auctions | {\"name\": \"\", \"category\": \"b\", \"startsAt\": \"TOMORROW\"} | 400",
                "POST   | /api/auctions | {\"name\": \"A\", \"category\": \"b\", \"startsAt\": \"2001-01-01T00:00:00Z\"} | 400",
                "POST   | /api/auctions | {\"name\": \"A\", \"category\": \"b\", \"startsAt\": \"+99999-01-01T00:00:00Z\"} | 400",
                "POST   | /api/auctions | {\"name\": \"A\", \"category\": \"b\", \"startsAt\": \"soon\"} | 400",
                "POST   | /api/auctions | {\"name\": \"A\", \"category\": \"b\", \"startsAt\": \"TOMORROW\", \"recurring\": true} | 400",
                "POST   | /api/auctions | {\"name\": \"A\", \"category\": \"b\", \"startsAt\": \"TOMORROW\", \"version\": 1} | 400",
                "POST   | /api/auctions | [                                                | 400",
                "PUT    | /api/auctions/1 | {\"name\": \"A\", \"category\": \"b\", \"startsAt\": \"TOMORROW\"} | 400"
            })
    void whatIsWrongGetsAProblemDocument(String method, String path, String body, int status) {
        String text = body == null ? "" : body.replace("TOMORROW", TOMORROW);
        Api.Answer answer =
                switch (method) {
                    case "GET" -> owner.get(path);
                    case "POST" -> owner.post(path, text);
                    default -> owner.put(path, text);
                };

        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
    }

    private static long item(String title) {
        return owner.post("/api/items", itemBody(title)).json().get("id").longValue();
    }

    private static String itemBody(String title) {
        return """
                {"title": "%s", "description": "Strikes", "condition": "good", "category": "clocks",
                 "startingPrice": 120.5}""".formatted(title);
    }

    private static String auction(String name) {
        Api.Answer created = owner.post("/api/auctions", draft(name, TOMORROW, null));
        assertThat(created.status()).as(created.text()).isEqualTo(201);
        return created.header("Location");
    }

    private static String draft(String name, String startsAt, Integer version) {
        return "{\"name\": \"%s\", \"category\": \"clocks\", \"startsAt\": \"%s\", \"version\": %s}"
                .formatted(name, startsAt, version);
    }

    private static Api.Answer consign(Api api, String auction, long item) {
        return api.post(auction + "/lots", "{\"itemId\": " + item + "}");
    }

    private static void set(String auction, String state, long revision) {
        database.sql("update auction set state = ?, revision = ? where id = ?")
                .params(state, revision, idOf(auction))
                .update();
    }

    private static long idOf(String auction) {
        return Long.parseLong(auction.substring(auction.lastIndexOf('/') + 1));
    }

    private static List<String> names(String path) {
        return stranger.get(path).json().get("items").findValuesAsString("name");
    }

    private static void await(BooleanSupplier condition) {
        Instant deadline = Instant.now().plusSeconds(30);
        while (!condition.getAsBoolean()) {
            assertThat(Instant.now()).as("the engine did not do it in time").isBefore(deadline);
        }
    }
}
