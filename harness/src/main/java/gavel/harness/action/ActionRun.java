package gavel.harness.action;

import gavel.harness.action.ActionEvent.Step;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/**
 * Does the actions of a timeline, each at its time and on a thread of its own. So a slow one delays only those that need it done. Begun
 * once; {@link #end} and {@link #events} may be called from another thread.
 */
public final class ActionRun implements AutoCloseable {
    /** A server that starts is waited for, and one that leaves: each has limits of its own below this. */
    private static final Duration LONGEST = Duration.ofMinutes(5);

    private static final String TOO_LATE = "the load ended before it";

    private final Timeline timeline;
    private final List<ActionSettings> actions;
    private final Levers levers;
    private final InstantSource clock;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<ActionEvent> events;
    /** Of each action, whether it has been done or has failed. */
    private final List<CountDownLatch> done;

    private final CountDownLatch over = new CountDownLatch(1);
    private Instant begin;

    public ActionRun(Timeline timeline, Levers levers, InstantSource clock) {
        this.timeline = timeline;
        this.actions = timeline.inOrder();
        this.levers = levers;
        this.clock = clock;
        this.events = new ArrayList<>(Collections.nCopies(actions.size(), null));
        this.done = actions.stream().map(_ -> new CountDownLatch(1)).toList();
    }

    /** @param measurement when it begins: the times of the actions count from there */
    public void begin(Instant measurement) {
        begin = measurement;
        for (int i = 0; i < actions.size(); i++) {
            int index = i;
            threads.execute(() -> {
                try {
                    act(index);
                } finally {
                    done.get(index).countDown();
                }
            });
        }
        threads.shutdown();
    }

    private void act(int index) {
        ActionSettings action = actions.get(index);
        Instant intended = begin.plus(action.at());
        List<Step> steps = Collections.synchronizedList(new ArrayList<>());
        long began = 0;
        String problem = null;
        try {
            Duration wait = Duration.between(clock.instant(), intended);
            if (over.await(wait.toNanos(), TimeUnit.NANOSECONDS) || overAfterEarlier(index)) {
                problem = TOO_LATE;
            } else {
                began = clock.millis();
                levers.apply(action, (instance, stage) -> steps.add(new Step(instance, stage, clock.millis())));
            }
        } catch (InterruptedException e) {
            problem = began == 0 ? TOO_LATE : "it was not finished when the load ended";
        } catch (IOException | RuntimeException e) {
            problem = e.getMessage() == null ? e.toString() : e.getMessage();
        }
        long ended = problem == null ? clock.millis() : 0;
        keep(index, new ActionEvent(action.text(), intended.toEpochMilli(), began, ended, problem, List.copyOf(steps)));
    }

    /**
     * What another one undoes must have been done, and what it is done to must be there.
     *
     * @return whether the load ended meanwhile
     */
    private boolean overAfterEarlier(int index) throws InterruptedException {
        for (int earlier : timeline.before(index)) {
            done.get(earlier).await();
        }
        return over.getCount() == 0;
    }

    private synchronized void keep(int index, ActionEvent event) {
        events.set(index, event);
    }

    /** Waits for what is being done; what has not begun will not be. */
    public void end() throws InterruptedException {
        over.countDown();
        if (begin != null && !threads.awaitTermination(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
            close();
        }
    }

    /** Those that are over, in the order they were to be done. */
    public synchronized List<ActionEvent> events() {
        return events.stream().filter(Objects::nonNull).toList();
    }

    /** Ends what is still being done, and leaves out what has not begun. */
    @Override
    public void close() {
        threads.shutdownNow();
        try {
            threads.awaitTermination(LONGEST.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
