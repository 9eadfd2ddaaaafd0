package gavel.driver.loop;

import java.util.function.Consumer;

/**
 * A hashed wheel of intrusive timers: scheduling and cancelling cost a few writes however many are pending, and one turn looks only
 * at the slots whose ticks have passed. Timers further away than one revolution stay in their slot and are passed over. Owned by one
 * thread; the clock is handed in.
 */
final class TimerWheel {
    static final long TICK_NANOS = 1_000_000;
    static final long NEVER = Long.MAX_VALUE;
    private static final int SLOTS = 8192;
    private static final int MASK = SLOTS - 1;

    private final Timer[] slots = new Timer[SLOTS];
    private final long[] occupied = new long[SLOTS / Long.SIZE];
    private final long originNanos;
    private long tick;
    private int pending;

    TimerWheel(long originNanos) {
        this.originNanos = originNanos;
    }

    int pending() {
        return pending;
    }

    /** The first moment of the tick grid that is not before {@code nanos}. */
    long onGrid(long nanos) {
        return originNanos + Math.ceilDiv(nanos - originNanos, TICK_NANOS) * TICK_NANOS;
    }

    /** A moment that has passed already is met at the next tick; the timer keeps the moment asked for. */
    void schedule(Timer timer, long dueNanos) {
        if (timer.pending()) {
            remove(timer);
        }
        timer.dueNanos = onGrid(dueNanos);
        long dueTick = Math.max(tick + 1, (timer.dueNanos - originNanos) / TICK_NANOS);
        int slot = (int) (dueTick & MASK);
        timer.slot = slot;
        timer.previous = null;
        timer.next = slots[slot];
        if (timer.next != null) {
            timer.next.previous = timer;
        }
        slots[slot] = timer;
        occupied[slot >>> 6] |= 1L << slot;
        pending++;
    }

    void cancel(Timer timer) {
        if (timer.pending()) {
            remove(timer);
        }
    }

    private void remove(Timer timer) {
        int slot = timer.slot;
        if (timer.previous == null) {
            slots[slot] = timer.next;
        } else {
            timer.previous.next = timer.next;
        }
        if (timer.next != null) {
            timer.next.previous = timer.previous;
        }
        timer.next = null;
        timer.previous = null;
        timer.slot = Timer.IDLE;
        if (slots[slot] == null) {
            occupied[slot >>> 6] &= ~(1L << slot);
        }
        pending--;
    }

    /** When the wheel has to be looked at next: the tick of the next slot that holds anything, or {@link #NEVER}. */
    long nextLookNanos() {
        if (pending == 0) {
            return NEVER;
        }
        int from = (int) ((tick + 1) & MASK);
        int word = from >>> 6;
        long bits = occupied[word] & (-1L << from);
        for (int looked = 0; looked <= occupied.length; looked++) {
            if (bits != 0) {
                int slot = (word << 6) + Long.numberOfTrailingZeros(bits);
                return originNanos + (tick + 1 + ((slot - from) & MASK)) * TICK_NANOS;
            }
            word = (word + 1) % occupied.length;
            bits = occupied[word];
        }
        throw new IllegalStateException(pending + " timers pending and every slot empty");
    }

    /**
     * Fires what is due, in the order of the ticks. A timer may schedule or cancel any timer, itself included.
     *
     * @param faults hears of a timer's error, which keeps no other from firing
     */
    void advance(long nowNanos, LatenessListener lateness, Consumer<Throwable> faults) {
        long nowTick = Math.floorDiv(nowNanos - originNanos, TICK_NANOS);
        if (pending == 0) {
            tick = Math.max(tick, nowTick);
            return;
        }
        while (tick < nowTick) {
            tick = nowTick - tick > SLOTS ? nowTick - SLOTS : tick + 1;
            fire((int) (tick & MASK), nowNanos, lateness, faults);
        }
    }

    private void fire(int slot, long nowNanos, LatenessListener lateness, Consumer<Throwable> faults) {
        Timer timer = slots[slot];
        while (timer != null) {
            if (timer.dueNanos > nowNanos) {
                timer = timer.next;
            } else {
                remove(timer);
                try {
                    lateness.fired(timer.dueNanos, nowNanos - timer.dueNanos);
                    timer.expired(timer.dueNanos);
                } catch (RuntimeException | Error fault) {
                    faults.accept(fault);
                }
                timer = slots[slot];
            }
        }
    }
}
