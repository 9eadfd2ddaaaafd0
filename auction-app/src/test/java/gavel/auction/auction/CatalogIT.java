package gavel.auction.auction;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.testing.Api;
import gavel.auction.testing.TestNode;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Selling an item through an auction, as seller, visitor and stranger see it. */
class CatalogIT {
    static final String ITEM = """
            {"title": "Antique clock", "description": "Strikes thirteen", "manufacturer": "Harrison", "condition": "good",
             "category": "clocks", "dateOfOrigin": "1759-01-01", "startingPrice": 120.5}""";
    static final String AUCTION = "{\"name\": \"Winter sale\", \"category\": \"clocks\", \"startsAt\": \"%s\"}"
            .formatted("2030-01-01T10:00:00Z");

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
    void anItemIsFoundOnceItIsInAnAuctionAndThenCannotBeChanged() {
        long item = seller.post("/api/items", ITEM).json().get("id").longValue();
        long auction = seller.post("/api/auctions", AUCTION).json().get("id").longValue();
        assertThat(stranger.get("/api/items?q=thirteen").json().get("total").intValue())
                .isZero();

        Api.Answer lot = seller.post("/api/auctions/" + auction + "/lots", "{\"itemId\": " + item + "}");

        assertThat(lot.status()).as(lot.text()).isEqualTo(201);
        assertThat(lot.json().get("position").intValue()).isEqualTo(1);
        assertThat(lot.text()).contains("\"startingPrice\":120.50", "\"price\":null", "\"phase\":\"QUEUED\"");
        Api.Answer found = stranger.get("/api/items?q=Thirteen%20clock&category=clocks&minPrice=100&maxPrice=130");
        assertThat(found.text())
                .contains("\"total\":1", "\"title\":\"Antique clock\"")
                .doesNotContain("Strikes");
        assertThat(seller.delete("/api/items/" + item).status()).isEqualTo(409);
        assertThat(seller.post("/api/auctions/" + auction + "/lots", "{\"itemId\": " + item + "}")
                        .status())
                .isEqualTo(409);
        assertThat(stranger.get("/api/auctions/" + auction)
                        .json()
                        .get("lotCount")
                        .intValue())
                .isEqualTo(1);
        assertThat(stranger.get("/api/auctions/" + auction + "/lots").text())
                .contains("\"title\":\"Antique clock\"", "\"total\":1", "\"revision\":0");
        assertThat(stranger.get("/api/auctions/" + auction + "/lots/current").text())
                .contains("\"lot\":null", "\"item\":null");
    }
}
