package gavel.driver.operation;

import gavel.driver.body.Answer;
import gavel.driver.body.ContentException;
import gavel.driver.body.Expectation;
import gavel.driver.message.RequestTemplate;

/** What a person looks at: auctions, catalogues, items and their pictures. */
final class BrowsingOperations {
    private static final RequestTemplate AUCTIONS =
            RequestTemplate.get("/api/auctions?state=RUNNING&page={page}&size={size}");
    private static final RequestTemplate SEARCH = RequestTemplate.get("/api/items?q={word}&page=0&size={size}");
    private static final RequestTemplate AUCTION = RequestTemplate.get("/api/auctions/{id}");
    private static final RequestTemplate LOTS = RequestTemplate.get("/api/auctions/{id}/lots?page=0&size={size}");
    private static final RequestTemplate ITEM = RequestTemplate.get("/api/items/{id}");

    private static final Expectation AUCTION_PAGE =
            Expectation.json(200, "items[].id", "items[].state", "page", "size", "total");
    private static final Expectation ITEM_PAGE =
            Expectation.json(200, "items[].id", "items[].thumbnail", "page", "size", "total", "items[].title");
    private static final Expectation AUCTION_FIELDS = Expectation.json(200, "id", "name", "state", "revision");
    private static final Expectation LOT_PAGE =
            Expectation.json(200, "items[].itemId", "items[].thumbnail", "page", "size", "total", "items[].auctionId");
    private static final Expectation ITEM_FIELDS =
            Expectation.json(200, "id", "title", "startingPrice", "images[].id", "images[].preview", "images[].full");

    private BrowsingOperations() {}

    /** The first page tells how many there are; the next auction to join is chosen by Zipf's law among those people go to, on whichever page it is. */
    static void listAuctions(OperationRun run, int stage) {
        Person person = run.person();
        int size = run.context().profile().pages().size();
        if (stage == 0) {
            if (person.auctionsRunning == 0) {
                listPage(run, 0, -1);
            } else {
                chooseRank(run, person);
                listPage(run, person.rank / size, person.rank % size);
            }
        } else if (stage == 1 && person.rank < 0) {
            chooseRank(run, person);
            if (person.rank / size > 0) {
                listPage(run, person.rank / size, person.rank % size);
            } else {
                person.candidate = candidate(run, person.rank);
            }
        }
    }

    private static void chooseRank(OperationRun run, Person person) {
        int auctions = run.context().auctions(person.auctionsRunning);
        int rank = run.context().rank(auctions, person.draws().unit());
        int size = run.context().profile().pages().size();
        // A person who follows the one auction of the last page would find nothing there to join.
        boolean alone = rank > 0 && rank % size == 0 && rank == auctions - 1;
        person.rank = alone && !person.rooms().isEmpty() ? rank - 1 : rank;
    }

    private static void listPage(OperationRun run, int page, int entry) {
        Person person = run.person();
        int size = run.context().profile().pages().size();
        person.rank = entry < 0 ? -1 : person.rank;
        run.send(AUCTIONS.fill().with(page).with(size).bearer(person.token).build(), AUCTION_PAGE, call -> {
            Answer answer = call.answer();
            answer.expectTogether(0, 1);
            answer.expectEach(1, "RUNNING");
            answer.expectId(2, page);
            Pages.check(answer, answer.count(0), 2, size, 4);
            person.listed = answer.ids(0);
            person.auctionsRunning = (int) answer.id(4);
            if (person.listed.length == 0) {
                throw new ContentException("no auction runs on page " + page + " of " + answer.id(4) + " in all");
            }
            if (entry >= 0) {
                person.candidate = candidate(run, entry);
            }
        });
    }

    /** The auction chosen, or the next one on its page that people go to and this one does not attend yet; 0 when it attends all of them. */
    private static long candidate(OperationRun run, int entry) {
        Person person = run.person();
        int before = person.rank - entry;
        int auctions = run.context().auctions(person.auctionsRunning) - before;
        int eligible = Math.min(person.listed.length, Math.max(entry + 1, auctions));
        for (int i = 0; i < eligible; i++) {
            long auction = person.listed[(entry + i) % eligible];
            if (!person.attends(auction)) {
                return auction;
            }
        }
        return 0;
    }

    static void searchItems(OperationRun run, int stage) {
        Person person = run.person();
        int size = run.context().profile().pages().size();
        if (stage == 0) {
            run.send(
                    SEARCH.fill()
                            .with(Prose.word(run))
                            .with(size)
                            .bearer(person.token)
                            .build(),
                    ITEM_PAGE,
                    call -> {
                        Answer answer = call.answer();
                        answer.expectTogether(0, 1, 5);
                        answer.expectId(2, 0);
                        Pages.check(answer, answer.count(0), 2, size, 4);
                        person.shown = Pages.links(answer.texts(1));
                    });
        } else if (stage == 1) {
            Pages.shown(run);
        }
    }

    static void auctionDetail(OperationRun run, int stage) {
        Person person = run.person();
        int size = run.context().profile().pages().size();
        if (stage == 0) {
            long auction = Prose.one(person.listed, person.draws());
            run.send(AUCTION.fill().with(auction).bearer(person.token).build(), AUCTION_FIELDS, call -> call.answer()
                    .expectId(0, auction));
            run.send(LOTS.fill().with(auction).with(size).bearer(person.token).build(), LOT_PAGE, call -> {
                Answer answer = call.answer();
                answer.expectTogether(0, 1, 5);
                answer.expectId(2, 0);
                Pages.check(answer, answer.count(0), 2, size, 4);
                for (long owner : answer.ids(5)) {
                    if (owner != auction) {
                        throw new ContentException("a lot of auction " + owner + ", asked for was " + auction);
                    }
                }
                person.catalogued = answer.ids(0);
                person.shown = Pages.links(answer.texts(1));
            });
        } else if (stage == 1) {
            if (person.catalogued.length == 0) {
                return;
            }
            Pages.shown(run);
        }
    }

    static void itemDetail(OperationRun run, int stage) throws ContentException {
        Person person = run.person();
        if (stage == 0) {
            if (person.catalogued.length == 0) {
                throw new ContentException("the catalogue shown has no lots");
            }
            long item = Prose.one(person.catalogued, person.draws());
            run.send(ITEM.fill().with(item).bearer(person.token).build(), ITEM_FIELDS, call -> {
                Answer answer = call.answer();
                answer.expectId(0, item);
                answer.expectTogether(3, 4, 5);
                answer.money(2);
                person.shown = Pages.links(answer.texts(4));
                person.pictures = Pages.links(answer.texts(5));
            });
        } else if (stage == 1) {
            Pages.shown(run);
        }
    }

    static void viewImage(OperationRun run, int stage) throws ContentException {
        Person person = run.person();
        if (stage == 0) {
            if (person.pictures.isEmpty()) {
                throw new ContentException("the item shown has no picture");
            }
            Pages.picture(run, Prose.one(person.pictures, person.draws()));
        }
    }
}
