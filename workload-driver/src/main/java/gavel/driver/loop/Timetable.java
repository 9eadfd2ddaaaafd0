package gavel.driver.loop;

/** The clock and the timers of one loop: all that users and operations need of it. Owned by the loop's thread. */
public interface Timetable {
    /** Monotonic nanoseconds of the engine's clock. */
    long nanoTime();

    /** Sets or moves a timer. A moment that has passed is met within the next tick. */
    void schedule(Timer timer, long dueNanos);

    /** Harmless when the timer is not pending. */
    void cancel(Timer timer);
}
