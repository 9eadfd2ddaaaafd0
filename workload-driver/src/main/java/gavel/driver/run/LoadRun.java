package gavel.driver.run;

import gavel.driver.api.AgentFindings;
import gavel.driver.api.AgentFindings.Batches;
import gavel.driver.api.IntervalReport;
import gavel.driver.api.LoadReport.DriverHealth;
import gavel.driver.api.LoadSpec;
import gavel.driver.api.shape.LoadPath;
import gavel.driver.health.CompilerThreads;
import gavel.driver.health.HealthMonitor;
import gavel.driver.news.NewsTally;
import gavel.driver.profile.Profile;
import gavel.driver.qos.Service;
import gavel.driver.record.Recorder;
import gavel.driver.report.ReportMaker;
import gavel.driver.user.UserTally;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * One run from the first user to the last: follows the phases, sends users in and out, reports each second. A thread of its own does
 * it; {@link #users} and {@link #stop} may be called from any other.
 */
final class LoadRun implements Runnable {
    private static final long SECOND = 1_000_000_000L;
    private static final long SHORTEST_LOOK = 20_000_000L;
    private static final long SHORTEST_NOTICE = 200_000_000L;
    private static final long GRACE = 15 * SECOND;
    private static final long CLEANING = 5 * SECOND;

    private final LoadSpec spec;
    private final Profile profile;
    private final Engine engine;
    private final Consumer<IntervalReport> intervals;
    private final long startMillis;
    private final UserPlan plan;
    private final EarlyEnd earlyEnd;
    private final ReportMaker reports;
    private volatile PhasePlan phases;
    private final HealthMonitor monitor;
    private final ResponseTrend trend = new ResponseTrend();
    private final SecondsTold told = new SecondsTold();
    private final CompletableFuture<AgentFindings> findings = new CompletableFuture<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition asked = lock.newCondition();
    private final PriorityQueue<UserPlan.Change> changes =
            new PriorityQueue<>(Comparator.comparingLong(UserPlan.Change::atNanos));
    private int target;
    private boolean stopping;
    private boolean dropping;
    private boolean leaving;
    private RunTotals from;
    private RunTotals to;
    private DriverHealth health;
    private IntervalMaker maker;
    private long batchesEnded;

    /** @param present users of all agents who stayed after the load before, and are changed to those of this one */
    LoadRun(
            LoadSpec spec,
            Profile profile,
            Engine engine,
            InstantSource time,
            Instant startAt,
            Consumer<IntervalReport> intervals,
            int present) {
        this.spec = spec;
        this.profile = profile;
        this.engine = engine;
        this.startMillis = startAt.toEpochMilli();
        this.intervals = intervals;
        this.target = present;
        this.plan = new UserPlan(spec.agent().index(), spec.agent().count());
        this.reports = new ReportMaker(profile, spec.shape());
        long start = engine.nanoTime()
                + Math.max(0, Duration.between(time.instant(), startAt).toNanos());
        this.phases = PhasePlan.of(spec.phases(), profile.holdMillis(), start);
        this.earlyEnd = new EarlyEnd(spec, profile);
        this.monitor = new HealthMonitor(engine.loops(), engine::nanoTime);
    }

    CompletableFuture<AgentFindings> findings() {
        return findings;
    }

    /** Users of all agents who are there when the load is over. */
    int staying() {
        lock.lock();
        try {
            return findings.isCompletedExceptionally() ? 0 : target;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void run() {
        try {
            engine.window(phases.window());
            maker = new IntervalMaker(engine.collector(), engine.totals());
            lock.lock();
            try {
                begin();
            } finally {
                lock.unlock();
            }
            if (phases.from() - phases.start() > 2 * CLEANING) {
                until(phases.from() - CLEANING);
                // What the warm-up left is not cleared away while people are timed.
                System.gc();
            }
            until(phases.from());
            CompilerThreads.stepBack();
            from = engine.totals();
            monitor.begin();
            until(() -> phases.to());
            to = engine.totals();
            health = monitor.health();
            until(phases.holdEnd());
            AgentFindings made = finish();
            if (!spec.phases().staying() || dropped()) {
                rampDown();
            } else {
                stay();
            }
            findings.complete(made);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            findings.completeExceptionally(interrupted);
        } catch (RuntimeException | Error failed) {
            try {
                // An agent lives on, and nobody would end what it does to the target.
                engine.abandon();
            } finally {
                findings.completeExceptionally(failed);
            }
        } finally {
            CompilerThreads.goOn();
        }
    }

    private void begin() {
        LoadPath path = spec.shape().path();
        engine.users(spec.users());
        if (spec.shape().arrivals() != null) {
            engine.openSessions(spec, phases.start(), phases.holdEnd());
            return;
        }
        spread(path == null ? spec.users() : path.users(0), phases.start(), phases.rampEnd() - phases.start());
        if (path != null) {
            engine.move(plan, plan.along(path, phases.from(), phases.to()));
        }
    }

    private AgentFindings finish() {
        NewsTally news = engine.finish();
        engine.collector().drainMeasured();
        engine.faults().log();
        // By the engine's clock: the wall's may have been set meanwhile.
        long now = engine.nanoTime();
        long measuredFrom = startMillis + millis(phases.from() - phases.start());
        long measuredTo = startMillis + millis(Math.min(phases.to(), now) - phases.start());
        return new FindingsMaker(spec, profile)
                .findings(
                        new FindingsMaker.Material(
                                startMillis,
                                measuredFrom,
                                Math.max(measuredFrom, measuredTo),
                                millis(Math.max(0, phases.holdEnd() - now)),
                                from,
                                to,
                                engine.totals(),
                                news,
                                health,
                                trend.batches(),
                                engine.faults(),
                                engine.firstFailures()),
                        engine.collector());
    }

    private void stay() {
        lock.lock();
        try {
            forgetDepartures();
        } finally {
            lock.unlock();
        }
    }

    private void rampDown() throws InterruptedException {
        long now = engine.nanoTime();
        lock.lock();
        try {
            forgetDepartures();
            long over = stopping ? 0 : Math.max(0, phases.end() - now);
            if (!spec.shape().constant()) {
                engine.forgetMovements();
            }
            if (spec.shape().arrivals() != null) {
                engine.leaveAll(now, over);
            } else if (spec.shape().varying()) {
                target = spec.shape().path().usersUntil((Math.min(now, phases.to()) - phases.from()) / 1e9);
            }
            spread(0, now, over);
            leaving = true;
        } finally {
            lock.unlock();
        }
        long last = Math.max(now, phases.end());
        last = Math.min(last, now + Math.max(0, spec.phases().rampDownSeconds()) * SECOND) + GRACE;
        while (engine.nanoTime() < last
                && !dropped()
                && (pending() || engine.glance().present() > 0)) {
            until(Math.min(last, engine.nanoTime() + SECOND / 4));
        }
        engine.vanish();
    }

    /** Waits for a moment while users come and go and seconds are reported; ends early when the run is to stop. */
    private void until(long moment) throws InterruptedException {
        until(() -> moment);
    }

    private void until(LongSupplier moment) throws InterruptedException {
        for (long now = engine.nanoTime(); now < moment.getAsLong(); now = engine.nanoTime()) {
            lock.lock();
            try {
                if (dropping || (stopping && !leaving)) {
                    return;
                }
                moveUsers(now);
                long next = Math.min(moment.getAsLong(), phases.start() + told.dueNanos());
                next = changes.isEmpty() ? next : Math.min(next, changes.peek().atNanos());
                asked.awaitNanos(Math.max(SHORTEST_LOOK, next - now));
            } finally {
                lock.unlock();
            }
            reportSeconds();
        }
    }

    /** Arrivals are timed by the loops themselves; departures when they are due. */
    private void moveUsers(long now) {
        while (!changes.isEmpty() && changes.peek().atNanos() <= now) {
            UserPlan.Change change = changes.poll();
            long user = change.user();
            engine.tell(plan.position(user), loop -> loop.leave(user));
        }
    }

    /** A user who was to go and has not gone is still there. */
    private void forgetDepartures() {
        for (UserPlan.Change change : changes) {
            target = (int) Math.max(target, change.user() + 1);
        }
        changes.clear();
    }

    private void spread(int users, long atNanos, long rampNanos) {
        for (UserPlan.Change change : plan.change(target, users, atNanos, rampNanos)) {
            if (change.arrives()) {
                engine.tell(plan.position(change.user()), loop -> loop.arrive(change.user(), change.atNanos()));
            } else {
                changes.add(change);
            }
        }
        target = users;
    }

    private void reportSeconds() {
        long now = engine.nanoTime();
        if (now < phases.start() + told.dueNanos()) {
            return;
        }
        SecondsTold.Second second = told.next(now - phases.start());
        long batches = now < phases.from() ? 0 : (now - phases.from()) / Recorder.BATCH_NANOS;
        if (batches > batchesEnded && now <= phases.to() + Recorder.BATCH_NANOS / 2) {
            batchesEnded = batches;
            engine.collector().drainMeasured();
            trend.batchEnds(engine.collector());
        }
        if (earlyEnd.due(now, phases)) {
            endEarly(now);
        }
        RunTotals glance = engine.glance();
        UserTally people = glance.tally();
        if (Service.hopeless(second.number(), people.sessionsFailed(), people.succeeded())) {
            stop(true);
        }
        intervals.accept(maker.next(
                second.number(),
                startMillis + millis(second.endNanos()),
                phases.nameAt(phases.start() + second.endNanos() - 1),
                glance,
                second.several() ? List.of() : engine.tenths(second.number()),
                monitor.busyShareOfInterval()));
    }

    /** At the end of a batch that has hardly begun or is under way, so that every loop hears of it in time. */
    private void endEarly(long now) {
        if (!reports.known(List.of(batches()), earlyEnd.closed())) {
            return;
        }
        long batch = (now + SECOND / 2 - phases.from()) / Recorder.BATCH_NANOS + 1;
        long moment = phases.from() + batch * Recorder.BATCH_NANOS;
        if (moment < phases.to()) {
            endAt(moment);
        }
    }

    /** What was counted so far. Any thread may ask. */
    Batches batches() {
        return FindingsMaker.batches(engine.counts(), engine.newsBatches());
    }

    /** @throws IllegalStateException when that moment is too near or past, or after the end there is */
    void endMeasurement(int seconds) {
        lock.lock();
        try {
            long moment = phases.from() + seconds * SECOND;
            if (stopping || moment >= phases.to() || moment < engine.nanoTime() + SHORTEST_NOTICE) {
                throw new IllegalStateException(
                        "the measurement cannot end after " + seconds + " s: that is past, or it ends before");
            }
            endAt(moment);
            asked.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void endAt(long moment) {
        engine.endAt(moment);
        if (engine.nanoTime() >= moment) {
            engine.faults()
                    .add(new IllegalStateException("a loop heard of the end of the measurement after that moment"));
        }
        phases = phases.endingAt(moment);
    }

    void users(int users, Duration ramp) {
        if (!spec.shape().constant()) {
            throw new IllegalStateException("the number of users follows from "
                    + spec.shape().words(spec.users()) + ": it cannot be changed by hand");
        }
        lock.lock();
        try {
            forgetDepartures();
            engine.users(users);
            spread(users, Math.max(engine.nanoTime(), phases.start()), ramp.toNanos());
            asked.signalAll();
        } finally {
            lock.unlock();
        }
    }

    void stop(boolean drain) {
        lock.lock();
        try {
            stopping = true;
            dropping |= !drain;
            asked.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private boolean dropped() {
        lock.lock();
        try {
            return dropping;
        } finally {
            lock.unlock();
        }
    }

    private boolean pending() {
        lock.lock();
        try {
            return !changes.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    private static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }
}
