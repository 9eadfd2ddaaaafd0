package gavel.driver.run;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Errors on the loops' threads that are bugs of the driver: counted, and the first one kept. Thread-safe; the loops only count, since
 * a loop that fails to write a log is a dead loop.
 */
final class Faults {
    private final AtomicLong count = new AtomicLong();
    private final AtomicReference<Throwable> first = new AtomicReference<>();

    void add(Throwable fault) {
        count.incrementAndGet();
        first.compareAndSet(null, fault);
    }

    long count() {
        return count.get();
    }

    /** The first one and where it happened; null when there was none. */
    String first() {
        Throwable fault = first.get();
        if (fault == null) {
            return null;
        }
        StackTraceElement[] frames = fault.getStackTrace();
        return frames.length == 0 ? fault.toString() : fault + " at " + frames[0];
    }

    void log() {
        Throwable fault = first.get();
        if (fault != null) {
            System.getLogger(Faults.class.getName()).log(System.Logger.Level.ERROR, "the driver has a bug", fault);
        }
    }
}
