package gavel.driver.http;

import gavel.driver.loop.EngineLoop;
import gavel.driver.loop.Flushable;
import gavel.driver.loop.Timer;
import gavel.driver.message.ProtocolException;
import gavel.driver.message.ResponseHead;
import gavel.driver.message.ResponseParser;
import gavel.driver.message.ResponseSink;
import gavel.driver.record.Outcome;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.handler.codec.CodecException;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.nio.channels.NotYetConnectedException;

/**
 * One connection of one user: opens, carries one exchange after the other, and tells its {@link UserConnections} what became of it.
 * Owned by the loop's thread.
 */
final class Connection extends ChannelInboundHandlerAdapter implements Flushable, ResponseSink {
    private enum State {
        CONNECTING,
        IDLE,
        BUSY,
        CLOSED
    }

    private final UserConnections user;
    private final int endpointIndex;
    private final int attempt;
    private final long startedNanos;
    private final ResponseParser parser;
    private final Timer connectTimer = new Timer() {
        @Override
        protected void expired(long dueNanos) {
            fail(
                    Outcome.CONNECT_TIMEOUT,
                    "no connection in " + user.client().settings().connectTimeout() + " to " + endpoint());
        }
    };
    Connection next;
    private State state = State.CONNECTING;
    private Channel channel;
    private Exchange exchange;
    private boolean opened;
    private boolean reused;
    private boolean flushAsked;
    private boolean parsing;
    private Throwable cause;

    Connection(UserConnections user, int endpointIndex, int attempt, long startedNanos) {
        this.user = user;
        this.endpointIndex = endpointIndex;
        this.attempt = attempt;
        this.startedNanos = startedNanos;
        this.parser = new ResponseParser(user.client().gunzips());
    }

    void connect() {
        HttpClient client = user.client();
        EngineLoop loop = client.loop();
        loop.schedule(
                connectTimer,
                loop.nanoTime() + client.settings().connectTimeout().toNanos());
        Bootstrap bootstrap = new Bootstrap()
                .group(loop.netty())
                .channelFactory(loop.transport()::newChannel)
                .option(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, 0)
                .handler(this);
        if (loop.transport().sockets()) {
            bootstrap.option(ChannelOption.TCP_NODELAY, true);
        }
        ChannelFuture connecting = bootstrap.connect(endpoint().address());
        channel = connecting.channel();
        connecting.addListener(done -> {
            if (done.isSuccess()) {
                return;
            }
            // A socket that could not even be made belongs to no loop, and its future tells another thread.
            if (loop.owned()) {
                notConnected(done.cause());
            } else {
                loop.post(() -> notConnected(done.cause()));
            }
        });
    }

    private void notConnected(Throwable why) {
        fail(ConnectFailure.outcome(why), ConnectFailure.detail(why, endpoint()));
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        if (endpoint().tls()) {
            context.pipeline()
                    .addFirst(user.client()
                            .tls()
                            .handler(
                                    context.alloc(),
                                    endpoint().host(),
                                    user.tlsIdentity(),
                                    user.client().counters()));
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        if (!endpoint().tls()) {
            established(context.channel());
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            if (handshake.isSuccess()) {
                user.client().counters().add(HttpCount.TLS_HANDSHAKES, 1);
                established(context.channel());
            } else {
                fail(Outcome.TLS, ConnectFailure.detail(handshake.cause(), endpoint()));
            }
        }
    }

    private void established(Channel active) {
        if (state != State.CONNECTING) {
            return;
        }
        channel = active;
        user.client().loop().cancel(connectTimer);
        user.client().counters().add(HttpCount.CONNECTIONS_OPENED, 1);
        state = State.IDLE;
        opened = true;
        user.opened(this);
    }

    /** Writes the request; it leaves at the end of the turn. */
    void carry(Exchange next, long nowNanos) {
        state = State.BUSY;
        exchange = next;
        next.connection = this;
        if (!reused && next.firstWriteNanos == Exchange.UNKNOWN) {
            next.firstWriteNanos = Math.max(startedNanos, next.sentNanos);
        }
        EngineLoop loop = user.client().loop();
        loop.schedule(
                next, nowNanos + user.client().settings().responseTimeout().toNanos());
        parser.expect(next.request, this);
        byte[] hostLine = endpoint().hostLine();
        int length = next.request.length(hostLine);
        ByteBuf out = channel.alloc().directBuffer(length);
        next.request.writeTo(out, hostLine);
        channel.write(out, channel.voidPromise());
        user.client().counters().add(HttpCount.BYTES_OUT, length);
        if (!flushAsked) {
            flushAsked = true;
            loop.flushLater(this);
        }
    }

    @Override
    public void flushAt(long nowNanos) {
        flushAsked = false;
        if (exchange != null && exchange.firstWriteNanos == Exchange.UNKNOWN) {
            exchange.firstWriteNanos = nowNanos;
        }
        if (state != State.CLOSED) {
            channel.flush();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            user.client().counters().add(HttpCount.BYTES_IN, in.readableBytes());
            if (state == State.BUSY) {
                parse(in);
                if (parser.complete() && state == State.BUSY) {
                    complete(in.isReadable());
                }
            } else if (state == State.IDLE) {
                // Nothing was asked: whatever it means, the connection cannot be trusted with a request.
                fail(Outcome.PROTOCOL, "bytes came though nothing was asked");
            }
        } catch (ProtocolException wrong) {
            fail(Outcome.PROTOCOL, wrong.getMessage());
        } finally {
            in.release();
        }
    }

    private void parse(ByteBuf in) throws ProtocolException {
        parsing = true;
        try {
            parser.read(in);
        } finally {
            parsing = false;
            if (state == State.CLOSED) {
                parser.abandon();
            }
        }
    }

    private void complete(boolean more) {
        if (more) {
            fail(Outcome.PROTOCOL, "more bytes came than the response is long");
            return;
        }
        Exchange done = exchange;
        boolean reusable = parser.reusable() && !user.closed();
        EngineLoop loop = user.client().loop();
        loop.cancel(done);
        exchange = null;
        user.client().counters().add(HttpCount.EXCHANGES, 1);
        if (reusable) {
            state = State.IDLE;
            reused = true;
            done.end(Outcome.OK, null, loop.nanoTime());
            if (state == State.IDLE) {
                user.free(this);
            }
        } else {
            close();
            user.gone(this, null);
            done.end(Outcome.OK, null, loop.nanoTime());
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
    public void channelInactive(ChannelHandlerContext context) {
        if (state == State.BUSY) {
            try {
                if (parser.closed()) {
                    complete(false);
                    return;
                }
            } catch (ProtocolException wrong) {
                fail(Outcome.PROTOCOL, wrong.getMessage());
                return;
            }
        }
        String why = cause == null ? "closed by the server" : String.valueOf(cause.getMessage());
        fail(parser.begun() ? Outcome.HALF_BODY : Outcome.RESET, why);
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable thrown) {
        if (state == State.CONNECTING && thrown instanceof NotYetConnectedException) {
            // epoll reports a socket that is registered and not connected yet as hung up; how connecting ends, its
            // future tells.
            return;
        }
        if (thrown instanceof Error || (thrown instanceof RuntimeException && !(thrown instanceof CodecException))) {
            user.client().loop().fault(thrown);
        }
        if (state == State.CONNECTING) {
            fail(ConnectFailure.outcome(thrown), ConnectFailure.detail(thrown, endpoint()));
        } else {
            cause = thrown;
            context.close();
        }
    }

    private void fail(Outcome outcome, String detail) {
        State before = state;
        Exchange failed = exchange;
        exchange = null;
        close();
        switch (before) {
            case CONNECTING -> {
                user.client().counters().add(HttpCount.DESCRIPTORS_EXHAUSTED, outcome == Outcome.DESCRIPTORS ? 1 : 0);
                user.client().counters().add(HttpCount.PORTS_EXHAUSTED, outcome == Outcome.PORTS ? 1 : 0);
                user.notOpened(this, outcome, detail);
            }
            case IDLE -> user.gone(this, null);
            case BUSY -> {
                user.client().loop().cancel(failed);
                boolean again = outcome == Outcome.RESET && reused && !failed.retried && failed.request.idempotent();
                user.gone(this, again ? failed : null);
                if (!again) {
                    failed.end(outcome, detail, user.client().loop().nanoTime());
                }
            }
            case CLOSED -> {}
        }
    }

    /** Told by the user: ends the exchange and the connection, which the user has taken off its list. */
    void giveUp(Outcome outcome, String detail) {
        Exchange given = exchange;
        exchange = null;
        close();
        if (given != null) {
            user.client().loop().cancel(given);
            given.end(outcome, detail, user.client().loop().nanoTime());
        }
    }

    private void close() {
        if (state == State.CLOSED) {
            return;
        }
        if (state != State.CONNECTING) {
            user.client().counters().add(HttpCount.CONNECTIONS_CLOSED, 1);
        }
        state = State.CLOSED;
        user.client().loop().cancel(connectTimer);
        if (!parsing) {
            parser.abandon();
        }
        if (channel != null && channel.isRegistered()) {
            channel.close();
        }
    }

    boolean idle() {
        return state == State.IDLE;
    }

    /** Whether it ever could carry a request. */
    boolean hasOpened() {
        return opened;
    }

    int attempt() {
        return attempt;
    }

    int endpointIndex() {
        return endpointIndex;
    }

    long startedNanos() {
        return startedNanos;
    }

    private Endpoint endpoint() {
        return user.client().endpoints().get(endpointIndex);
    }
}
