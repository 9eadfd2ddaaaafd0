package gavel.harness.run.elastic;

import gavel.harness.action.ActionEvent.Stage;
import gavel.harness.action.ActionEvent.Step;
import gavel.harness.action.ActionSettings;
import gavel.harness.action.Levers;
import gavel.harness.collect.Sample;
import gavel.harness.elastic.Decider;
import gavel.harness.elastic.ScalingEvent;
import gavel.harness.time.Timekeeper;
import gavel.harness.topology.Tiers;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.function.Supplier;

/**
 * Asks a decider as often as it wants, and changes the number of servers by its word: one change after the other, while it is asked on. Begun
 * once; {@link #end} may be called from another thread.
 */
final class Follower implements AutoCloseable {
    private static final Duration TICK = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofMinutes(5);

    private final Decider decider;
    private final Levers levers;
    private final Timekeeper time;
    private final Bounds bounds;
    private final Look look;
    private final ExecutorService asking = Executors.newVirtualThreadPerTaskExecutor();
    private final ExecutorService changing =
            Executors.newSingleThreadExecutor(Thread.ofVirtual().factory());
    private final List<ScalingEvent> events = Collections.synchronizedList(new ArrayList<>());
    /** Servers there are that people do not come to: they have not started yet, or take their leave. Their use says nothing. */
    private final Set<String> aside = ConcurrentHashMap.newKeySet();

    private volatile String problem = "";
    private volatile boolean over;

    /** Servers there may be. */
    record Bounds(int least, int most) {}

    /**
     * Where it looks.
     *
     * @param cores a server may use: its quota, or those of its machine
     */
    record Look(Supplier<Sample> sample, IntSupplier users, double cores) {}

    Follower(Decider decider, Levers levers, Timekeeper time, Bounds bounds, Look look) {
        this.decider = decider;
        this.levers = levers;
        this.time = time;
        this.bounds = bounds;
        this.look = look;
    }

    /**
     * What is decided after the path is no part of it, and a decider may end with it.
     *
     * @param path when it begins
     * @param length of it
     * @param servers there are
     */
    void begin(Instant path, Duration length, int servers) {
        Instant end = path.plus(length);
        asking.execute(() -> {
            try {
                follow(path, end, servers);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (IOException | RuntimeException e) {
                if (time.instant().isBefore(end)) {
                    problem = "the decider gave no answer: " + (e.getMessage() == null ? e.toString() : e.getMessage());
                }
            }
        });
    }

    private void follow(Instant path, Instant end, int first) throws IOException, InterruptedException {
        int ordered = first;
        double next = 0;
        double busy = 0;
        int looks = 0;
        int ready = 0;
        long last = 0;
        while (!over && time.instant().isBefore(end)) {
            double second = Duration.between(path, time.instant()).toMillis() / 1_000.0;
            Sample sample = look.sample().get();
            boolean fresh = sample.atMillis() > last;
            last = Math.max(last, sample.atMillis());
            // People come before the path: the first question is about as long a time as all others.
            if (fresh && second >= next - decider.everySeconds()) {
                double[] use = use(sample);
                ready = use.length;
                busy += Arrays.stream(use).average().orElse(0);
                looks += ready == 0 ? 0 : 1;
            }
            if (second >= next) {
                double percent = looks == 0 ? 0 : 100 * busy / looks;
                int wanted = Math.clamp(
                        decider.wanted(new Decider.View(
                                second,
                                ordered,
                                looks == 0 ? 0 : Math.min(ready, ordered),
                                look.users().getAsInt(),
                                percent)),
                        bounds.least(),
                        bounds.most());
                if (wanted != ordered && time.instant().isBefore(end)) {
                    change(ordered, wanted);
                    ordered = wanted;
                }
                busy = 0;
                looks = 0;
                next = second + decider.everySeconds();
            }
            time.pause(TICK);
        }
    }

    /** Share of the cores it may use that each server in service uses. */
    private double[] use(Sample sample) {
        return sample.instances().stream()
                .filter(instance -> instance.tier().equals(Tiers.APP_SERVERS) && !aside.contains(instance.name()))
                .mapToDouble(instance -> instance.cpuCores() / look.cores())
                .toArray();
    }

    private void change(int from, int to) {
        long decided = time.millis();
        changing.execute(() -> {
            List<Step> steps = Collections.synchronizedList(new ArrayList<>());
            String failed = null;
            try {
                levers.apply(
                        new ActionSettings(Duration.ZERO, ActionSettings.Kind.SCALE, Tiers.APP_SERVERS, to, null),
                        (instance, stage) -> {
                            steps.add(new Step(instance, stage, time.millis()));
                            seen(instance, stage);
                        });
            } catch (InterruptedException e) {
                failed = "the path ended before it was done";
            } catch (IOException | RuntimeException e) {
                // Servers that leave cannot be taken back: whoever wants still fewer has not let these go.
                if (to > from && decider.takesBack(to)) {
                    events.add(ScalingEvent.takenBack(from, to, decided, List.copyOf(steps), time.millis()));
                    return;
                }
                failed = e.getMessage() == null ? e.toString() : e.getMessage();
            }
            events.add(new ScalingEvent(
                    from, to, decided, failed == null ? time.millis() : 0, failed, List.copyOf(steps)));
        });
    }

    private void seen(String instance, Stage stage) {
        switch (stage) {
            // Samples go on to show one that has ended, as idle.
            case CREATED, OUT_OF_SERVICE, ENDED -> aside.add(instance);
            case READY -> aside.remove(instance);
            case IN_SERVICE -> {
                // It takes requests since it was ready.
            }
        }
    }

    /** The decider is asked no longer; what was ordered comes into force. */
    void end() throws InterruptedException {
        over = true;
        // It may order something yet.
        asking.shutdown();
        boolean asked = asking.awaitTermination(LONGEST.toSeconds(), TimeUnit.SECONDS);
        changing.shutdown();
        if (!asked || !changing.awaitTermination(LONGEST.toSeconds(), TimeUnit.SECONDS)) {
            close();
        }
        decider.close();
    }

    /** Why the decider gave no answer; empty where it did. */
    String problem() {
        return problem;
    }

    List<ScalingEvent> events() {
        synchronized (events) {
            return List.copyOf(events);
        }
    }

    @Override
    public void close() {
        over = true;
        asking.shutdownNow();
        changing.shutdownNow();
        decider.close();
    }
}
