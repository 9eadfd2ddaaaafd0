package gavel.auction.account;

import gavel.auction.problem.ApiProblem;
import gavel.auction.settings.Settings;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Bounds how many passwords are hashed at once, how many requests wait for that, and how long. Safe for any thread.
 *
 * <p>Hashing is computing without a pause, so it has platform threads of its own, one for each core: the operating system shares the cores
 * between them and everything else. A virtual thread keeps its core until it waits, so a flood of log-ins on those of the requests would hold
 * up all others.
 *
 * <p>What a run needs is far below the bounds. With the cost of the benchmark, 2.6 ms, a core hashes some 380 passwords a second. The shortest
 * of the standard ramps is 15 s: 2,000 users for each core, more than any machine has served, log in at a rate of 133 a second.
 */
@Component
final class PasswordQueue implements AutoCloseable {
    /** More than three times of what a run allows a log-in. */
    static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

    private static final Duration RETRY_AFTER = Duration.ofSeconds(2);
    private static final long IDLE_SECONDS = 30;

    private final Semaphore places;
    private final int most;
    private final Duration longestWait;
    private final ThreadPoolExecutor threads;
    private final Counter refused;

    @Autowired
    PasswordQueue(Settings settings, MeterRegistry meters) {
        this(
                Runtime.getRuntime().availableProcessors(),
                // The other half of the requests that may work are for everything else. There are no fewer than users,
                // so all of them may log
                // in at the same moment.
                Math.max(1, settings.requestsAtOnce() / 2),
                LONGEST_WAIT,
                meters);
    }

    /**
     * @param hashing at once
     * @param most requests that wait or are hashed
     */
    PasswordQueue(int hashing, int most, Duration longestWait, MeterRegistry meters) {
        this.places = new Semaphore(most);
        this.most = most;
        this.longestWait = longestWait;
        // The places are its bound.
        threads = new ThreadPoolExecutor(
                hashing,
                hashing,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                Thread.ofPlatform().daemon().name("password-", 0).factory());
        threads.allowCoreThreadTimeOut(true);
        refused = Counter.builder("gavel.passwords.refused")
                .description("requests told to come again, because too many passwords waited to be hashed")
                .register(meters);
        Gauge.builder("gavel.passwords.working", this, PasswordQueue::working)
                .description("requests whose passwords are hashed or wait for that")
                .register(meters);
    }

    /**
     * Does something that needs passwords hashed, as long as there is a place.
     *
     * @throws ApiProblem 503 where there is none
     */
    <T> T admit(Supplier<T> work) {
        if (!places.tryAcquire()) {
            throw refusal();
        }
        try {
            return work.get();
        } finally {
            places.release();
        }
    }

    /**
     * Hashes in turn, for somebody who has a place.
     *
     * @throws ApiProblem 503 when the turn has not come in time
     */
    <T> T hash(Supplier<T> hashing) {
        Callable<T> task = hashing::get;
        Future<T> hashed = threads.submit(task);
        try {
            return hashed.get(longestWait.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            hashed.cancel(false);
            throw refusal();
        } catch (InterruptedException e) {
            hashed.cancel(false);
            Thread.currentThread().interrupt();
            throw ApiProblem.unavailable("The server is stopping; nothing was done.", RETRY_AFTER);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a password could not be hashed", e.getCause());
        }
    }

    private ApiProblem refusal() {
        refused.increment();
        return ApiProblem.unavailable("Too many passwords are waiting to be looked at; nothing was done.", RETRY_AFTER);
    }

    int working() {
        return most - places.availablePermits();
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
