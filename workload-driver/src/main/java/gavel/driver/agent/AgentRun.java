package gavel.driver.agent;

import gavel.driver.api.AgentFindings;
import gavel.driver.api.LoadAgent;
import gavel.driver.api.LoadSpec;
import gavel.driver.api.ensemble.Ensemble;
import gavel.driver.api.text.DurationWords;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** The one run an agent has at a time, and how far it is. Thread-safe; the generator is called by one thread at a time. */
final class AgentRun implements AutoCloseable {
    private static final int LOOKS = 50;
    private static final long LOOK_MILLIS = 100;
    /** A load that has not begun after so long is over: its controller waits five minutes at most until all of its agents are prepared. */
    private static final Duration ABANDONED = Duration.ofMinutes(6);

    enum State {
        IDLE,
        PREPARED,
        RUNNING,
        DONE,
        FAILED
    }

    private final Supplier<LoadAgent> generators;
    private final LongSupplier nanos;
    private LoadAgent generator;
    private LoadSpec spec;
    private long preparedNanos;
    private IntervalFeed feed = new IntervalFeed();
    private State state = State.IDLE;
    private AgentFindings findings;
    private Throwable failure;

    AgentRun(Supplier<LoadAgent> generators, LongSupplier nanos) {
        this.generators = generators;
        this.nanos = nanos;
    }

    synchronized State state() {
        return state;
    }

    /**
     * A new run takes the place of one that is over, or goes on with its users. One that cannot be prepared leaves nothing behind. The same
     * load may be prepared again, as by a controller that has had no answer; another one may not replace what a controller is about to start.
     */
    synchronized void prepare(LoadSpec wanted) throws IOException, InterruptedException {
        if (state == State.RUNNING) {
            throw new IllegalStateException("a run is going on: stop it first");
        }
        boolean waiting = state == State.PREPARED && nanos.getAsLong() - preparedNanos < ABANDONED.toNanos();
        if (waiting && !wanted.equals(spec)) {
            throw new IllegalStateException("another load is prepared here, " + spec.name() + " with " + spec.users()
                    + " users: stop it first; it is given up when it has not begun after "
                    + DurationWords.of(ABANDONED));
        }
        boolean goesOn = generator != null && generator.occupied();
        if (!goesOn) {
            close();
            generator = generators.get();
        }
        boolean prepared = false;
        try {
            generator.prepare(wanted);
            prepared = true;
        } finally {
            if (!prepared && !goesOn) {
                close();
            }
        }
        feed = new IntervalFeed();
        findings = null;
        failure = null;
        spec = wanted;
        preparedNanos = nanos.getAsLong();
        state = State.PREPARED;
    }

    /** The generator of the run that was prepared, whether it is going on, over, or to come. */
    synchronized LoadAgent prepared() {
        if (generator == null) {
            throw new IllegalStateException("no run was prepared");
        }
        return generator;
    }

    synchronized void start(Instant at) throws IOException, InterruptedException {
        if (state != State.PREPARED) {
            throw new IllegalStateException("prepare a run before starting it: " + state);
        }
        LoadAgent started = generator;
        IntervalFeed intervals = feed;
        started.start(at, intervals::add);
        state = State.RUNNING;
        Thread.ofVirtual().name("run").start(() -> await(started, intervals));
    }

    private void await(LoadAgent started, IntervalFeed intervals) {
        try {
            over(State.DONE, started.awaitFindings(Ensemble.LONGEST_RUN), null);
        } catch (IOException | RuntimeException | Error failed) {
            over(State.FAILED, null, failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            over(State.FAILED, null, interrupted);
        } finally {
            intervals.end();
        }
    }

    private synchronized void over(State how, AgentFindings found, Throwable why) {
        state = how;
        findings = found;
        failure = why;
        notifyAll();
    }

    /**
     * A run that is not drained is over when this returns, or hangs: another one can be prepared. One that was only prepared is given up, and
     * so is what was made for it.
     */
    void stop(boolean drain) throws IOException, InterruptedException {
        LoadAgent going;
        synchronized (this) {
            if (state == State.PREPARED) {
                close();
                return;
            }
            going = state == State.RUNNING || generator != null && generator.occupied() ? generator : null;
        }
        if (going != null) {
            going.stop(drain);
            if (!drain) {
                awaitEnd();
            }
        }
    }

    private synchronized void awaitEnd() throws InterruptedException {
        for (int i = 0; i < LOOKS && state == State.RUNNING; i++) {
            wait(LOOK_MILLIS);
        }
    }

    synchronized IntervalFeed feed() {
        if (state == State.IDLE) {
            throw new IllegalStateException("no run was prepared");
        }
        return feed;
    }

    /** Null while it runs. */
    synchronized AgentFindings findings() throws IOException {
        if (state == State.IDLE || state == State.PREPARED) {
            throw new IllegalStateException("no run was started: " + state);
        }
        if (failure != null) {
            throw new IOException("the run failed: " + failure, failure);
        }
        return findings;
    }

    synchronized LoadAgent running() {
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
