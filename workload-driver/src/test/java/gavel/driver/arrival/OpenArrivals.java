package gavel.driver.arrival;

import gavel.driver.http.Exchange;
import gavel.driver.http.HttpClient;
import gavel.driver.http.ResponseHandler;
import gavel.driver.http.UserConnections;
import gavel.driver.loop.Timer;
import gavel.driver.message.Request;
import gavel.driver.message.ResponseHead;
import gavel.driver.record.Outcome;
import gavel.driver.record.Recorder;
import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;

/**
 * Open arrivals of one request over a pool of connections: arrivals keep their schedule however late the server is. One that finds
 * no connection free waits, and its wait counts, because its intended start is computed from its number. Nothing is stored for those
 * that wait. Owned by the client's loop.
 */
public final class OpenArrivals {
    private final HttpClient client;
    private final ArrivalSchedule schedule;
    private final long arrivals;
    private final Request request;
    private final Recorder recorder;
    private final ArrayDeque<Slot> free = new ArrayDeque<>();
    private final CompletableFuture<Result> result = new CompletableFuture<>();
    private final Timer next = new Timer() {
        @Override
        protected void expired(long dueNanos) {
            sendDue();
        }
    };
    private long startNanos;
    private long sent;
    private long started;
    private long ended;
    private long failed;
    private long blockedNanos;

    /**
     * @param blockedNanos sum over all arrivals of the time between the intended start and the moment a connection took it
     */
    public record Result(long arrivals, long failed, long blockedNanos) {}

    /** @param recorder records every arrival as operation 0 */
    public OpenArrivals(
            HttpClient client, ArrivalSchedule schedule, long arrivals, Request request, Recorder recorder) {
        this.client = client;
        this.schedule = schedule;
        this.arrivals = arrivals;
        this.request = request;
        this.recorder = recorder;
    }

    /** Loop's thread. The connections of the pool are opened when they are needed first. */
    public void start(int connections, long atNanos) {
        startNanos = atNanos;
        for (int i = 0; i < connections; i++) {
            free.push(new Slot(client.newUser(i)));
        }
        client.loop().schedule(next, intended(0));
    }

    /** Completes when the last arrival has ended. */
    public CompletableFuture<Result> result() {
        return result;
    }

    private long intended(long n) {
        return client.loop().onGrid(startNanos + schedule.intendedNanos(n));
    }

    private void sendDue() {
        long now = client.loop().nanoTime();
        while (started < arrivals && intended(started) <= now) {
            recorder.started(0, intended(started++));
        }
        while (sent < started && !free.isEmpty()) {
            long due = intended(sent++);
            blockedNanos += Math.max(0, now - due);
            Slot slot = free.pop();
            slot.user.send(slot.exchange, request, due);
        }
        if (started < arrivals) {
            client.loop().schedule(next, intended(started));
        }
    }

    private final class Slot implements ResponseHandler {
        private final UserConnections user;
        private final Exchange exchange = new Exchange(this);

        Slot(UserConnections user) {
            this.user = user;
        }

        @Override
        public void head(ResponseHead head) {
            // Any status is an answer here: only the time matters.
        }

        @Override
        public void body(ByteBuf part) {
            // Nothing to find in it.
        }

        @Override
        public void done(Exchange exchange, Outcome outcome, String detail) {
            recorder.record(0, exchange.intendedNanos(), exchange.firstWriteNanos(), exchange.endNanos(), outcome);
            failed += outcome.failed() ? 1 : 0;
            free.push(this);
            if (++ended == arrivals) {
                free.forEach(slot -> slot.user.close());
                result.complete(new Result(arrivals, failed, blockedNanos));
            } else if (sent < started) {
                sendDue();
            }
        }
    }
}
