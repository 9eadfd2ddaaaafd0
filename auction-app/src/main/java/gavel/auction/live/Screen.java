package gavel.auction.live;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/** The latest snapshot of one auction and all requests that wait for the next. Safe for any thread; its lock is held for moments only. */
final class Screen {
    private static final String SCHEDULED = "SCHEDULED";

    private final Set<Waiter> waiters = new HashSet<>();
    private final AtomicBoolean refreshing = new AtomicBoolean();
    private volatile Snapshot latest;
    private volatile boolean asked = true;
    private volatile long heardAt;

    Screen(Snapshot first) {
        latest = first;
    }

    Snapshot latest() {
        return latest;
    }

    /**
     * Shows a newer snapshot; an older one is ignored, so that the revision never goes back.
     *
     * @return the requests that waited for it; the caller answers them
     */
    List<Waiter> show(Snapshot snapshot) {
        if (!isNewer(snapshot)) {
            return List.of();
        }
        synchronized (waiters) {
            if (!isNewer(snapshot)) {
                return List.of();
            }
            latest = snapshot;
            List<Waiter> woken = new ArrayList<>(waiters.size());
            for (Iterator<Waiter> all = waiters.iterator(); all.hasNext(); ) {
                Waiter waiter = all.next();
                if (waiter.after() < snapshot.revision()) {
                    all.remove();
                    woken.add(waiter);
                }
            }
            return woken;
        }
    }

    /** An auction that has not begun can be cancelled without a revision. */
    private boolean isNewer(Snapshot snapshot) {
        Snapshot shown = latest;
        return snapshot.revision() > shown.revision()
                || (snapshot.revision() == shown.revision()
                        && shown.view().state().equals(SCHEDULED)
                        && !snapshot.view().state().equals(SCHEDULED));
    }

    /** @return whether it has to wait; false when there is something to show already */
    boolean join(Waiter waiter) {
        synchronized (waiters) {
            if (latest.revision() > waiter.after()) {
                return false;
            }
            waiter.waitAt(this);
            waiters.add(waiter);
            return true;
        }
    }

    void leave(Waiter waiter) {
        synchronized (waiters) {
            waiters.remove(waiter);
        }
    }

    List<Waiter> waiting() {
        synchronized (waiters) {
            return List.copyOf(waiters);
        }
    }

    /** News or a digest named the auction, or its row was read. @param nanos when, by the nano clock */
    void hear(long nanos) {
        heardAt = nanos;
    }

    long heardAt() {
        return heardAt;
    }

    /** A request wants it, and may be about to wait here. */
    void ask() {
        asked = true;
    }

    /** Since the last call; at first, since it is there. */
    boolean wasAskedFor() {
        boolean was = asked;
        asked = false;
        return was;
    }

    boolean isWatched() {
        synchronized (waiters) {
            return !waiters.isEmpty();
        }
    }

    /** @return whether the caller shall read the row: one at a time is enough */
    boolean beginRefresh() {
        return refreshing.compareAndSet(false, true);
    }

    void endRefresh() {
        refreshing.set(false);
    }
}
