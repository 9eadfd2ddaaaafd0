package gavel.auction.live;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Ends the wait of requests that have been held long enough: a ring of buckets, one for each second. Adding costs one queue
 * operation, taking out nothing (an answered waiter stays, empty, until its bucket is due). A wait ends up to two seconds late, never
 * early. {@link #tick()} is called by one thread.
 */
final class HoldTimer {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private final LongSupplier nanoTime;
    private final long start;
    private final List<Queue<Waiter>> ring = new ArrayList<>();
    private long ticked;

    HoldTimer(Duration longestHold, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.start = nanoTime.getAsLong();
        long size = longestHold.toSeconds() + 4;
        for (long i = 0; i < size; i++) {
            ring.add(new ConcurrentLinkedQueue<>());
        }
    }

    /** @param hold at most the longest one */
    void add(Waiter waiter, Duration hold) {
        long due = (nanoTime.getAsLong() - start + hold.toNanos()) / SECOND + 1;
        bucket(due).add(waiter);
    }

    /** Hands every waiter whose time is over to the consumer. */
    void tick(Consumer<Waiter> over) {
        long second = (nanoTime.getAsLong() - start) / SECOND;
        while (ticked <= second) {
            Queue<Waiter> due = bucket(ticked++);
            for (Waiter waiter = due.poll(); waiter != null; waiter = due.poll()) {
                if (!waiter.isAnswered()) {
                    over.accept(waiter);
                }
            }
        }
    }

    private Queue<Waiter> bucket(long second) {
        return ring.get((int) (second % ring.size()));
    }
}
