package gavel.harness.host;

import gavel.harness.failure.EnvironmentException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The time, and the only place that lets it pass: tests replace it and a whole run takes milliseconds. */
public interface Timekeeper extends InstantSource {
    Duration BEAT = Duration.ofMillis(50);

    /** Lets time pass between two looks at a condition; never used to hope that something has happened meanwhile. */
    void pause(Duration duration) throws InterruptedException;

    /** Waits until the condition holds; false when it did not within the time-out. */
    default boolean await(BooleanSupplier condition, Duration timeout) throws InterruptedException {
        Instant end = instant().plus(timeout);
        while (!condition.getAsBoolean()) {
            if (instant().isAfter(end)) {
                return false;
            }
            pause(BEAT);
        }
        return true;
    }

    /**
     * Waits until the condition holds while the process that has to bring it about is alive.
     *
     * @throws EnvironmentException with the tail of the log when the process ends or the time is over
     */
    default void awaitReady(Host host, HostProcess process, BooleanSupplier ready, Duration timeout)
            throws InterruptedException {
        boolean decided = await(() -> ready.getAsBoolean() || !process.alive(), timeout);
        // A port can answer although the process is gone: then somebody else answers.
        if (decided && process.alive() && ready.getAsBoolean()) {
            return;
        }
        String what = process.alive()
                ? "was not ready within " + timeout.toSeconds() + " s"
                : "ended before it was ready"
                        + (process.exitCode().isPresent()
                                ? " with exit code " + process.exitCode().getAsInt()
                                : "");
        throw new EnvironmentException(
                process.name() + " " + what + " (log: " + process.log() + ")", host.tail(process.log(), 20), null);
    }

    /** The machine's own time. */
    static Timekeeper system() {
        InstantSource clock = InstantSource.system();
        return new Timekeeper() {
            @Override
            public Instant instant() {
                return clock.instant();
            }

            @Override
            public void pause(Duration duration) throws InterruptedException {
                LockSupport.parkNanos(this, duration.toNanos());
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
            }
        };
    }
}
