package gavel.driver.user;

import gavel.driver.api.LoadReport.FailedExchange;
import gavel.driver.api.LoadSpec.AgentShare;
import gavel.driver.arrival.ArrivalTimes;
import gavel.driver.http.Carrier;
import gavel.driver.loop.Timetable;
import gavel.driver.news.AcceptedBid;
import gavel.driver.news.NewsMatcher;
import gavel.driver.news.NewsTally;
import gavel.driver.operation.LoopContext;
import gavel.driver.operation.OperationLog;
import gavel.driver.operation.Person;
import gavel.driver.operation.Photos;
import gavel.driver.profile.Draws;
import gavel.driver.profile.OperationKind;
import gavel.driver.profile.Profile;
import gavel.driver.record.Counts;
import gavel.driver.record.Outcome;
import gavel.driver.record.Recorder;
import gavel.driver.room.BidAnswer;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/** The users of one loop and what they share. Everything but the constructor is called on the loop's thread. */
public final class UserLoop implements OperationLog {
    private final Parts parts;
    private final Shared shared;
    private final LoopContext context;
    private FirstFailures failures = new FirstFailures();
    private final AnsweredBids answered = new AnsweredBids();
    private MixTally mix = new MixTally();
    private UserTally tally = new UserTally();
    private final Map<Long, User> users = new LinkedHashMap<>();
    private final List<Closing> closings = new ArrayList<>();
    private final Movements movements = new Movements(this);
    private OpenSessions openSessions;
    private RunWindow window = new RunWindow(0, Long.MAX_VALUE, Long.MAX_VALUE, Long.MAX_VALUE);

    /**
     * What one loop is put together from.
     *
     * @param index of the loop among those of its driver
     * @param carriers makes a session's connections for a user's number
     * @param http totals of the HTTP client's counters
     * @param everywhere tells every loop of this driver of an accepted bid
     */
    public record Parts(
            int index,
            Timetable timetable,
            LongFunction<Carrier> carriers,
            Supplier<Map<String, Long>> http,
            Recorder recorder,
            NewsMatcher news,
            AccountPool accounts,
            Consumer<AcceptedBid> everywhere) {}

    /**
     * What all loops of a driver share; immutable.
     *
     * @param runKey a word that no other run and no other agent uses
     * @param seed of every random stream
     */
    public record Shared(
            Profile profile, ChoiceTable choices, Photos photos, InstantSource time, String runKey, long seed) {}

    private record Closing(Person person, List<Follower> background) {
        boolean over() {
            return background.stream().noneMatch(Follower::reading);
        }
    }

    public UserLoop(Parts parts, Shared shared) {
        this.parts = parts;
        this.shared = shared;
        this.context = new LoopContext(
                parts.timetable(),
                shared.profile(),
                shared.photos(),
                this,
                shared.time(),
                shared.runKey() + "-" + parts.index());
    }

    /** Another load begins, maybe with users who stayed: what was counted before belongs to another one. */
    public void window(RunWindow moments) {
        window = moments;
        mix = new MixTally();
        long succeeded = tally.succeeded;
        tally = new UserTally();
        tally.succeeded = succeeded;
        failures = new FirstFailures();
        parts.recorder().begin(moments.startNanos());
        parts.recorder().measure(moments.fromNanos(), moments.toNanos());
        parts.news().tally().measure(moments.fromNanos(), moments.toNanos());
    }

    /** The whole load has so many users from now on, those of other loops and agents too. */
    public void users(int number) {
        context.users(number);
    }

    /** The measurement ends at another moment, which has not come yet. */
    public void endAt(long toNanos) {
        window = new RunWindow(window.startNanos(), window.rampEndNanos(), window.fromNanos(), toNanos);
        parts.recorder().endAt(toNanos);
        parts.news().tally().endAt(toNanos);
    }

    /** A user begins at the given moment, or stays if there already. */
    public void arrive(long user, long atNanos) {
        users.computeIfAbsent(user, number -> new User(this, number)).arrive(atNanos);
    }

    /** A user begins at the given moment, has one session and is gone for good. */
    void arriveOnce(long user, long atNanos) {
        User once = new User(this, user);
        users.put(user, once);
        once.arriveOnce(atNanos);
    }

    /** A user who came for one session is gone. */
    void goneForGood(long user) {
        users.remove(user);
    }

    /** A user comes or goes when a moment has come. */
    public void move(long user, long atNanos, boolean arrives) {
        movements.add(user, atNanos, arrives);
    }

    /**
     * Sessions arrive, of which this loop has its share.
     *
     * @param part of this loop among those of its driver
     */
    public void openSessions(ArrivalTimes times, AgentShare agent, AgentShare part, long startNanos, long untilNanos) {
        openSessions = new OpenSessions(this, times, agent, part, startNanos, untilNanos);
        openSessions.begin();
    }

    /** Earlier orders to come or go are forgotten. */
    public void forgetMovements() {
        movements.forget();
        if (openSessions != null) {
            openSessions.end();
        }
    }

    /** All users finish what they do and log out, one after the other over the given time. */
    public void leaveAll(long fromNanos, long overNanos) {
        List<Long> present = List.copyOf(users.keySet());
        for (int i = 0; i < present.size(); i++) {
            movements.add(present.get(i), fromNanos + (long) (overNanos * ((i + 0.5) / present.size())), false);
        }
    }

    /** A user finishes what it does and logs out. */
    public void leave(long user) {
        User leaving = users.get(user);
        if (leaving != null) {
            leaving.leave();
        }
    }

    /** All users end at once, whatever they do. */
    public void vanish() {
        List.copyOf(users.values()).forEach(User::vanish);
        // Closing ends reads that are under way, and that ends what waits for them.
        List.copyOf(closings).forEach(closing -> closing.person().connections().close());
        closings.forEach(closing -> parts.accounts().giveBack(closing.person().account()));
        closings.clear();
    }

    private int present(long now) {
        int present = 0;
        for (User user : users.values()) {
            present += user.present(now) ? 1 : 0;
        }
        return present;
    }

    /** Position among the loops of the driver, from 0. */
    public int index() {
        return parts.index();
    }

    Timetable timetable() {
        return parts.timetable();
    }

    public NewsMatcher news() {
        return parts.news();
    }

    /** A copy of everything counted so far. */
    public LoopSnapshot snapshot() {
        long now = timetable().nanoTime();
        UserTally sum = new UserTally();
        sum.add(tally);
        for (User user : users.values()) {
            sum.userNanos += user.aliveSoFar(now);
            for (Follower follower : user.followers()) {
                sum.attendedNanos += follower.attendedSoFar(now);
                sum.polledNanos += follower.polledSoFar(now);
            }
        }
        return snapshot(counts(), sum, now);
    }

    /** The same without what grows with the length of a run or is summed up over all users: that would keep thousands waiting each second. */
    public LoopSnapshot glance() {
        UserTally soFar = new UserTally();
        soFar.add(tally);
        return snapshot(parts.recorder().totals(), soFar, timetable().nanoTime());
    }

    /** Operations people wait for that ended well, in each tenth of a second of the load. */
    public List<Integer> tenths(long second) {
        return parts.recorder().tenths(second);
    }

    private LoopSnapshot snapshot(Counts counts, UserTally sum, long now) {
        MixTally mixed = new MixTally();
        mixed.add(mix);
        return new LoopSnapshot(
                counts,
                sum,
                mixed,
                parts.http().get(),
                present(now),
                news().tally().pairs(),
                news().tally().late());
    }

    /** The hold is over: what is still open or awaited is late, and nothing is measured from now on. */
    public NewsTally finish(long nowNanos) {
        parts.recorder().finish(nowNanos);
        news().finish(nowNanos);
        return news().tally().copy();
    }

    /** A copy of every count, those of each ten seconds too. */
    public Counts counts() {
        return parts.recorder().counts();
    }

    public List<FailedExchange> firstFailures() {
        return failures.kept();
    }

    /** For the audit. */
    public AnsweredBids.Lines answeredBids() {
        return answered.lines();
    }

    /** After the loop has ended: gives back what outlives it. */
    public void close() {
        answered.close();
    }

    LoopContext context() {
        return context;
    }

    RunWindow window() {
        return window;
    }

    UserTally tally() {
        return tally;
    }

    ChoiceTable choices() {
        return shared.choices();
    }

    Draws stream(long user, long purpose) {
        return Draws.of(shared.seed(), user, purpose);
    }

    /** Null when every account is in use. */
    Person newPerson(long user, Draws draws) {
        Person.Account account = parts.accounts().take(user);
        return account == null
                ? null
                : new Person(user, account, parts.carriers().apply(user), draws);
    }

    void withoutAccount(long intendedNanos) {
        tally.withoutAccount += window.measured(intendedNanos) ? 1 : 0;
    }

    /** Closes an ended session's connections, once reads that were started in the background have ended. */
    void close(Person person, List<Follower> background) {
        closings.add(new Closing(person, background));
        closeWhatIsOver();
    }

    void closeWhatIsOver() {
        for (Iterator<Closing> each = closings.iterator(); each.hasNext(); ) {
            Closing closing = each.next();
            if (closing.over()) {
                each.remove();
                closing.person().connections().close();
                parts.accounts().giveBack(closing.person().account());
            }
        }
    }

    void chosen(long intendedNanos, OperationKind kind, int step, int following, double bidProbability) {
        if (window.measured(intendedNanos)) {
            mix.choice(kind, shared.choices(), step, following, bidProbability);
        }
    }

    void cycleDrawn(long intendedNanos, long cycleNanos) {
        if (window.measured(intendedNanos)) {
            tally.cycles++;
            tally.cycleSeconds += cycleNanos / 1e9;
        }
    }

    void came(long atNanos) {
        tally.came += window.measured(atNanos) ? 1 : 0;
    }

    /** A user logs out because it was sent away. */
    void cutShort(long atNanos) {
        tally.cutShort += window.measured(atNanos) ? 1 : 0;
    }

    /** The only session of a user is over. */
    void wentInOrder(long atNanos) {
        tally.wentInOrder += window.measured(atNanos) ? 1 : 0;
    }

    void recordOverrun(OperationKind kind, long intendedNanos) {
        parts.recorder().overrun(kind.ordinal(), intendedNanos);
    }

    void bidAccepted(BidAnswer answer, long user, long intendedNanos, long firstWriteNanos) {
        if (window.measured(intendedNanos)) {
            tally.acceptedBids++;
        }
        parts.everywhere()
                .accept(new AcceptedBid(answer.auctionId(), answer.revision(), intendedNanos, firstWriteNanos, user));
    }

    @Override
    public void started(OperationKind kind, long intendedNanos) {
        parts.recorder().started(kind.ordinal(), intendedNanos);
    }

    @Override
    public void record(OperationKind kind, long intendedNanos, long firstWriteNanos, long endNanos, Outcome outcome) {
        parts.recorder().record(kind.ordinal(), intendedNanos, firstWriteNanos, endNanos, outcome);
    }

    @Override
    public void failed(OperationKind kind, String request, Outcome outcome, String detail) {
        failures.add(shared.time().millis(), kind, request, outcome, detail);
    }

    @Override
    public void answered(Person person, BidAnswer answer) {
        answered.add(person.accountId(), answer);
    }
}
