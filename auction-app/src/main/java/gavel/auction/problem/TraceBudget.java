package gavel.auction.problem;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Which failures are logged with their trace: one in a second. So a client cannot fill a disk by repeating a request that fails. */
final class TraceBudget {
    private static final long INTERVAL = Duration.ofSeconds(1).toNanos();

    private final AtomicLong next;

    TraceBudget(long nanos) {
        this.next = new AtomicLong(nanos);
    }

    /** @param nanos of the clock that never goes back */
    boolean take(long nanos) {
        long due = next.get();
        return nanos - due >= 0 && next.compareAndSet(due, nanos + INTERVAL);
    }
}
