package gavel.driver.user;

import gavel.driver.loop.Timer;
import gavel.driver.news.NewsReader;
import gavel.driver.operation.OperationRun;
import gavel.driver.operation.Person;
import gavel.driver.profile.OperationKind;
import gavel.driver.room.AuctionRoom;

/**
 * The part of the page that keeps following one auction: one long poll after the other, and the current lot when a new one opens.
 * Life: from the end of JoinAuction to the beginning of LeaveAuction or the end of the session. Owned by the loop.
 */
final class Follower {
    private static final long SHORTEST_POLL_NANOS = 1_000_000_000L;

    private final UserLoop home;
    private final User user;
    private final Person person;
    private final AuctionRoom room;
    private final NewsReader reader;
    private final OperationRun poll;
    private final OperationRun lot;
    private final long sinceNanos;
    private final Timer again = new Timer() {
        @Override
        protected void expired(long dueNanos) {
            poll(dueNanos);
        }
    };
    private long polledSince;
    private long revisionAsked;
    private long lotAsked;
    private boolean stopped;

    Follower(UserLoop home, User user, Person person, AuctionRoom room, long nowNanos) {
        this.home = home;
        this.user = user;
        this.person = person;
        this.room = room;
        this.sinceNanos = nowNanos;
        this.reader = new NewsReader(user.number(), room.auctionId(), nowNanos);
        this.poll = new OperationRun(home.context(), person, _ -> polled());
        this.lot = new OperationRun(home.context(), person, _ -> lotRead());
    }

    AuctionRoom room() {
        return room;
    }

    void start() {
        home.news().join(reader);
        home.news().parsed(reader, room.revision(), sinceNanos);
        poll(home.timetable().nanoTime());
        readLotIfNew();
    }

    private void poll(long intendedNanos) {
        polledSince = home.timetable().nanoTime();
        revisionAsked = room.revision();
        poll.start(OperationKind.NEXT_BID, intendedNanos, room);
    }

    private void polled() {
        long now = poll.endNanos();
        long waited = now - polledSince;
        home.tally().polledNanos += home.window().overlap(polledSince, now);
        if (poll.failed()) {
            user.followerFailed(person, poll.retryAfterSeconds());
            return;
        }
        boolean news = room.revision() > revisionAsked;
        if (news) {
            home.news().parsed(reader, room.revision(), now);
            readLotIfNew();
        }
        if (stopped) {
            return;
        }
        if (news || waited >= SHORTEST_POLL_NANOS) {
            poll(now);
        } else {
            // A server that does not hold polls must not be asked in a tight circle; the time without one counts in the
            // rate rule.
            home.timetable().schedule(again, now + SHORTEST_POLL_NANOS);
        }
    }

    private void readLotIfNew() {
        if (!stopped && !lot.active() && room.lotId() != 0 && !room.knowsLot()) {
            lotAsked = room.lotId();
            lot.start(OperationKind.CURRENT_LOT, home.timetable().nanoTime(), room);
        }
    }

    private void lotRead() {
        if (lot.failed()) {
            user.followerFailed(person, lot.retryAfterSeconds());
        } else if (room.lotId() != lotAsked) {
            // Another lot opened meanwhile. If the read was ahead of the news, the news will catch up by themselves.
            readLotIfNew();
        }
        user.backgroundEnded();
    }

    /** Whether a read of the current lot is still under way: it is let finish, for it has been counted as started. */
    boolean reading() {
        return lot.active();
    }

    void stop() {
        if (stopped) {
            return;
        }
        stopped = true;
        long now = home.timetable().nanoTime();
        if (poll.active()) {
            home.tally().polledNanos += home.window().overlap(polledSince, now);
        }
        home.tally().attendedNanos += home.window().overlap(sinceNanos, now);
        poll.cancel();
        home.timetable().cancel(again);
        home.news().leave(reader, now);
    }

    /** What of the attended time has not been counted yet, at a moment in the middle. */
    long attendedSoFar(long nowNanos) {
        return stopped ? 0 : home.window().overlap(sinceNanos, nowNanos);
    }

    long polledSoFar(long nowNanos) {
        return !stopped && poll.active() ? home.window().overlap(polledSince, nowNanos) : 0;
    }
}
