package gavel.driver.agent;

import gavel.driver.api.LoadGenerator;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadSpec;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.function.Supplier;

/** The one run an agent has at a time, and how far it is. Thread-safe; the generator is called by one thread at a time. */
final class AgentRun implements AutoCloseable {
    private static final Duration LONGEST_RUN = Duration.ofHours(24);

    enum State {
        IDLE,
        PREPARED,
        RUNNING,
        DONE,
        FAILED
    }

    private final Supplier<LoadGenerator> generators;
    private LoadGenerator generator;
    private IntervalFeed feed = new IntervalFeed();
    private State state = State.IDLE;
    private LoadReport report;
    private Exception failure;

    AgentRun(Supplier<LoadGenerator> generators) {
        this.generators = generators;
    }

    synchronized State state() {
        return state;
    }

    /** A new run takes the place of one that is over. */
    synchronized void prepare(LoadSpec spec) throws IOException, InterruptedException {
        if (state == State.RUNNING) {
            throw new IllegalStateException("a run is going on: stop it first");
        }
        close();
        generator = generators.get();
        generator.prepare(spec);
        feed = new IntervalFeed();
        report = null;
        failure = null;
        state = State.PREPARED;
    }

    synchronized Map<String, Long> limitMillis() throws IOException, InterruptedException {
        if (generator == null) {
            throw new IllegalStateException("no run was prepared");
        }
        return generator.limitMillis();
    }

    synchronized void start(Instant at) throws IOException, InterruptedException {
        if (state != State.PREPARED) {
            throw new IllegalStateException("prepare a run before starting it: " + state);
        }
        LoadGenerator started = generator;
        IntervalFeed intervals = feed;
        started.start(at, intervals::add);
        state = State.RUNNING;
        Thread.ofVirtual().name("run").start(() -> await(started, intervals));
    }

    private void await(LoadGenerator started, IntervalFeed intervals) {
        try {
            over(State.DONE, started.awaitReport(LONGEST_RUN), null);
        } catch (IOException | RuntimeException failed) {
            over(State.FAILED, null, failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            over(State.FAILED, null, interrupted);
        } finally {
            intervals.end();
        }
    }

    private synchronized void over(State how, LoadReport result, Exception why) {
        state = how;
        report = result;
        failure = why;
    }

    void users(int users, Duration ramp) throws IOException, InterruptedException {
        running().users(users, ramp);
    }

    void stop(boolean drain) throws IOException, InterruptedException {
        LoadGenerator going;
        synchronized (this) {
            going = state == State.RUNNING ? generator : null;
        }
        if (going != null) {
            going.stop(drain);
        }
    }

    synchronized IntervalFeed feed() {
        if (state == State.IDLE) {
            throw new IllegalStateException("no run was prepared");
        }
        return feed;
    }

    /** Null while it runs. */
    synchronized LoadReport report() throws IOException {
        if (state == State.IDLE || state == State.PREPARED) {
            throw new IllegalStateException("no run was started: " + state);
        }
        if (failure != null) {
            throw new IOException("the run failed: " + failure, failure);
        }
        return report;
    }

    void answeredBids(Path csv) throws IOException, InterruptedException {
        LoadGenerator asked;
        synchronized (this) {
            if (generator == null) {
                throw new IllegalStateException("no run was prepared");
            }
            asked = generator;
        }
        asked.answeredBids(csv);
    }

    private synchronized LoadGenerator running() {
        if (state != State.RUNNING) {
            throw new IllegalStateException("no run is going on: " + state);
        }
        return generator;
    }

    @Override
    public synchronized void close() {
        if (generator != null) {
            generator.close();
            generator = null;
        }
        state = State.IDLE;
    }
}
