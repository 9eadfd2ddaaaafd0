package gavel.driver.user;

import gavel.driver.api.LoadSpec.AgentShare;
import gavel.driver.arrival.ArrivalTimes;
import gavel.driver.loop.Timer;

/**
 * Brings a loop its share of the sessions that arrive in a run: each is a person who has one session and goes. They keep their moments,
 * however late the server is. Owned by the loop.
 */
final class OpenSessions extends Timer {
    private static final long AHEAD = 10_000_000L;

    private final UserLoop loop;
    private final ArrivalTimes times;
    private final AgentShare agent;
    private final AgentShare part;
    private final long startNanos;
    private final long untilNanos;
    private long number = -1;
    private long atNanos;

    /** @param part of the loop among those of its driver */
    OpenSessions(
            UserLoop loop, ArrivalTimes times, AgentShare agent, AgentShare part, long startNanos, long untilNanos) {
        this.loop = loop;
        this.times = times;
        this.agent = agent;
        this.part = part;
        this.startNanos = startNanos;
        this.untilNanos = untilNanos;
    }

    void begin() {
        toNext();
        await();
    }

    void end() {
        loop.timetable().cancel(this);
    }

    @Override
    protected void expired(long dueNanos) {
        long now = loop.timetable().nanoTime();
        while (atNanos < untilNanos && atNanos - AHEAD <= now) {
            loop.arriveOnce(number, atNanos);
            toNext();
        }
        await();
    }

    /** The next session of this loop. */
    private void toNext() {
        do {
            number++;
            atNanos = startNanos + times.next();
        } while (!own() && atNanos < untilNanos);
    }

    private void await() {
        if (atNanos < untilNanos) {
            loop.timetable().schedule(this, atNanos - AHEAD);
        }
    }

    private boolean own() {
        return number % agent.count() == agent.index() && number / agent.count() % part.count() == part.index();
    }
}
