package gavel.harness.run;

/**
 * A request to end the work. It interrupts the working thread, until that thread is ending by itself and must not be disturbed while it stops
 * what it started.
 */
public final class Interruption {
    private final Thread worker;
    private boolean requested;
    private boolean shielded;

    public Interruption(Thread worker) {
        this.worker = worker;
    }

    /** From any thread. */
    public synchronized void request() {
        requested = true;
        if (!shielded) {
            worker.interrupt();
        }
    }

    /** By the worker: from now on it ends by itself. */
    public synchronized void shield() {
        shielded = true;
        Thread.interrupted();
    }

    /** By the worker: it begins something that may be interrupted, after something else has ended. */
    public synchronized void expose() {
        shielded = false;
    }

    public synchronized boolean requested() {
        return requested;
    }
}
