package gavel.driver.http;

import gavel.driver.api.HttpVersion;
import gavel.driver.api.text.DurationWords;
import gavel.driver.loop.EngineLoop;
import gavel.driver.loop.Flushable;
import gavel.driver.loop.Timer;
import gavel.driver.message.ProtocolException;
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
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import java.nio.channels.NotYetConnectedException;

/**
 * One connection of one user: opens, lets its {@link Wire} carry exchanges, and tells its {@link UserConnections} when it is gone.
 * Owned by the loop's thread.
 */
final class Connection extends ChannelInboundHandlerAdapter implements Flushable {
    private enum State {
        CONNECTING,
        OPEN,
        CLOSED
    }

    private final UserConnections user;
    private final int endpointIndex;
    private final int attempt;
    private final long startedNanos;
    /** Of its opening, and then of its idleness. */
    private final Timer timer = new Timer() {
        @Override
        protected void expired(long dueNanos) {
            if (state == State.CONNECTING) {
                fail(
                        Outcome.CONNECT_TIMEOUT,
                        "no connection in "
                                + DurationWords.of(user.client().settings().connectTimeout()) + " to " + endpoint());
            } else {
                user.client().counters().add(HttpCount.CLOSED_IDLE, 1);
                fail(Outcome.CANCELLED, "idle");
            }
        }
    };

    Connection next;
    private State state = State.CONNECTING;
    private Channel channel;
    private Wire wire;
    private boolean flushAsked;
    private Throwable cause;

    Connection(UserConnections user, int endpointIndex, int attempt, long startedNanos) {
        this.user = user;
        this.endpointIndex = endpointIndex;
        this.attempt = attempt;
        this.startedNanos = startedNanos;
    }

    void connect() {
        HttpClient client = user.client();
        EngineLoop loop = client.loop();
        loop.schedule(
                timer, loop.nanoTime() + client.settings().connectTimeout().toNanos());
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
            established(context.channel(), user.client().settings().http() == HttpVersion.HTTP_2);
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            if (handshake.isSuccess()) {
                user.client().counters().add(HttpCount.TLS_HANDSHAKES, 1);
                shaken(context);
            } else {
                fail(Outcome.TLS, ConnectFailure.detail(handshake.cause(), endpoint()));
            }
        }
    }

    private void shaken(ChannelHandlerContext context) {
        boolean http2 = Tls.http2(context.pipeline().get(SslHandler.class));
        if (http2 || user.client().settings().http() != HttpVersion.HTTP_2) {
            established(context.channel(), http2);
        } else {
            fail(Outcome.PROTOCOL, endpoint() + ": the server does not offer HTTP/2");
        }
    }

    private void established(Channel active, boolean http2) {
        if (state != State.CONNECTING) {
            return;
        }
        channel = active;
        user.client().loop().cancel(timer);
        user.client().counters().add(HttpCount.CONNECTIONS_OPENED, 1);
        state = State.OPEN;
        wire = http2 ? Http2Wire.open(this, user) : new Http1Wire(this, user);
        user.opened(this);
    }

    /** Lets the wire write the request, which leaves at the end of the turn. */
    void carry(Exchange exchange, long nowNanos) {
        exchange.connection = this;
        user.client().loop().cancel(timer);
        user.client()
                .loop()
                .schedule(
                        exchange,
                        nowNanos + user.client().settings().responseTimeout().toNanos());
        wire.carry(exchange, nowNanos);
    }

    /** Where it carries nothing, it is idle from now on. */
    void restIfIdle() {
        long idle = user.client().settings().idleTimeout().toNanos();
        if (idle > 0 && state == State.OPEN && wire.idle()) {
            EngineLoop loop = user.client().loop();
            loop.schedule(timer, loop.nanoTime() + idle);
        }
    }

    /** The exchange is the first on this connection, so that waiting for it was waiting for the server. */
    void openedFor(Exchange exchange) {
        if (exchange.firstWriteNanos == Exchange.UNKNOWN) {
            exchange.firstWriteNanos = Math.max(startedNanos, exchange.sentNanos);
        }
    }

    ByteBuf buffer(int bytes) {
        return channel.alloc().directBuffer(bytes);
    }

    void write(ByteBuf out) {
        user.client().counters().add(HttpCount.BYTES_OUT, out.readableBytes());
        channel.write(out, channel.voidPromise());
        if (!flushAsked) {
            flushAsked = true;
            user.client().loop().flushLater(this);
        }
    }

    @Override
    public void flushAt(long nowNanos) {
        flushAsked = false;
        if (state == State.OPEN) {
            wire.flushed(nowNanos);
            channel.flush();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf in = (ByteBuf) message;
        try {
            user.client().counters().add(HttpCount.BYTES_IN, in.readableBytes());
            if (state == State.OPEN) {
                wire.read(in);
            }
        } catch (ProtocolException wrong) {
            fail(Outcome.PROTOCOL, wrong.getMessage());
        } finally {
            in.release();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        String why = cause == null ? "closed by the server" : String.valueOf(cause.getMessage());
        if (state != State.OPEN) {
            fail(Outcome.RESET, why);
            return;
        }
        try {
            wire.ended(why, cause == null);
        } catch (ProtocolException wrong) {
            fail(Outcome.PROTOCOL, wrong.getMessage());
        }
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

    /** Closes the connection for what is told, and tells the session. */
    void fail(Outcome outcome, String detail) {
        State before = state;
        close();
        switch (before) {
            case CONNECTING -> {
                user.client().counters().add(HttpCount.DESCRIPTORS_EXHAUSTED, outcome == Outcome.DESCRIPTORS ? 1 : 0);
                user.client().counters().add(HttpCount.PORTS_EXHAUSTED, outcome == Outcome.PORTS ? 1 : 0);
                user.notOpened(this, outcome, detail);
            }
            case OPEN -> wire.failed(outcome, detail);
            case CLOSED -> {}
        }
    }

    /** Told by the session, which has taken it off its list unless it is shared. */
    void giveUp(Exchange exchange, Outcome outcome, String detail) {
        wire.giveUp(exchange, outcome, detail);
    }

    /** Told by the session, which has taken it off its list: ends whatever is under way. */
    void giveUpAll(Outcome outcome, String detail) {
        close();
        if (wire != null) {
            wire.giveUpAll(outcome, detail);
        }
    }

    /** Closes without a callback. Closing twice is harmless. */
    void close() {
        if (state == State.CLOSED) {
            return;
        }
        if (state != State.CONNECTING) {
            user.client().counters().add(HttpCount.CONNECTIONS_CLOSED, 1);
        }
        state = State.CLOSED;
        user.client().loop().cancel(timer);
        if (channel != null && channel.isRegistered()) {
            channel.close();
        }
    }

    /** Whether it can carry an exchange now. */
    boolean ready() {
        return state == State.OPEN && wire.ready();
    }

    boolean open() {
        return state == State.OPEN;
    }

    /** Whether it takes no new exchange for good. */
    boolean leaving() {
        return state == State.OPEN && wire.leaving();
    }

    /** Whether it carries exchanges side by side. */
    boolean shared() {
        return wire != null && wire.shared();
    }

    /** Whether it ever could carry a request. */
    boolean hasOpened() {
        return wire != null;
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

    Endpoint endpoint() {
        return user.client().endpoints().get(endpointIndex);
    }
}
