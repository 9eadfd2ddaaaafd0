package gavel.driver.user;

import gavel.driver.loop.Timer;
import gavel.driver.operation.OperationListener;
import gavel.driver.operation.OperationRun;
import gavel.driver.operation.Person;
import gavel.driver.profile.Draws;
import gavel.driver.profile.OperationKind;
import gavel.driver.profile.Profile;
import gavel.driver.profile.Session;
import gavel.driver.room.AuctionRoom;
import gavel.driver.room.BidAnswer;
import gavel.driver.room.BidIntent;
import java.util.ArrayList;
import java.util.List;

/**
 * One simulated user: a place at which one person after the other has a session. Walks the profile's chain on the main screen, by
 * {@code intended(n+1) = max(intended(n) + cycle, completed(n))}, or a cycle after the last one is done, while followers run beside it. Owned by one loop for life.
 */
final class User extends Timer implements OperationListener {
    /** The first sessions of a run are opened at this share of their cycles, so that the measurement does not find all at the door. */
    private static final double OPENING = 0.2;

    private static final int HASHED_CHOICES = 8;

    private final UserLoop home;
    private final long number;
    private final Profile profile;
    private final Draws chain;
    private final Draws cycles;
    private final Draws sessions;
    private final List<Follower> followers = new ArrayList<>(0);
    private final List<Follower> leftBehind = new ArrayList<>(0);
    private Person person;
    private OperationRun run;
    private Draws backOffs;
    private BidWishes wishes;
    private long sessionSeed;
    private int step = Session.END;
    private long cycleNanos;
    private long aliveSince = Long.MAX_VALUE;
    private long retryAfterSeconds;
    private long choices;
    private boolean opening;
    private boolean failing;
    private boolean leaving;
    private boolean once;
    private boolean gone = true;

    User(UserLoop home, long number) {
        this.home = home;
        this.number = number;
        this.profile = home.context().profile();
        this.chain = home.stream(number, Streams.CHAIN);
        this.cycles = home.stream(number, Streams.CYCLES);
        this.sessions = home.stream(number, Streams.SESSIONS);
    }

    long number() {
        return number;
    }

    /** Whether a person is there at the given moment; a person who has not arrived yet is not. */
    boolean present(long nowNanos) {
        return !gone && aliveSince <= nowNanos;
    }

    /** A person is there from the given moment on. */
    void arrive(long atNanos) {
        leaving = false;
        if (!gone) {
            return;
        }
        gone = false;
        aliveSince = atNanos;
        opening = atNanos <= home.window().rampEndNanos();
        home.came(atNanos);
        home.timetable().schedule(this, atNanos);
    }

    /** The same for one session, without a next person. */
    void arriveOnce(long atNanos) {
        once = true;
        arrive(atNanos);
        opening = false;
    }

    /** Finishes what is going on and logs out. */
    void leave() {
        leaving = true;
        if (!gone && !acting()) {
            home.timetable().cancel(this);
            act(home.timetable().nanoTime());
        }
    }

    /** Drops everything now. */
    void vanish() {
        if (gone) {
            return;
        }
        home.timetable().cancel(this);
        if (run != null) {
            run.cancel();
        }
        failing = false;
        retryAfterSeconds = 0;
        depart();
    }

    @Override
    protected void expired(long dueNanos) {
        act(dueNanos);
    }

    private boolean acting() {
        return run != null && run.active();
    }

    private void act(long intendedNanos) {
        if (leaving && (person == null || !person.loggedIn())) {
            depart();
            return;
        }
        if (person == null && !openSession(intendedNanos)) {
            return;
        }
        if (leaving) {
            home.cutShort(intendedNanos);
        }
        OperationKind kind = leaving ? OperationKind.LOGOUT : choose(intendedNanos);
        cycleNanos = profile.cycle().drawNanos(cycles);
        home.cycleDrawn(intendedNanos, cycleNanos);
        if (opening) {
            cycleNanos = opened(intendedNanos, cycleNanos);
        }
        if (kind == OperationKind.LEAVE_AUCTION) {
            Follower left = followers.remove(sessions.below(followers.size()));
            left.stop();
            leftBehind.removeIf(each -> !each.reading());
            leftBehind.add(left);
            person.rooms().remove(left.room());
            person.leaves(left.room());
        }
        if (kind == OperationKind.LOGOUT) {
            // The page goes away before the session does: no poll may be asked with a token that is being given up.
            followers.forEach(Follower::stop);
        }
        run.start(kind, intendedNanos);
    }

    /**
     * A cycle before the first session: quick as long as users are not timed. A user who is still there when timing begins acts next as if
     * it had acted at this rate all along. That is after what is left of a cycle that is met at a random moment.
     */
    private long opened(long intendedNanos, long cycle) {
        long from = home.window().fromNanos();
        long quick = (long) (cycle * OPENING);
        if (intendedNanos + quick < from) {
            return quick;
        }
        return intendedNanos < from ? from - intendedNanos + (long) (cycles.unit() * cycle) : cycle;
    }

    private OperationKind choose(long intendedNanos) {
        int from = step;
        int following = person.rooms().size();
        double bidProbability = 0;
        // A person who follows no auction has nothing to bid for, so what bids are decided with is made late.
        if (following > 0 && home.choices().hubShare(from, following) > 0) {
            wishes = wishes == null ? new BidWishes(profile.bids(), sessionSeed) : wishes;
            wishes.look(person);
            bidProbability = wishes.probability();
        }
        OperationKind kind = walk(following);
        home.chosen(intendedNanos, kind, from, following, bidProbability);
        return kind;
    }

    private OperationKind walk(int following) {
        Session session = profile.session();
        boolean fromStart = step == Session.END;
        while (true) {
            int next;
            if (fromStart) {
                next = session.first();
                fromStart = false;
            } else {
                double[] open = session.open(
                        session.step(step), following, profile.auctions().slots());
                next = session.choose(session.step(step), open, chain.unit());
            }
            if (next == Session.END) {
                next = session.first();
            }
            step = next;
            OperationKind does = session.step(step).does();
            if (does != null) {
                hash(does);
                return does;
            }
            if (step == session.hub()) {
                opening = false;
                BidIntent bid = following == 0 ? null : wishes.decide();
                if (bid != null) {
                    person.intends(bid);
                    return OperationKind.PLACE_BID;
                }
            }
        }
    }

    private void hash(OperationKind kind) {
        if (choices++ < HASHED_CHOICES) {
            home.tally().choicesHash +=
                    Draws.of(number, choices, kind.ordinal()).next();
        }
    }

    /** The operation of the main screen. */
    @Override
    public void ended(OperationRun over) {
        OperationKind kind = run.kind();
        long completed = run.endNanos();
        long due = profile.cycle().overNanos(run.intendedNanos(), completed, cycleNanos);
        if (completed > due) {
            home.recordOverrun(kind, run.intendedNanos());
        }
        if (run.failed()) {
            failing = true;
            retryAfterSeconds = Math.max(retryAfterSeconds, run.retryAfterSeconds());
        } else {
            succeeded(kind);
        }
        if (failing) {
            fail(completed);
        } else if (leaving) {
            act(completed);
        } else {
            home.timetable().schedule(this, Math.max(due, completed));
        }
    }

    private void succeeded(OperationKind kind) {
        home.tally().succeeded++;
        switch (kind) {
            case JOIN_AUCTION -> {
                AuctionRoom room = person.takeJoined();
                person.rooms().add(room);
                Follower follower =
                        new Follower(home, this, person, room, home.timetable().nanoTime());
                followers.add(follower);
                follower.start();
            }
            case PLACE_BID -> {
                BidAnswer answer = person.answer();
                if (answer.accepted()) {
                    home.bidAccepted(answer, number, run.intendedNanos(), run.firstWriteNanos());
                }
            }
            case LOGOUT -> {
                home.tally().sessionsEnded++;
                closeSession();
                goAfterTheOnly();
            }
            default -> {}
        }
    }

    /** A follower's exchange failed: the session ends as soon as the main screen is idle. */
    void followerFailed(Person whose, long retryAfter) {
        if (failing || person != whose) {
            return;
        }
        failing = true;
        retryAfterSeconds = Math.max(retryAfterSeconds, retryAfter);
        if (!acting()) {
            home.timetable().cancel(this);
            fail(home.timetable().nanoTime());
        }
    }

    private void fail(long nowNanos) {
        home.tally().sessionsFailed++;
        closeSession();
        rest(nowNanos);
    }

    /** No person comes for a while, or ever. */
    private void rest(long nowNanos) {
        backOffs = backOffs == null ? home.stream(number, Streams.BACK_OFF) : backOffs;
        long backOff = Math.max(profile.backOff().drawNanos(backOffs), retryAfterSeconds * 1_000_000_000L);
        failing = false;
        retryAfterSeconds = 0;
        goAfterTheOnly();
        if (leaving) {
            depart();
        } else {
            home.timetable().schedule(this, nowNanos + backOff);
        }
    }

    /** False when every account is in use: then another tries later. */
    private boolean openSession(long intendedNanos) {
        sessionSeed = sessions.next();
        person = home.newPerson(number, Draws.of(sessionSeed, 0, Streams.BROWSING));
        if (person == null) {
            home.withoutAccount(intendedNanos);
            rest(home.timetable().nanoTime());
            return false;
        }
        home.tally().sessionsStarted++;
        run = new OperationRun(home.context(), person, this);
        wishes = null;
        step = Session.END;
        return true;
    }

    private void closeSession() {
        if (person == null) {
            return;
        }
        Person ended = person;
        List<Follower> background = new ArrayList<>(followers);
        background.addAll(leftBehind);
        person = null;
        step = Session.END;
        opening = false;
        followers.clear();
        leftBehind.clear();
        background.forEach(Follower::stop);
        home.close(ended, background);
    }

    /** A read of a current lot has ended: perhaps it was what an ended session's connections were kept for. */
    void backgroundEnded() {
        home.closeWhatIsOver();
    }

    private void goAfterTheOnly() {
        if (once && !leaving) {
            leaving = true;
            home.wentInOrder(home.timetable().nanoTime());
        }
    }

    private void depart() {
        closeSession();
        home.tally().userNanos +=
                home.window().overlap(aliveSince, home.timetable().nanoTime());
        gone = true;
        if (once) {
            home.goneForGood(number);
        }
    }

    long aliveSoFar(long nowNanos) {
        return gone ? 0 : home.window().overlap(aliveSince, nowNanos);
    }

    List<Follower> followers() {
        return followers;
    }
}
