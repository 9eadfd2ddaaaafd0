package gavel.driver.capacity;

import gavel.driver.http.Exchange;
import gavel.driver.http.HttpClient;
import gavel.driver.http.ResponseHandler;
import gavel.driver.http.UserConnections;
import gavel.driver.json.JsonException;
import gavel.driver.json.JsonFields;
import gavel.driver.json.JsonHandler;
import gavel.driver.json.JsonReader;
import gavel.driver.loop.EngineLoop;
import gavel.driver.loop.Timer;
import gavel.driver.message.Request;
import gavel.driver.message.RequestTemplate;
import gavel.driver.message.ResponseHead;
import gavel.driver.message.ResponseHead.Content;
import gavel.driver.record.Outcome;
import gavel.driver.record.Recorder;
import io.netty.buffer.ByteBuf;

/**
 * One user with one connection: its n-th exchange is intended at a moment computed from n, and every answer is checked to its last byte.
 * Owned by the loop.
 */
final class PacedUser extends Timer implements ResponseHandler, JsonHandler {
    /** What {@link FixedServer} says. */
    static final long ID = 4711;

    static final long CENTS = 12_050;
    static final int BODY_BYTES = 1024;
    private static final JsonFields FIELDS = JsonFields.of("id", "price", "entries[].id");
    private static final Request REQUEST =
            RequestTemplate.get("/api/items/4711?size=10").request();

    private final EngineLoop loop;
    private final UserConnections connection;
    private final Recorder recorder;
    private final double periodNanos;
    private final Exchange exchange = new Exchange(this);
    private final JsonReader reader = new JsonReader();
    private long startNanos;
    private long untilNanos;
    private long begun;
    private int bytes;
    private int entries;
    private boolean right;
    long wrong;

    PacedUser(HttpClient client, Recorder recorder, int number, double periodNanos) {
        this.loop = client.loop();
        this.connection = client.newUser(number);
        this.recorder = recorder;
        this.periodNanos = periodNanos;
    }

    void start(long fromNanos, long toNanos) {
        startNanos = fromNanos;
        untilNanos = toNanos;
        begun = 0;
        loop.schedule(this, fromNanos);
    }

    boolean idle() {
        return !exchange.active() && !pending();
    }

    void close() {
        connection.close();
    }

    @Override
    protected void expired(long dueNanos) {
        send(dueNanos);
    }

    private void send(long intendedNanos) {
        bytes = 0;
        entries = 0;
        right = false;
        recorder.started(0, intendedNanos);
        connection.send(exchange, REQUEST, intendedNanos);
    }

    @Override
    public void head(ResponseHead head) {
        right = head.status() == 200 && head.content() == Content.JSON && head.contentLength() == BODY_BYTES;
        reader.begin(FIELDS, this);
    }

    @Override
    public void body(ByteBuf part) {
        bytes += part.readableBytes();
        try {
            reader.read(part);
        } catch (JsonException notJson) {
            right = false;
        }
    }

    @Override
    public void number(int field, long unscaled, int scale) {
        switch (field) {
            case 0 -> right &= unscaled == ID && scale == 0;
            case 1 -> right &= unscaled == CENTS && scale == 2;
            default -> right &= unscaled == ++entries;
        }
    }

    @Override
    public void done(Exchange over, Outcome outcome, String detail) {
        try {
            reader.end();
        } catch (JsonException notWhole) {
            right = false;
        }
        wrong += outcome == Outcome.OK && right && bytes == BODY_BYTES && entries == FixedServer.ENTRIES ? 0 : 1;
        recorder.record(0, over.intendedNanos(), over.firstWriteNanos(), over.endNanos(), outcome);
        long next = startNanos + (long) (++begun * periodNanos);
        if (next >= untilNanos || outcome != Outcome.OK) {
            return;
        }
        if (next <= over.endNanos()) {
            send(next);
        } else {
            loop.schedule(this, next);
        }
    }
}
