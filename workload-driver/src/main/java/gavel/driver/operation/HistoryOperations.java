package gavel.driver.operation;

import gavel.driver.body.Answer;
import gavel.driver.body.ContentException;
import gavel.driver.body.Expectation;
import gavel.driver.message.RequestTemplate;
import gavel.driver.message.RequestTemplate.Filling;

/** What a person looks back at: bids, attendance, purchases; the first page and sometimes the next one. */
final class HistoryOperations {
    private static final Listing BIDS = new Listing("bids", "items[].bidId", "items[].outcome");
    private static final Listing ATTENDANCE = new Listing("attendance", "items[].auctionId", "items[].joinedAt");
    private static final Listing PURCHASES = new Listing("purchases", "items[].lotId", "items[].thumbnail");
    private static final int KEY = 0;
    private static final int BESIDE = 1;
    private static final int NEXT = 2;

    /** One history: where its first and its next pages are, and what is read of them. */
    private record Listing(RequestTemplate first, RequestTemplate next, Expectation expectation) {
        Listing(String name, String key, String beside) {
            this(
                    RequestTemplate.get("/api/accounts/me/" + name + "?size={size}"),
                    RequestTemplate.get("/api/accounts/me/" + name + "?size={size}&cursor={cursor}"),
                    Expectation.json(200, key, beside, "next"));
        }
    }

    private HistoryOperations() {}

    static void bids(OperationRun run, int stage) {
        pages(run, stage, BIDS, false);
    }

    static void attendance(OperationRun run, int stage) {
        pages(run, stage, ATTENDANCE, false);
    }

    static void purchases(OperationRun run, int stage) {
        pages(run, stage, PURCHASES, true);
    }

    private static void pages(OperationRun run, int stage, Listing listing, boolean pictures) {
        Person person = run.person();
        int size = run.context().profile().pages().size();
        switch (stage) {
            case 0 -> ask(run, listing.first().fill().with(size), listing.expectation(), pictures);
            case 1 -> {
                if (pictures) {
                    Pages.shown(run);
                }
                // Drawn whether there is a next page or not, so that what follows repeats by seed.
                boolean goOn =
                        person.draws().unit() < run.context().profile().pages().nextPage();
                if (goOn && person.cursor != null) {
                    ask(run, listing.next().fill().with(size).with(person.cursor), listing.expectation(), pictures);
                    person.secondPage = true;
                } else {
                    person.secondPage = false;
                }
            }
            case 2 -> {
                if (pictures && person.secondPage) {
                    Pages.shown(run);
                }
            }
            default -> {}
        }
    }

    private static void ask(OperationRun run, Filling request, Expectation expectation, boolean pictures) {
        Person person = run.person();
        int size = run.context().profile().pages().size();
        run.send(request.bearer(person.token).build(), expectation, call -> {
            Answer answer = call.answer();
            answer.expectTogether(KEY, BESIDE);
            if (answer.count(KEY) > size || answer.count(NEXT) != 1) {
                throw new ContentException(answer.count(KEY) + " entries on a page of " + size + ", next came "
                        + answer.count(NEXT) + " times");
            }
            person.cursor = answer.isNull(NEXT) ? null : answer.text(NEXT);
            if (pictures) {
                person.shown = Pages.links(answer.texts(BESIDE));
            }
        });
    }
}
