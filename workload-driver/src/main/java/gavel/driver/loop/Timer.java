package gavel.driver.loop;

/**
 * A moment a user, a connection or an exchange waits for: a node of its loop's {@link TimerWheel} that lives inside its owner, so
 * that waiting allocates nothing. Touched by the owning loop's thread only.
 */
public abstract class Timer {
    static final int IDLE = -1;

    Timer previous;
    Timer next;
    int slot = IDLE;
    long dueNanos;

    /** @param dueNanos the moment asked for, on the tick grid: the intended start of what happens now */
    protected abstract void expired(long dueNanos);

    public final boolean pending() {
        return slot != IDLE;
    }
}
