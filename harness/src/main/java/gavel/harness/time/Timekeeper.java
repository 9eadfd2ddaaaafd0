package gavel.harness.time;

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
