package gavel.driver.plain;

import gavel.driver.arrival.ArrivalSchedule;
import gavel.driver.http.Carrier;
import gavel.driver.http.Exchange;
import gavel.driver.http.HttpClient;
import gavel.driver.loop.Timer;
import gavel.driver.record.Outcome;
import gavel.driver.record.Recorder;
import java.util.ArrayDeque;

/**
 * Open arrivals of checked exchanges over a pool of connections: they keep their schedule however late the server is, and one that finds
 * no connection free waits, which counts. Owned by the client's loop.
 */
final class PlainArrivals extends Timer implements PlainLoad {
    private final HttpClient client;
    private final ArrivalSchedule schedule;
    private final long arrivals;
    private final PlainTally tally;
    private final ArrayDeque<Slot> free = new ArrayDeque<>();
    private final ArrayDeque<PlainCall> calls = new ArrayDeque<>();
    private long startNanos;
    private long started;
    private long sent;

    PlainArrivals(HttpClient client, long perSecond, long arrivals, Recorder recorder) {
        this.client = client;
        this.schedule = ArrivalSchedule.constant(perSecond);
        this.arrivals = arrivals;
        this.tally = new PlainTally(recorder);
    }

    @Override
    public void start(int connections, long atNanos) {
        startNanos = atNanos;
        for (int i = 0; i < connections; i++) {
            free.addLast(new Slot(client.newUser(i)));
        }
        client.loop().schedule(this, intended(0));
    }

    @Override
    public PlainTally tally() {
        return tally;
    }

    private long intended(long n) {
        return client.loop().onGrid(startNanos + schedule.intendedNanos(n));
    }

    @Override
    protected void expired(long dueNanos) {
        sendDue();
    }

    private void sendDue() {
        long now = client.loop().nanoTime();
        while (started < arrivals && intended(started) <= now) {
            tally.started(intended(started++));
        }
        while (sent < started && !free.isEmpty()) {
            long due = intended(sent++);
            tally.blocked(now - due);
            Slot slot = free.poll();
            PlainCall.from(calls).send(slot.connections, due, slot);
        }
        if (started < arrivals) {
            client.loop().schedule(this, intended(started));
        }
    }

    /** One connection of the pool; they take turns, so that all are used. */
    private final class Slot implements PlainCall.Ending {
        private final Carrier connections;

        Slot(Carrier connections) {
            this.connections = connections;
        }

        @Override
        public void ended(Exchange exchange, Outcome outcome) {
            free.addLast(this);
            tally.ended(exchange, outcome);
            if (tally.ended() == arrivals) {
                free.forEach(slot -> slot.connections.close());
                tally.complete();
            } else if (sent < started) {
                sendDue();
            }
        }
    }
}
