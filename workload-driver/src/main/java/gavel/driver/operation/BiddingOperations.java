package gavel.driver.operation;

import gavel.driver.body.Answer;
import gavel.driver.body.ContentException;
import gavel.driver.body.Expectation;
import gavel.driver.body.JsonBody;
import gavel.driver.message.RequestTemplate;
import gavel.driver.room.AuctionRoom;
import gavel.driver.room.BidAnswer;
import gavel.driver.room.BidIntent;
import java.math.BigDecimal;
import java.util.Set;

/** Placing a bid and waiting for what becomes of it. */
final class BiddingOperations {
    private static final RequestTemplate BIDS = RequestTemplate.post("/api/auctions/{id}/bids");
    private static final RequestTemplate BID = RequestTemplate.get("/api/bids/{id}");
    private static final long ASK_AGAIN_NANOS = 500_000_000L;
    private static final int ASK_AT_MOST = 20;

    private static final Expectation ANSWER = Expectation.json(
                    200, "bidId", "outcome", "price", "minimumBid", "revision")
            .or(202);
    private static final Set<String> OUTCOMES =
            Set.of(BidAnswer.ACCEPTED, "OUTBID", "ALREADY_LEADING", "INSUFFICIENT_CREDIT", "LOT_CLOSED");

    private BiddingOperations() {}

    /** Stages alternate between asking and waiting while the server has no decision yet. */
    static void placeBid(OperationRun run, int stage) throws ContentException {
        Person person = run.person();
        BidIntent intent = person.intent();
        if (stage == 0) {
            person.answer = null;
            run.send(
                    BIDS.fill()
                            .with(intent.room().auctionId())
                            .bearer(person.token)
                            .header("idempotency-key", key(run))
                            .json(new JsonBody()
                                    .with("lotId", intent.lotId())
                                    .with("amount", intent.amount())
                                    .bytes()),
                    ANSWER,
                    call -> read(run, call.answer()));
            return;
        }
        BidAnswer answer = person.answer;
        if (!answer.outcome().equals(BidAnswer.PENDING)) {
            return;
        }
        if (stage / 2 >= ASK_AT_MOST) {
            throw new ContentException("bid " + answer.bidId() + " was still PENDING after "
                    + ASK_AT_MOST * ASK_AGAIN_NANOS / 1_000_000_000 + " s");
        }
        if (stage % 2 == 1) {
            run.pause(ASK_AGAIN_NANOS);
        } else {
            run.send(
                    BID.fill().with(answer.bidId()).bearer(person.token).build(),
                    ANSWER,
                    call -> read(run, call.answer()));
        }
    }

    private static String key(OperationRun run) {
        return run.context().runKey() + "-" + run.person().user() + "-"
                + run.context().nextPerson();
    }

    private static void read(OperationRun run, Answer answer) throws ContentException {
        Person person = run.person();
        BidIntent intent = person.intent();
        AuctionRoom room = intent.room();
        String outcome = answer.text(1);
        if (person.answer != null && !person.answer.bidId().equals(answer.text(0))) {
            throw new ContentException("bid " + answer.text(0) + ", asked for was " + person.answer.bidId());
        }
        BigDecimal price = answer.isNull(2) ? null : answer.money(2);
        long revision = answer.isNull(4) ? 0 : answer.id(4);
        BidAnswer read = new BidAnswer(
                answer.text(0), room.auctionId(), intent.lotId(), intent.amount(), outcome, price, revision);
        person.answer = read;
        if (outcome.equals(BidAnswer.PENDING)) {
            return;
        }
        if (!OUTCOMES.contains(outcome)) {
            throw new ContentException("no outcome of a bid: " + outcome);
        }
        run.context().log().answered(person, read);
        if (read.accepted()) {
            if (revision == 0) {
                throw new ContentException("a bid was accepted without a revision");
            }
            if (price == null || price.compareTo(intent.amount()) < 0) {
                throw new ContentException("a bid of " + intent.amount() + " was accepted at the price " + price);
            }
            room.expectInNews(read);
        }
    }
}
