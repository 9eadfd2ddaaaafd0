package gavel.driver.operation;

import gavel.driver.body.Answer;
import gavel.driver.body.ContentException;
import gavel.driver.body.Expectation;
import gavel.driver.message.RequestTemplate;
import gavel.driver.room.AuctionRoom;
import gavel.driver.room.AuctionRoom.View;
import java.math.BigDecimal;
import java.util.List;

/** What happens in an auction that is attended: entering, following the news, leaving. */
final class AttendingOperations {
    private static final RequestTemplate JOIN = RequestTemplate.put("/api/auctions/{id}/attendance");
    private static final RequestTemplate LEAVE = RequestTemplate.delete("/api/auctions/{id}/attendance");
    private static final RequestTemplate AUCTION = RequestTemplate.get("/api/auctions/{id}?after={revision}");
    private static final RequestTemplate CURRENT =
            RequestTemplate.get("/api/auctions/{id}/lots/current?after={revision}");
    private static final RequestTemplate LIVE = RequestTemplate.get("/api/auctions/{id}/live?after={revision}");

    private static final Expectation JOINED = Expectation.json(200, "auctionId", "revision", "joinedAt");
    private static final Expectation AUCTION_FIELDS = Expectation.json(200, "id", "revision", "state");
    private static final Expectation CURRENT_LOT = Expectation.json(
            200,
            "auctionId",
            "revision",
            "lot",
            "lot.id",
            "lot.startingPrice",
            "lot.thumbnail",
            "item.id",
            "item.sellerId",
            "lot.itemId");
    private static final Expectation VIEW = Expectation.json(
            200,
            "auctionId",
            "revision",
            "lot",
            "lot.id",
            "lot.phase",
            "lot.price",
            "lot.minimumBid",
            "lot.leaderId",
            "lot.bidCount",
            "lastBidId");
    private static final Expectation VIEW_OR_NOTHING = VIEW.or(204);

    private AttendingOperations() {}

    static void join(OperationRun run, int stage) throws ContentException {
        Person person = run.person();
        if (stage == 0) {
            long auction = person.candidate;
            if (auction == 0) {
                throw new ContentException("every auction of the page shown is attended already");
            }
            run.send(JOIN.fill().with(auction).bearer(person.token).build(), JOINED, call -> {
                call.answer().expectId(0, auction);
                person.entering = new AuctionRoom(auction, call.answer().id(1));
            });
        } else if (stage == 1) {
            AuctionRoom room = person.entering;
            long seen = room.revision();
            run.send(
                    AUCTION.fill()
                            .with(room.auctionId())
                            .with(seen)
                            .bearer(person.token)
                            .build(),
                    AUCTION_FIELDS,
                    call -> {
                        call.answer().expectId(0, room.auctionId());
                        call.answer().expectText(2, "RUNNING");
                        expectNotBehind(call.answer().id(1), seen);
                    });
            askCurrentLot(run, room);
            // One below what was seen, so that the answer comes at once and is not older.
            run.send(
                    LIVE.fill()
                            .with(room.auctionId())
                            .with(Math.max(0, seen - 1))
                            .bearer(person.token)
                            .build(),
                    VIEW,
                    call -> room.see(view(call.answer())));
        } else if (stage == 2) {
            person.entered(person.entering);
            askThumbnail(run, person.entering);
        }
    }

    private static void expectNotBehind(long revision, long seen) throws ContentException {
        if (revision < seen) {
            throw new ContentException("revision " + revision + " after " + seen + " was seen");
        }
    }

    static void leave(OperationRun run, int stage) {
        if (stage == 0) {
            Person person = run.person();
            run.send(
                    LEAVE.fill()
                            .with(person.leaving().auctionId())
                            .bearer(person.token)
                            .build(),
                    Expectation.NO_CONTENT,
                    Reading.NOTHING);
        }
    }

    static void currentLot(OperationRun run, int stage, AuctionRoom room) {
        if (stage == 0) {
            askCurrentLot(run, room);
        } else if (stage == 1) {
            askThumbnail(run, room);
        }
    }

    static void nextBid(OperationRun run, int stage, AuctionRoom room) {
        if (stage == 0) {
            long after = room.revision();
            run.send(
                    LIVE.fill()
                            .with(room.auctionId())
                            .with(after)
                            .bearer(run.person().token)
                            .build(),
                    VIEW_OR_NOTHING,
                    call -> {
                        if (call.status() == 204) {
                            return;
                        }
                        View view = view(call.answer());
                        if (view.revision() <= after) {
                            throw new ContentException(
                                    "revision " + view.revision() + " answers a poll for what is after " + after);
                        }
                        room.see(view);
                    });
        }
    }

    private static void askCurrentLot(OperationRun run, AuctionRoom room) {
        long seen = room.revision();
        run.send(
                CURRENT.fill()
                        .with(room.auctionId())
                        .with(seen)
                        .bearer(run.person().token)
                        .build(),
                CURRENT_LOT,
                call -> {
                    Answer answer = call.answer();
                    answer.expectId(0, room.auctionId());
                    expectNotBehind(answer.id(1), seen);
                    if (answer.isNull(2)) {
                        room.know(0, null, 0, null);
                        return;
                    }
                    answer.expectId(6, answer.id(8));
                    List<String> links = Pages.links(answer.texts(5));
                    room.know(answer.id(3), answer.money(4), answer.id(7), links.isEmpty() ? null : links.getFirst());
                });
    }

    private static void askThumbnail(OperationRun run, AuctionRoom room) {
        if (room.thumbnail() != null) {
            Pages.picture(run, room.thumbnail());
        }
    }

    private static View view(Answer answer) throws ContentException {
        long auction = answer.id(0);
        long revision = answer.id(1);
        if (answer.isNull(2)) {
            return new View(auction, revision, 0, "", null, null, 0, 0, null);
        }
        BigDecimal minimum = answer.isNull(6) ? null : answer.money(6);
        BigDecimal price = answer.isNull(5) ? null : answer.money(5);
        long leader = answer.isNull(7) ? 0 : answer.id(7);
        String lastBid = answer.isNull(9) ? null : answer.text(9);
        return new View(auction, revision, answer.id(3), answer.text(4), price, minimum, leader, answer.id(8), lastBid);
    }
}
