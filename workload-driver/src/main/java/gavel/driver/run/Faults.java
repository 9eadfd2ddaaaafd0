package gavel.driver.run;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/** Errors on the loops' threads that are bugs of the driver: counted, and the first one kept and logged. Thread-safe. */
final class Faults {
    private final AtomicLong count = new AtomicLong();
    private final AtomicReference<String> first = new AtomicReference<>();

    void add(Throwable fault) {
        count.incrementAndGet();
        if (first.compareAndSet(null, describe(fault))) {
            System.getLogger(Faults.class.getName()).log(System.Logger.Level.ERROR, "the driver has a bug", fault);
        }
    }

    long count() {
        return count.get();
    }

    /** Null when there was none. */
    String first() {
        return first.get();
    }

    private static String describe(Throwable fault) {
        StackTraceElement[] frames = fault.getStackTrace();
        return frames.length == 0 ? fault.toString() : fault + " at " + frames[0];
    }
}
