package gavel.driver.user;

import gavel.driver.loop.Timer;
import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * The users who will come to a loop or leave it, each at a moment of its own and in the order of the moments. One user may come, go and
 * come again. Owned by the loop.
 */
final class Movements extends Timer {
    /** A user who comes is told so much earlier, so that its first action is not late by a tick. */
    private static final long AHEAD = 10_000_000L;

    private static final Comparator<Movement> ORDER =
            Comparator.comparingLong(Movement::atNanos).thenComparingLong(Movement::number);

    private final UserLoop loop;
    private final PriorityQueue<Movement> waiting = new PriorityQueue<>(ORDER);
    private long added;

    private record Movement(long atNanos, long number, long user, boolean arrives) {
        long turn() {
            return arrives ? atNanos - AHEAD : atNanos;
        }
    }

    Movements(UserLoop loop) {
        this.loop = loop;
    }

    void add(long user, long atNanos, boolean arrives) {
        waiting.add(new Movement(atNanos, added++, user, arrives));
        await();
    }

    /** Earlier orders to come or go are forgotten. */
    void forget() {
        waiting.clear();
        loop.timetable().cancel(this);
    }

    @Override
    protected void expired(long dueNanos) {
        long now = loop.timetable().nanoTime();
        while (!waiting.isEmpty() && waiting.peek().turn() <= now) {
            Movement next = waiting.poll();
            if (next.arrives()) {
                loop.arrive(next.user(), next.atNanos());
            } else {
                loop.leave(next.user());
            }
        }
        await();
    }

    private void await() {
        if (!waiting.isEmpty()) {
            loop.timetable().schedule(this, waiting.peek().turn());
        }
    }
}
