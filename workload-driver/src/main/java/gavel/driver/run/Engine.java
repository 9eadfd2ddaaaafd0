package gavel.driver.run;

import gavel.driver.api.LoadReport.FailedExchange;
import gavel.driver.api.LoadSpec;
import gavel.driver.api.LoadSpec.AgentShare;
import gavel.driver.api.MergedInterval;
import gavel.driver.arrival.ArrivalTimes;
import gavel.driver.health.Descriptors;
import gavel.driver.http.ClientSettings;
import gavel.driver.http.HttpClient;
import gavel.driver.loop.EngineLoop;
import gavel.driver.loop.EngineLoops;
import gavel.driver.news.AcceptedBid;
import gavel.driver.news.NewsMatcher;
import gavel.driver.news.NewsTally;
import gavel.driver.operation.Photos;
import gavel.driver.profile.OperationKind;
import gavel.driver.profile.Profile;
import gavel.driver.qos.Batch;
import gavel.driver.record.Collector;
import gavel.driver.record.Counts;
import gavel.driver.record.RecordedOperation;
import gavel.driver.record.Recorder;
import gavel.driver.user.AccountPool;
import gavel.driver.user.AnsweredBids;
import gavel.driver.user.ChoiceTable;
import gavel.driver.user.FirstFailures;
import gavel.driver.user.RunWindow;
import gavel.driver.user.UserLoop;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;

/** The loops of one run with their users: asks and tells all of them at once. Used by the run's thread. */
final class Engine implements AutoCloseable {
    private static final int PHOTOS = 8;
    private static final long ANSWER_SECONDS = 30;

    private final EngineLoops loops;
    private final List<UserLoop> userLoops = new ArrayList<>();
    private final List<NewsMatcher> matchers = new ArrayList<>();
    private final List<Recorder> recorders;
    private final Faults faults = new Faults();
    private Collector collector;

    private Engine(EngineLoops loops, List<Recorder> recorders) {
        this.loops = loops;
        this.recorders = recorders;
        this.collector = collector(recorders);
    }

    /** @param loops are its own from now on, unless it fails */
    static Engine open(LoadSpec spec, Profile profile, FrontDoor door, EngineLoops loops, InstantSource time)
            throws IOException {
        Photos photos = Photos.draw(PHOTOS, spec.seed());
        List<Recorder> recorders = new ArrayList<>();
        for (int i = 0; i < loops.all().size(); i++) {
            recorders.add(new Recorder(operations(profile)));
        }
        Engine engine = new Engine(loops, recorders);
        String runKey = Long.toString(time.millis(), Character.MAX_RADIX) + "-"
                + spec.agent().index();
        UserLoop.Shared shared = new UserLoop.Shared(
                profile,
                new ChoiceTable(profile.session(), profile.auctions().slots()),
                photos,
                time,
                runKey,
                spec.seed());
        for (EngineLoop loop : loops.all()) {
            engine.addLoop(spec, shared, door, loop, recorders.get(loop.index()));
        }
        return engine;
    }

    private void addLoop(LoadSpec spec, UserLoop.Shared shared, FrontDoor door, EngineLoop loop, Recorder recorder)
            throws IOException {
        LoadSpec.EngineSpec sizes = spec.engine();
        int count = loops.all().size();
        ClientSettings settings = new ClientSettings(
                        ClientSettings.DEFAULT.connectionsPerUser(),
                        door.transport().sockets()
                                ? Descriptors.connections(sizes.maxConnections())
                                : sizes.maxConnections(),
                        Duration.ofMillis(sizes.connectTimeoutMillis()),
                        Duration.ofMillis(sizes.acquireTimeoutMillis()),
                        Duration.ofMillis(sizes.responseTimeoutMillis()),
                        Duration.ofMillis(sizes.idleTimeoutMillis()),
                        sizes.http())
                .shareOf(loop.index(), count);
        HttpClient client = door.client(loop, spec, settings);
        NewsMatcher matcher =
                new NewsMatcher(new NewsTally(shared.profile().newsLimitMillis() * 1_000_000L, Recorder.BATCH_NANOS));
        AccountPool accounts =
                new AccountPool(spec.accounts(), spec.users(), spec.agent(), new AgentShare(loop.index(), count));
        UserLoop.Parts parts = new UserLoop.Parts(
                loop.index(),
                loop,
                client::newUser,
                client.counters()::totals,
                recorder,
                matcher,
                accounts,
                bid -> accepted(loop, bid));
        matchers.add(matcher);
        userLoops.add(new UserLoop(parts, shared));
        loop.post(() -> {
            loop.onLateness(recorder::lateness);
            loop.onFault(faults::add);
        });
    }

    private static List<RecordedOperation> operations(Profile profile) {
        return Arrays.stream(OperationKind.values())
                .map(kind -> new RecordedOperation(
                        kind.title(),
                        kind.background(),
                        kind.longPoll() ? RecordedOperation.NO_LIMIT : profile.limitMillis(kind) * 1_000_000L))
                .toList();
    }

    private void accepted(EngineLoop from, AcceptedBid bid) {
        for (EngineLoop loop : loops.all()) {
            NewsMatcher matcher = matchers.get(loop.index());
            if (loop == from) {
                matcher.accepted(bid);
            } else {
                loop.post(() -> matcher.accepted(bid));
            }
        }
    }

    List<EngineLoop> loops() {
        return loops.all();
    }

    long nanoTime() {
        return loops.nanoTime();
    }

    Collector collector() {
        return collector;
    }

    Faults faults() {
        return faults;
    }

    /** Another load begins: what was recorded before belongs to another one. */
    void window(RunWindow window) {
        ask(loop -> {
            loop.window(window);
            return window;
        });
        Collector leftovers = collector(recorders);
        leftovers.drainMeasured();
        leftovers.drainRecent();
        collector = collector(recorders);
    }

    private static Collector collector(List<Recorder> recorders) {
        return new Collector(recorders, OperationKind.values().length);
    }

    /** The whole load has so many users from now on, those of other agents too. */
    void users(int number) {
        ask(loop -> {
            loop.users(number);
            return number;
        });
    }

    /** The measurement ends at another moment, which has not come yet. */
    void endAt(long toNanos) {
        ask(loop -> {
            loop.endAt(toNanos);
            return toNanos;
        });
    }

    /** Late news so far, by loop and batch; what was not delivered at all is not among them yet. */
    List<List<Batch>> newsBatches() {
        return ask(loop -> loop.news().tally().lateBatches());
    }

    /** Tells the loop a user belongs to; {@code position} is the user's among this agent's. */
    void tell(long position, Consumer<UserLoop> what) {
        UserLoop loop = userLoops.get((int) (position % userLoops.size()));
        loops.all().get(loop.index()).post(() -> what.accept(loop));
    }

    /** Users come and go, each at its moment, until {@link #forgetMovements}. */
    void move(UserPlan plan, List<UserPlan.Change> changes) {
        for (UserPlan.Change change : changes) {
            tell(plan.position(change.user()), loop -> loop.move(change.user(), change.atNanos(), change.arrives()));
        }
    }

    /** Sessions arrive until a moment, or until {@link #forgetMovements}. */
    void openSessions(LoadSpec spec, long startNanos, long untilNanos) {
        ask(loop -> {
            loop.openSessions(
                    new ArrivalTimes(spec.shape().arrivals(), spec.seed()),
                    spec.agent(),
                    new AgentShare(loop.index(), userLoops.size()),
                    startNanos,
                    untilNanos);
            return loop;
        });
    }

    void forgetMovements() {
        ask(loop -> {
            loop.forgetMovements();
            return loop;
        });
    }

    /** All users leave, one after the other over the given time. */
    void leaveAll(long fromNanos, long overNanos) {
        ask(loop -> {
            loop.leaveAll(fromNanos, overNanos);
            return loop;
        });
    }

    void vanish() {
        ask(loop -> {
            loop.vanish();
            return loop;
        });
    }

    /** All users end, and no more come. Nobody waits for loops that do not answer: they do it as soon as they go on. */
    void abandon() {
        for (UserLoop loop : userLoops) {
            try {
                loops.all().get(loop.index()).post(() -> {
                    loop.forgetMovements();
                    loop.vanish();
                });
            } catch (RejectedExecutionException ignored) {
                // It is closed, and has no users any more.
            }
        }
    }

    RunTotals totals() {
        return RunTotals.of(ask(UserLoop::snapshot));
    }

    /** The same for a look each second: only totals, without the times of users and followers that are still going on. */
    RunTotals glance() {
        return RunTotals.of(ask(UserLoop::glance));
    }

    /** Operations people wait for that ended well, in each tenth of a second of the load; empty where that is long past. */
    List<Integer> tenths(long second) {
        return MergedInterval.tenths(ask(loop -> loop.tenths(second)));
    }

    /** Every count so far, those of each ten seconds too. */
    Counts counts() {
        return ask(UserLoop::counts).stream().reduce(Counts::plus).orElseThrow();
    }

    /** Everything that is still open or awaited is late; call once, after the hold. */
    NewsTally finish() {
        long now = nanoTime();
        List<NewsTally> tallies = ask(loop -> loop.finish(now));
        NewsTally sum = tallies.getFirst();
        tallies.stream().skip(1).forEach(sum::add);
        return sum;
    }

    List<FailedExchange> firstFailures() {
        return FirstFailures.of(ask(UserLoop::firstFailures));
    }

    /** Of each loop. */
    List<AnsweredBids.Lines> answeredBids() {
        return ask(UserLoop::answeredBids);
    }

    private <T> List<T> ask(Function<UserLoop, T> question) {
        List<CompletableFuture<T>> answers = userLoops.stream()
                .map(loop -> loops.all().get(loop.index()).call(() -> question.apply(loop)))
                .toList();
        return answers.stream()
                .map(answer ->
                        answer.orTimeout(ANSWER_SECONDS, TimeUnit.SECONDS).join())
                .toList();
    }

    @Override
    public void close() {
        loops.close();
        userLoops.forEach(UserLoop::close);
    }
}
