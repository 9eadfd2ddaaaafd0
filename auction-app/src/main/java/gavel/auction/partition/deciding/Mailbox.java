package gavel.auction.partition.deciding;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;

/** What other threads ask the deciding thread to do. Any thread posts; one thread drains and waits. */
final class Mailbox {
    private final Queue<Runnable> letters = new ConcurrentLinkedQueue<>();
    private volatile Thread waiting;

    void post(Runnable letter) {
        letters.add(letter);
        Thread reader = waiting;
        if (reader != null) {
            LockSupport.unpark(reader);
        }
    }

    void drain() {
        for (Runnable letter = letters.poll(); letter != null; letter = letters.poll()) {
            letter.run();
        }
    }

    /** Waits for a letter, at most so long. */
    void await(long nanos) {
        waiting = Thread.currentThread();
        if (letters.isEmpty() && nanos > 0) {
            LockSupport.parkNanos(this, nanos);
        }
        waiting = null;
    }
}
