package gavel.harness.run.failover;

import gavel.driver.api.IntervalReport;
import gavel.harness.failover.FailoverSettings;
import gavel.harness.failover.Fault;
import gavel.harness.failover.FaultMade;
import gavel.harness.failover.FaultReading;
import gavel.harness.failover.FaultResult;
import gavel.harness.quality.Quality;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Goes through one fault after the other: a quiet time, the fault, and the time people need to come back. Used by one thread. */
final class FaultWalk {
    /** Seconds of good service until people count as being back. */
    private static final int STEADY_SECONDS = Quality.WINDOW;

    private final Seconds seconds;
    private final FaultMaker maker;
    private final FailoverSettings settings;
    private final Function<Runnable, Thread> threads;
    private boolean chance;

    /** The seconds of a load, as they pass. */
    @FunctionalInterface
    interface Seconds {
        List<IntervalReport> next(int count) throws IOException, InterruptedException;
    }

    /** @param threads starts what makes a fault while people are watched */
    FaultWalk(Seconds seconds, FaultMaker maker, FailoverSettings settings, Function<Runnable, Thread> threads) {
        this.threads = threads;
        this.seconds = seconds;
        this.maker = maker;
        this.settings = settings;
    }

    /** Whether nothing but the load kept the last fault from counting: another one in its place may count. */
    boolean chance() {
        return chance;
    }

    FaultResult make(int number, Fault fault) throws IOException, InterruptedException {
        List<IntervalReport> before = quiet();
        chance = Quality.brokenIn(before);
        if (chance) {
            return FaultReading.unread(
                    number,
                    fault,
                    new FaultMade(0, 0, 0, "the service was not steady before it: fewer users, or more --patience"));
        }
        CompletableFuture<FaultMade> making = new CompletableFuture<>();
        Thread thread = threads.apply(() -> {
            try {
                making.complete(maker.make(fault));
            } catch (InterruptedException | RuntimeException e) {
                making.completeExceptionally(e);
            }
        });
        List<IntervalReport> after = new ArrayList<>();
        try {
            while (!making.isDone() || making.isCompletedExceptionally() || !settled(making.resultNow(), after)) {
                if (making.isCompletedExceptionally()) {
                    throw new IllegalStateException(fault.words() + " failed", making.exceptionNow());
                }
                after.addAll(seconds.next(1));
            }
        } finally {
            thread.interrupt();
            thread.join();
        }
        FaultMade made = making.resultNow();
        List<IntervalReport> earlier = new ArrayList<>(before);
        after.stream().filter(second -> second.atMillis() <= made.beganMillis()).forEach(earlier::add);
        List<IntervalReport> later = after.stream()
                .filter(second -> second.atMillis() > made.beganMillis())
                .toList();
        List<IntervalReport> all = new ArrayList<>(earlier);
        all.addAll(later);
        String lacked = FaultReading.driverProblem(all);
        chance = made.problem().isEmpty() && !lacked.isEmpty();
        return FaultReading.read(number, fault, chance ? made.but(lacked) : made, earlier, later);
    }

    /** The last seconds before a fault: without trouble, as soon as patience allows. */
    private List<IntervalReport> quiet() throws IOException, InterruptedException {
        int length = (int) Math.max(Quality.WINDOW, settings.quiet().toSeconds());
        long patience = settings.patience().toSeconds();
        List<IntervalReport> seen = new ArrayList<>(seconds.next(length));
        for (long waited = 0; Quality.brokenIn(seen) && waited < patience; waited++) {
            seen.addAll(seconds.next(1));
            seen.removeFirst();
        }
        return seen;
    }

    /** Whether people have come back, or the wait for them is over. */
    private boolean settled(FaultMade made, List<IntervalReport> after) {
        long last = after.isEmpty() ? 0 : after.getLast().atMillis();
        long since = last - Math.max(made.healedMillis(), made.beganMillis());
        if (!made.problem().isEmpty() && made.healed()) {
            return true;
        }
        return since >= settings.patience().toMillis()
                || since >= Duration.ofSeconds(STEADY_SECONDS).toMillis()
                        && !Quality.brokenIn(after.subList(Math.max(0, after.size() - STEADY_SECONDS), after.size()));
    }
}
