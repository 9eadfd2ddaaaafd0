package gavel.driver.operation;

import gavel.driver.body.ContentException;
import gavel.driver.body.Expectation;
import gavel.driver.body.JsonBody;
import gavel.driver.message.RequestTemplate;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** What a seller does: offers an item, uploads a photo of it, and makes an auction for it. */
final class SellingOperations {
    private static final RequestTemplate ITEMS = RequestTemplate.post("/api/items");
    private static final RequestTemplate IMAGES = RequestTemplate.post("/api/items/{id}/images");
    private static final RequestTemplate AUCTIONS = RequestTemplate.post("/api/auctions");
    private static final RequestTemplate LOTS = RequestTemplate.post("/api/auctions/{id}/lots");
    private static final RequestTemplate AUCTION = RequestTemplate.put("/api/auctions/{id}");

    private static final Expectation NEW_ITEM = Expectation.json(201, "id", "sellerId", "title");
    private static final Expectation NEW_IMAGE = Expectation.json(201, "id", "width", "height");
    private static final Expectation NEW_AUCTION = Expectation.json(201, "id", "version", "name");
    private static final Expectation NEW_LOT = Expectation.json(201, "id", "auctionId", "itemId");
    private static final Expectation CHANGED_AUCTION = Expectation.json(200, "id", "version", "name");
    private static final Duration AHEAD = Duration.ofDays(30);

    private SellingOperations() {}

    static void addItem(OperationRun run, int stage) {
        if (stage > 0) {
            return;
        }
        Person person = run.person();
        String title = Prose.words(run, 3);
        byte[] body = new JsonBody()
                .with("title", title)
                .with("description", Prose.words(run, 20))
                .with("manufacturer", Prose.word(run))
                .with("condition", "GOOD")
                .with("category", Prose.word(run))
                .with("dateOfOrigin", 1800 + person.draws().below(150) + "-06-15")
                .with("startingPrice", BigDecimal.valueOf(500 + person.draws().below(20_000), 2))
                .bytes();
        run.send(ITEMS.fill().bearer(person.token).json(body), NEW_ITEM, call -> {
            call.answer().expectId(1, person.accountId);
            call.answer().expectText(2, title);
            person.ownItem = call.answer().id(0);
        });
    }

    static void uploadImage(OperationRun run, int stage) {
        if (stage > 0) {
            return;
        }
        Person person = run.person();
        run.send(
                IMAGES.fill()
                        .with(person.ownItem)
                        .bearer(person.token)
                        .body(Photos.FORM, run.context().photos().form(person.draws())),
                NEW_IMAGE,
                call -> {
                    call.answer().text(0);
                    call.answer().expectId(1, Photos.WIDTH);
                    call.answer().expectId(2, Photos.HEIGHT);
                });
    }

    static void manageAuction(OperationRun run, int stage) {
        Person person = run.person();
        String name = stage > 2 ? null : Prose.words(run, 2) + " sale";
        switch (stage) {
            case 0 ->
                run.send(
                        AUCTIONS.fill()
                                .bearer(person.token)
                                .json(auction(run, name).bytes()),
                        NEW_AUCTION,
                        call -> {
                            call.answer().expectText(2, name);
                            person.ownAuction = call.answer().id(0);
                            person.ownAuctionVersion = call.answer().id(1);
                        });
            case 1 ->
                run.send(
                        LOTS.fill()
                                .with(person.ownAuction)
                                .bearer(person.token)
                                .json(new JsonBody()
                                        .with("itemId", person.ownItem)
                                        .bytes()),
                        NEW_LOT,
                        call -> {
                            call.answer().expectId(1, person.ownAuction);
                            call.answer().expectId(2, person.ownItem);
                        });
            case 2 ->
                run.send(
                        AUCTION.fill()
                                .with(person.ownAuction)
                                .bearer(person.token)
                                .json(auction(run, name)
                                        .with("version", person.ownAuctionVersion)
                                        .bytes()),
                        CHANGED_AUCTION,
                        call -> {
                            call.answer().expectId(0, person.ownAuction);
                            call.answer().expectText(2, name);
                            if (call.answer().id(1) <= person.ownAuctionVersion) {
                                throw new ContentException("version "
                                        + call.answer().id(1) + " after " + person.ownAuctionVersion + " was edited");
                            }
                        });
            default -> {}
        }
    }

    private static JsonBody auction(OperationRun run, String name) {
        Instant startsAt = run.context().time().instant().plus(AHEAD).truncatedTo(ChronoUnit.SECONDS);
        return new JsonBody()
                .with("name", name)
                .with("category", Prose.word(run))
                .with("startsAt", startsAt.toString());
    }
}
