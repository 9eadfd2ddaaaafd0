package gavel.auction.item;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.testing.Api;
import gavel.auction.testing.Rows;
import gavel.auction.testing.TestNode;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class ItemsIT {
    private static final String CLOCK = """
            {"title": "Antique clock", "description": "Strikes thirteen", "manufacturer": "Harrison", "condition": "good",
             "category": "clocks", "dateOfOrigin": "1759-01-01", "startingPrice": %s, "version": %s}""";

    private static TestNode node;
    private static Api seller;
    private static Api stranger;

    @BeforeAll
    static void start() {
        node = TestNode.start();
        seller = node.api().registered("seller@example.com");
        stranger = node.api().registered("stranger@example.com");
    }

    @AfterAll
    static void stop() {
        node.close();
    }

    @Test
    void anItemIsCreatedReadChangedAndWithdrawn() {
        Api.Answer created = seller.post("/api/items", CLOCK.formatted("120.5", "null"));
        assertThat(created.status()).as(created.text()).isEqualTo(201);
        String path = created.header("Location");
        assertThat(seller.get(path).text())
                .contains("\"startingPrice\":120.50", "\"state\":\"DRAFT\"", "\"version\":0", "\"thumbnail\":null")
                .contains("\"dateOfOrigin\":\"1759-01-01\"", "\"images\":[]", "\"description\":\"Strikes thirteen\"");

        Api.Answer changed = seller.put(path, CLOCK.formatted("99.99", "0"));

        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
        assertThat(changed.json().get("version").intValue()).isEqualTo(1);
        assertThat(seller.get(path).text()).contains("\"startingPrice\":99.99", "\"version\":1");
        assertThat(seller.put(path, CLOCK.formatted("1", "0")).status()).isEqualTo(412);
        assertThat(seller.delete(path).status()).isEqualTo(204);
        assertThat(seller.delete(path).status()).as("again").isEqualTo(204);
        assertThat(seller.get(path).status()).isEqualTo(404);
        assertThat(seller.put(path, CLOCK.formatted("1", "2")).status()).isEqualTo(404);
    }

    @Test
    void aDraftIsForOthersAsIfItWereNot() {
        String path = seller.post("/api/items", CLOCK.formatted("10", "null")).header("Location");

        assertThat(stranger.get(path).status()).isEqualTo(404);
        assertThat(stranger.put(path, CLOCK.formatted("1", "0")).status()).isEqualTo(404);
        assertThat(stranger.delete(path).status()).isEqualTo(404);
        assertThat(node.api().get(path).status()).as("without a session").isEqualTo(401);
    }

    @Test
    void sellersSeeTheirOwnItemsNewestFirst() {
        Api newcomer = node.api().registered("newcomer@example.com");
        for (int price = 1; price <= 12; price++) {
            newcomer.post("/api/items", CLOCK.formatted(price, "null"));
        }

        Api.Answer first = newcomer.get("/api/accounts/me/items");
        Api.Answer second = newcomer.get("/api/accounts/me/items?page=1");
        Api.Answer beyond = newcomer.get("/api/accounts/me/items?page=7");

        assertThat(first.json().get("total").intValue()).isEqualTo(12);
        assertThat(first.json().get("items").findValues("startingPrice").stream()
                        .map(JsonNode::intValue))
                .startsWith(12, 11)
                .hasSize(10);
        assertThat(second.json().get("items").findValues("startingPrice").stream()
                        .map(JsonNode::intValue))
                .containsExactly(2, 1);
        assertThat(beyond.json().get("items")).isEmpty();
        assertThat(beyond.json().get("total").intValue()).isEqualTo(12);
    }

    @Test
    void itemsWhoseTitleHasTheWordsComeFirstWhereThatIsAskedFor() {
        Rows rows = new Rows(node.database());
        long account = rows.account("searched@example.com");
        long titled = rows.item(account, "Gilded Walnut mirror");
        long mentioned = rows.item(account, "Chest");
        long halfTitled = rows.item(account, "Walnutty mirror");
        rows.sql()
                .sql("update item set description = 'With walnut, and a mirror.' where id in (?, ?)")
                .params(mentioned, halfTitled)
                .update();
        String search = "/api/items?q=mirror%20walnut";

        assertThat(found(search)).containsExactly(halfTitled, mentioned, titled);
        assertThat(found(search + "&sort=MATCH")).containsExactly(titled, halfTitled, mentioned);
        assertThat(found(search + "&sort=MATCH&size=1&page=1")).containsExactly(halfTitled);
        assertThat(found("/api/items?sort=MATCH")).startsWith(halfTitled, mentioned, titled);
    }

    private static List<Long> found(String search) {
        return seller.get(search).json().get("items").findValues("id").stream()
                .map(JsonNode::longValue)
                .toList();
    }

    @ParameterizedTest(name = "{0} = {1} is refused")
    @CsvSource(
            delimiter = '|',
            value = {
                "title         | \"\"",
                "title         | null",
                "condition     | \"   \"",
                "condition     | \"a condition of far too many words\"",
                "category      | null",
                "startingPrice | null",
                "startingPrice | 0",
                "startingPrice | -5",
                "startingPrice | 1.005",
                "startingPrice | 12345678901",
                "startingPrice | 1E+999999999",
                "startingPrice | \"12\"",
                "dateOfOrigin  | \"yesterday\"",
                "version       | 3",
                "sellerId      | 1"
            })
    void whatIsWrongIsNamed(String field, String value) {
        String body = field.equals("sellerId")
                ? CLOCK.formatted("1", "null").replaceFirst("\\{", "{\"sellerId\": 1, ")
                : CLOCK.formatted("1", "null").replaceFirst("\"" + field + "\": [^,}]+", "\"" + field + "\": " + value);

        Api.Answer answer = seller.post("/api/items", body);

        assertThat(answer.status()).as(body + answer.text()).isEqualTo(400);
        assertThat(answer.json().get("errors").findValuesAsString("field")).contains(field);
    }

    @ParameterizedTest
    @CsvSource({
        "/api/items?size=101,                  400",
        "/api/items?size=0,                    400",
        "/api/items?page=-1,                   400",
        "/api/items?minPrice=cheap,            400",
        "/api/items?minPrice=-1,               400",
        "/api/items?minPrice=1E%2B999999999,   400",
        "/api/items?minPrice=10&maxPrice=9,    400",
        "/api/items/9999999,                   404",
        "/api/items/clock,                     400",
        "/api/items?q=%22unfinished%20-or%20(, 200",
        "/api/items?q=%27%3B--,                200",
        "/api/items,                           200"
    })
    void strangeRequestsGetPlainAnswers(String path, int status) {
        Api.Answer answer = seller.get(path);

        assertThat(answer.status()).as(answer.text()).isEqualTo(status);
        assertThat(answer.header("Content-Type"))
                .startsWith(status == 200 ? "application/json" : "application/problem+json");
    }
}
