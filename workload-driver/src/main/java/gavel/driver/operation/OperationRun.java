package gavel.driver.operation;

import gavel.driver.body.ContentException;
import gavel.driver.body.Expectation;
import gavel.driver.http.Exchange;
import gavel.driver.loop.Timer;
import gavel.driver.message.Request;
import gavel.driver.profile.OperationKind;
import gavel.driver.record.Outcome;
import gavel.driver.room.AuctionRoom;

/**
 * One operation under way: counts its exchanges, moves from stage to stage, and records how it ended. A person has one for the main
 * screen, each follower has its own; both are reused. Owned by the loop.
 */
public final class OperationRun {
    private static final long NOT_WRITTEN = Long.MAX_VALUE;

    private final LoopContext context;
    private final Person person;
    private final OperationListener listener;
    private Call outstanding;
    private Timer pause;
    private Operation operation;
    private OperationKind kind;
    private long intendedNanos;
    private long firstWriteNanos;
    private long endNanos;
    private long retryAfterSeconds;
    private int stage;
    private boolean active;
    private boolean pausing;
    private boolean sending;
    private boolean acted;
    private boolean cancelled;
    private Outcome outcome;

    public OperationRun(LoopContext context, Person person, OperationListener listener) {
        this.context = context;
        this.person = person;
        this.listener = listener;
    }

    /** Begins; the listener hears of the end, perhaps from within. */
    public void start(OperationKind what, long intended) {
        begin(what, intended, Operations.of(what));
    }

    /** Begins an operation that belongs to an auction one follows. */
    public void start(OperationKind what, long intended, AuctionRoom room) {
        begin(what, intended, Operations.of(what, room));
    }

    private void begin(OperationKind what, long intended, Operation how) {
        if (active) {
            throw new IllegalStateException(what + " begins before " + kind + " has ended");
        }
        active = true;
        kind = what;
        operation = how;
        intendedNanos = intended;
        firstWriteNanos = NOT_WRITTEN;
        endNanos = context.timetable().nanoTime();
        retryAfterSeconds = 0;
        outcome = Outcome.OK;
        cancelled = false;
        stage = 0;
        context.log().started(kind, intended);
        advance();
    }

    /** Gives everything up without a record; the listener does not hear of it. */
    public void cancel() {
        if (!active) {
            return;
        }
        cancelled = true;
        if (pausing) {
            context.timetable().cancel(pause);
            pausing = false;
        }
        while (outstanding != null) {
            Call first = outstanding;
            first.cancel(person.connections());
            remove(first);
        }
        active = false;
    }

    void send(Request request, Expectation expectation, Reading then) {
        acted = true;
        Call call = context.borrow();
        call.next = outstanding;
        outstanding = call;
        call.send(this, person.connections(), request, expectation, then);
    }

    /** Lets the next stage begin after a while, as a page's script does that asks again. */
    void pause(long nanos) {
        acted = true;
        pausing = true;
        pause = pause == null ? new Pause() : pause;
        context.timetable().schedule(pause, context.timetable().nanoTime() + nanos);
    }

    private void advance() {
        do {
            acted = false;
            sending = true;
            try {
                operation.stage(this, stage++);
            } catch (ContentException impossible) {
                fail(Outcome.CONTENT, "before a request", impossible.getMessage());
            }
            sending = false;
        } while (outcome == Outcome.OK && acted && idle());
        if (idle()) {
            finish();
        }
    }

    private boolean idle() {
        return outstanding == null && !pausing;
    }

    void ended(Call call, Exchange exchange, Outcome judged, String detail) {
        remove(call);
        firstWriteNanos = Math.min(firstWriteNanos, exchange.firstWriteNanos());
        endNanos = exchange.endNanos();
        retryAfterSeconds = Math.max(retryAfterSeconds, call.retryAfterSeconds());
        if (!cancelled && judged != Outcome.OK) {
            fail(judged, exchange.request().toString(), detail);
        }
        context.giveBack(call);
        if (!cancelled && !sending && idle()) {
            if (outcome == Outcome.OK) {
                advance();
            } else {
                finish();
            }
        }
    }

    /** Harmless when it is not among them any more. */
    private void remove(Call call) {
        Call before = null;
        for (Call each = outstanding; each != null; each = each.next) {
            if (each == call) {
                if (before == null) {
                    outstanding = call.next;
                } else {
                    before.next = call.next;
                }
                call.next = null;
                return;
            }
            before = each;
        }
    }

    private void fail(Outcome judged, String request, String detail) {
        if (outcome == Outcome.OK) {
            outcome = judged;
        }
        context.log().failed(kind, request, judged, detail);
    }

    private void finish() {
        active = false;
        long written = firstWriteNanos == NOT_WRITTEN ? endNanos : firstWriteNanos;
        context.log().record(kind, intendedNanos, written, endNanos, outcome);
        listener.ended(this);
    }

    /** Few operations have one, so it is made when it is needed. */
    private final class Pause extends Timer {
        @Override
        protected void expired(long dueNanos) {
            pausing = false;
            advance();
        }
    }

    public LoopContext context() {
        return context;
    }

    public Person person() {
        return person;
    }

    public OperationKind kind() {
        return kind;
    }

    public boolean active() {
        return active;
    }

    public long intendedNanos() {
        return intendedNanos;
    }

    /** When the last exchange ended. */
    public long endNanos() {
        return endNanos;
    }

    /** When the driver first acted on the wire for it. */
    public long firstWriteNanos() {
        return firstWriteNanos;
    }

    public boolean failed() {
        return outcome != Outcome.OK;
    }

    /** The longest wait a server asked for; 0 or less for none. */
    public long retryAfterSeconds() {
        return retryAfterSeconds;
    }
}
