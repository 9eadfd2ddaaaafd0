package gavel.auction.body;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Bytes that requests in progress may hold together. A request takes its share before it allocates, and gives it back when it is done. */
public final class ByteBudget {
    private static final int UNIT = 1024;

    private final int most;
    private final Semaphore left;

    public ByteBudget(long bytes) {
        this.most = units(bytes);
        this.left = new Semaphore(most, true);
    }

    /** Null when so much is not left. */
    public Share take(long bytes) {
        int units = units(bytes);
        return left.tryAcquire(units) ? new Share(units) : null;
    }

    /** Null when so much is not left in time. */
    public Share take(long bytes, Duration within) throws InterruptedException {
        int units = units(bytes);
        return left.tryAcquire(units, within.toNanos(), TimeUnit.NANOSECONDS) ? new Share(units) : null;
    }

    /** Waits its turn. At most {@link #most} may be asked for. */
    public Share await(long bytes) throws InterruptedException {
        int units = units(bytes);
        left.acquire(units);
        return new Share(units);
    }

    public long most() {
        return (long) most * UNIT;
    }

    public long held() {
        return (long) (most - left.availablePermits()) * UNIT;
    }

    private static int units(long bytes) {
        return Math.toIntExact(Math.min(Integer.MAX_VALUE, Math.ceilDiv(bytes, UNIT)));
    }

    /** What one of them holds. Giving it back twice is harmless. */
    public final class Share implements AutoCloseable {
        private final AtomicInteger units;

        private Share(int units) {
            this.units = new AtomicInteger(units);
        }

        /** Gives back what is beyond so many bytes. */
        public void shrinkTo(long bytes) {
            int kept = units(bytes);
            int before = units.getAndUpdate(held -> Math.min(held, kept));
            left.release(Math.max(0, before - kept));
        }

        /** Whether so much was left. */
        boolean grow(long bytes) {
            int more = units(bytes);
            boolean taken = left.tryAcquire(more);
            if (taken) {
                units.addAndGet(more);
            }
            return taken;
        }

        @Override
        public void close() {
            left.release(units.getAndSet(0));
        }
    }
}
