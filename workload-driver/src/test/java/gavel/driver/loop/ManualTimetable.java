package gavel.driver.loop;

/** A loop's clock and timers in virtual time: whoever holds it lets time pass, from one timer to the next. */
public final class ManualTimetable implements Timetable {
    private final TimerWheel wheel = new TimerWheel(0);
    private long nowNanos;

    @Override
    public long nanoTime() {
        return nowNanos;
    }

    @Override
    public void schedule(Timer timer, long dueNanos) {
        wheel.schedule(timer, dueNanos);
    }

    @Override
    public void cancel(Timer timer) {
        wheel.cancel(timer);
    }

    /** Runs an action at a moment. */
    public void at(long dueNanos, Runnable action) {
        wheel.schedule(
                new Timer() {
                    @Override
                    protected void expired(long due) {
                        action.run();
                    }
                },
                dueNanos);
    }

    /** Lets time pass until the given moment. */
    public void runUntil(long untilNanos) {
        for (long look = wheel.nextLookNanos(); look <= untilNanos; look = wheel.nextLookNanos()) {
            nowNanos = Math.max(nowNanos, look);
            wheel.advance(nowNanos, LatenessListener.NONE, fault -> {
                throw new AssertionError(fault);
            });
        }
        nowNanos = Math.max(nowNanos, untilNanos);
    }
}
