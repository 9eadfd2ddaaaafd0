package gavel.driver.plain;

import gavel.driver.body.Answer;
import gavel.driver.body.ContentException;
import gavel.driver.body.Expectation;
import gavel.driver.http.Carrier;
import gavel.driver.http.Exchange;
import gavel.driver.http.ResponseHandler;
import gavel.driver.json.JsonException;
import gavel.driver.json.JsonReader;
import gavel.driver.message.Request;
import gavel.driver.message.RequestTemplate;
import gavel.driver.message.ResponseHead;
import gavel.driver.record.Outcome;
import io.netty.buffer.ByteBuf;
import java.util.ArrayDeque;

/**
 * One plain exchange, checked as operations check theirs: the status, the content type, every wanted field, the id that is expected. Borrowed
 * for the time of the exchange, so that people who think hold none. Owned by the loop.
 */
final class PlainCall implements ResponseHandler {
    /** Hears of the end of an exchange; the call is back in its pool when it does. */
    interface Ending {
        void ended(Exchange exchange, Outcome outcome);
    }

    private static final Request REQUEST = RequestTemplate.get("/").request();
    private static final Expectation EXPECTATION = Expectation.json(200, "id", "price");
    private static final int ID = 0;
    private static final long EXPECTED_ID = 4711;

    private final ArrayDeque<PlainCall> pool;
    private final Exchange exchange = new Exchange(this);
    private final JsonReader reader = new JsonReader();
    private final Answer answer = new Answer();
    private Ending ending;
    private boolean wrong;
    private int status;

    private PlainCall(ArrayDeque<PlainCall> pool) {
        this.pool = pool;
    }

    static PlainCall from(ArrayDeque<PlainCall> pool) {
        PlainCall call = pool.poll();
        return call == null ? new PlainCall(pool) : call;
    }

    void send(Carrier connections, long intendedNanos, Ending then) {
        ending = then;
        wrong = false;
        status = 0;
        connections.send(exchange, REQUEST, intendedNanos);
    }

    @Override
    public void head(ResponseHead head) {
        status = head.status();
        wrong = head.content() != ResponseHead.Content.JSON;
        answer.begin(EXPECTATION.fields());
        reader.begin(EXPECTATION.fields(), answer);
    }

    @Override
    public void body(ByteBuf part) {
        if (wrong || !EXPECTATION.accepts(status)) {
            return;
        }
        try {
            reader.read(part);
        } catch (JsonException notJson) {
            wrong = true;
        }
    }

    @Override
    public void done(Exchange ended, Outcome outcome, String detail) {
        Ending then = ending;
        Outcome judged = outcome == Outcome.OK ? judged() : outcome;
        ending = null;
        pool.push(this);
        then.ended(ended, judged);
    }

    private Outcome judged() {
        if (!EXPECTATION.accepts(status)) {
            return Outcome.STATUS;
        }
        if (wrong) {
            return Outcome.CONTENT;
        }
        try {
            reader.end();
            answer.expectAll();
            answer.expectId(ID, EXPECTED_ID);
            return Outcome.OK;
        } catch (JsonException | ContentException bad) {
            return Outcome.CONTENT;
        }
    }
}
