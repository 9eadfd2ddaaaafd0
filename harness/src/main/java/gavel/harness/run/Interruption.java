package gavel.harness.run;

/**
 * Somebody's wish that the work should end: it interrupts the thread that works, until that thread is winding down and has to be left in
 * peace to stop what it started.
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
