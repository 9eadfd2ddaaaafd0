package gavel.driver.http;

import gavel.driver.message.ProtocolException;
import gavel.driver.message.ResponseHead;
import gavel.driver.message.ResponseParser;
import gavel.driver.message.ResponseSink;
import gavel.driver.record.Outcome;
import io.netty.buffer.ByteBuf;

/** HTTP/1.1: one exchange after the other. */
final class Http1Wire implements Wire, ResponseSink {
    private final Connection connection;
    private final UserConnections user;
    private final ResponseParser parser;
    private final long openedNanos;
    private Exchange exchange;
    private boolean reused;
    /** Whether the exchange was sent when the connection was there already: used before, or opened for another that took a different one. */
    private boolean kept;

    private boolean parsing;

    Http1Wire(Connection connection, UserConnections user) {
        this.connection = connection;
        this.user = user;
        this.parser = new ResponseParser(user.client().gunzips());
        this.openedNanos = user.client().loop().nanoTime();
    }

    @Override
    public boolean ready() {
        return exchange == null;
    }

    @Override
    public boolean idle() {
        return exchange == null;
    }

    @Override
    public boolean leaving() {
        return false;
    }

    @Override
    public boolean shared() {
        return false;
    }

    @Override
    public void carry(Exchange next, long nowNanos) {
        exchange = next;
        kept = reused || next.sentNanos > openedNanos;
        if (!kept) {
            connection.openedFor(next);
        }
        parser.expect(next.request, this);
        byte[] hostLine = connection.endpoint().hostLine();
        ByteBuf out = connection.buffer(next.request.length(hostLine));
        next.request.writeTo(out, hostLine);
        connection.write(out);
    }

    @Override
    public void flushed(long nowNanos) {
        if (exchange != null) {
            exchange.leaves(nowNanos);
        }
    }

    @Override
    public void read(ByteBuf in) throws ProtocolException {
        if (exchange == null) {
            // The rest of an answer longer than it said, or a 408 of a server that goes: no connection to be trusted
            // with a request.
            user.client().counters().add(HttpCount.UNASKED, 1);
            throw new ProtocolException("bytes came though nothing was asked");
        }
        parse(in);
        if (parser.complete() && exchange != null) {
            if (in.isReadable()) {
                throw new ProtocolException("more bytes came than the response is long");
            }
            complete();
        }
    }

    private void parse(ByteBuf in) throws ProtocolException {
        parsing = true;
        try {
            parser.read(in);
        } finally {
            parsing = false;
            if (exchange == null) {
                parser.abandon();
            }
        }
    }

    private void complete() {
        Exchange done = exchange;
        exchange = null;
        boolean reusable = parser.reusable() && !user.closed();
        user.client().loop().cancel(done);
        user.client().counters().add(HttpCount.EXCHANGES, 1);
        if (reusable) {
            reused = true;
            done.end(Outcome.OK, null, user.client().loop().nanoTime());
            if (connection.ready()) {
                user.free(connection);
            }
        } else {
            connection.close();
            user.gone(connection);
            done.end(Outcome.OK, null, user.client().loop().nanoTime());
        }
    }

    @Override
    public void head(ResponseHead head) {
        if (exchange != null) {
            exchange.status = head.status();
            exchange.handler().head(head);
        }
    }

    @Override
    public void body(ByteBuf part) {
        if (exchange != null) {
            exchange.handler().body(part);
        }
    }

    @Override
    public void ended(String why, boolean orderly) throws ProtocolException {
        if (exchange != null && orderly && parser.closed()) {
            complete();
        } else {
            connection.fail(parser.begun() ? Outcome.HALF_BODY : Outcome.RESET, why);
        }
    }

    @Override
    public void failed(Outcome outcome, String detail) {
        Exchange failed = take();
        if (failed == null) {
            user.gone(connection);
            return;
        }
        // A server may close a kept connection in the moment a request arrives. Browsers send it again whatever its
        // method is, and more than once where other kept connections were closed with this one.
        boolean again = outcome == Outcome.RESET && kept;
        if (again) {
            user.again(failed);
        }
        user.gone(connection);
        if (!again) {
            failed.end(outcome, detail, user.client().loop().nanoTime());
        }
    }

    @Override
    public void giveUp(Exchange given, Outcome outcome, String detail) {
        connection.close();
        giveUpAll(outcome, detail);
    }

    @Override
    public void giveUpAll(Outcome outcome, String detail) {
        Exchange given = take();
        if (given != null) {
            given.end(outcome, detail, user.client().loop().nanoTime());
        }
    }

    /** What was under way is no longer. */
    private Exchange take() {
        Exchange taken = exchange;
        exchange = null;
        if (taken != null) {
            user.client().loop().cancel(taken);
        }
        if (!parsing) {
            parser.abandon();
        }
        return taken;
    }
}
