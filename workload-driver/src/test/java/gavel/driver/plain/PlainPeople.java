package gavel.driver.plain;

import gavel.driver.http.Carrier;
import gavel.driver.http.Exchange;
import gavel.driver.http.HttpClient;
import gavel.driver.loop.Timer;
import gavel.driver.record.Outcome;
import gavel.driver.record.Recorder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/**
 * People with a connection each who do one exchange in each cycle. The next is intended when the cycle is over and the last one is done, as
 * the driver's users do it. Owned by the client's loop.
 */
final class PlainPeople implements PlainLoad {
    /**
     * @param firstNanos from the start to the first exchange of the first person
     * @param spreadNanos from there to that of the last
     * @param lengthNanos no exchange is intended later than that after the start
     */
    record Plan(long firstNanos, long spreadNanos, long cycleNanos, long lengthNanos) {}

    private final HttpClient client;
    private final Plan plan;
    private final PlainTally tally;
    private final ArrayDeque<PlainCall> calls = new ArrayDeque<>();
    private final List<Someone> people = new ArrayList<>();
    private long endNanos;
    private int active;

    PlainPeople(HttpClient client, Plan plan, Recorder recorder) {
        this.client = client;
        this.plan = plan;
        this.tally = new PlainTally(recorder);
    }

    @Override
    public void start(int number, long atNanos) {
        endNanos = atNanos + plan.lengthNanos();
        active = number;
        for (int i = 0; i < number; i++) {
            Someone someone = new Someone(client.newUser(i));
            people.add(someone);
            someone.thinkUntil(atNanos + plan.firstNanos() + Math.multiplyExact(plan.spreadNanos(), (long) i) / number);
        }
    }

    @Override
    public PlainTally tally() {
        return tally;
    }

    private final class Someone extends Timer implements PlainCall.Ending {
        private final Carrier connections;

        Someone(Carrier connections) {
            this.connections = connections;
        }

        /** Or the end, when there is none to be intended any more. */
        void thinkUntil(long intendedNanos) {
            client.loop().schedule(this, Math.min(intendedNanos, endNanos));
        }

        @Override
        protected void expired(long dueNanos) {
            if (dueNanos >= endNanos) {
                leave();
                return;
            }
            tally.started(dueNanos);
            PlainCall.from(calls).send(connections, dueNanos, this);
        }

        @Override
        public void ended(Exchange exchange, Outcome outcome) {
            tally.ended(exchange, outcome);
            thinkUntil(Math.max(exchange.intendedNanos() + plan.cycleNanos(), exchange.endNanos()));
        }

        private void leave() {
            connections.close();
            if (--active == 0) {
                tally.complete();
            }
        }
    }
}
