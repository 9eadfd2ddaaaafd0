package gavel.harness.time;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

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

    /** The machine's own time when this was made, and what has passed since: a clock that is set moves no moment and ends no wait. */
    static Timekeeper system() {
        return steady(InstantSource.system(), System::nanoTime);
    }

    /** @param nanos monotonic */
    static Timekeeper steady(InstantSource clock, LongSupplier nanos) {
        Instant made = clock.instant();
        long zero = nanos.getAsLong();
        return new Timekeeper() {
            @Override
            public Instant instant() {
                return made.plusNanos(nanos.getAsLong() - zero);
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
