package gavel.auction.website;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.auction.image.TestPictures;
import gavel.auction.testing.Api;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** An auction of a few lots with a picture each, run through the API. */
record Sale(Api seller, long auction) {
    private static final String DRAFT =
            "{\"name\": \"%s\", \"category\": \"Furniture\", \"startsAt\": \"%s\", \"version\": %s}";

    /** To come within the hour. */
    static Sale of(Api seller, String name, String... titles) {
        Instant later = Instant.now().plus(1, ChronoUnit.HOURS);
        Api.Answer created = seller.post("/api/auctions", DRAFT.formatted(name, later, null));
        assertThat(created.status()).as(created.text()).isEqualTo(201);
        Sale sale = new Sale(seller, created.json().get("id").longValue());
        for (String title : titles) {
            sale.consign(title);
        }
        return sale;
    }

    private void consign(String title) {
        String item = seller.post("/api/items", """
                        {"title": "%s", "description": "Of a private collection.", "condition": "good", "category": "Furniture",
                         "startingPrice": 100}""".formatted(title)).header("Location");
        Api.Answer picture =
                seller.send(seller.form(item + "/images", "file", TestPictures.gradient("jpeg", 640, 480)));
        assertThat(picture.status()).as(picture.text()).isEqualTo(201);
        String id = item.substring(item.lastIndexOf('/') + 1);
        assertThat(seller.post(path() + "/lots", "{\"itemId\": " + id + "}").status())
                .isEqualTo(201);
    }

    /** From now on it runs, as soon as the one who holds the hammer has heard of it. */
    void begin() {
        Api.Answer auction = seller.get(path());
        Api.Answer changed = seller.put(
                path(),
                DRAFT.formatted(
                        auction.json().get("name").stringValue(),
                        Instant.now(),
                        auction.json().get("version")));
        assertThat(changed.status()).as(changed.text()).isEqualTo(200);
    }

    String path() {
        return "/api/auctions/" + auction;
    }

    /** Its screen. */
    String screen() {
        return "/auctions/" + auction;
    }
}
