package gavel.auction.live;

import java.util.concurrent.atomic.AtomicReference;

/** One held request. It is answered exactly once, by what comes first: news, its timer or the end of its client. */
final class Waiter {
    private final long after;
    private final AtomicReference<Reply> reply;
    private volatile Screen screen;

    /** How a held request is answered. Either may write to a connection, so neither is called under a lock. */
    interface Reply {
        void show(Snapshot snapshot);

        void nothingNew();
    }

    /** @param after the revision its client has seen */
    Waiter(long after, Reply reply) {
        this.after = after;
        this.reply = new AtomicReference<>(reply);
    }

    long after() {
        return after;
    }

    /** Where it waits, so that it can be taken out. Set once, before another thread can find it. */
    void waitAt(Screen where) {
        screen = where;
    }

    void show(Snapshot snapshot) {
        Reply taken = reply.getAndSet(null);
        if (taken != null) {
            taken.show(snapshot);
        }
    }

    void nothingNew() {
        Reply taken = end();
        if (taken != null) {
            taken.nothingNew();
        }
    }

    /**
     * Its client is gone.
     *
     * @return whether it was not answered before
     */
    boolean forget() {
        return end() != null;
    }

    boolean isAnswered() {
        return reply.get() == null;
    }

    private Reply end() {
        Reply taken = reply.getAndSet(null);
        if (taken != null && screen != null) {
            screen.leave(this);
        }
        return taken;
    }
}
