package gavel.driver.stub;

import gavel.driver.loop.EngineLoop;
import gavel.driver.loop.LoopThread;
import gavel.driver.loop.Timer;
import gavel.driver.loop.Transport;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Speaks the application's HTTP API from memory, on one thread, so that the driver can be tested without the application. Its answers
 * depend on nothing but what it was asked, in which order. It speaks HTTP/1.1 and, to a client that begins with it, HTTP/2.
 */
public final class StubServer implements AutoCloseable {
    private static final long TICK_NANOS = 5_000_000;
    private static final int BACKLOG = 4096;

    private final EngineLoop loop;
    private final StubHouse house;
    private final Channel listening;
    private final AtomicLong requests = new AtomicLong();
    private volatile Fault fault = Fault.NONE;
    private volatile boolean keepsAlive = true;

    /** How the stub misbehaves, asked for each request. */
    public interface Fault {
        Fault NONE = (_, _) -> null;

        /** A reply to give instead of the right one, or null. */
        Reply instead(String method, String path);

        /** Milliseconds by which the right reply is delayed. */
        default long delayMillis(String method, String path) {
            return 0;
        }
    }

    /** What goes back; {@code header} is a name and a value, or null. */
    public record Reply(int status, String type, byte[] body, String[] header) {
        public static Reply json(int status, String body) {
            return new Reply(status, "application/json", body.getBytes(StandardCharsets.UTF_8), null);
        }

        static Reply empty(int status) {
            return new Reply(status, null, new byte[0], null);
        }

        /** Of HTTP/1.1, without the empty line at its end. */
        StringBuilder head() {
            StringBuilder head =
                    new StringBuilder(128).append("HTTP/1.1 ").append(status).append(" x\r\n");
            if (status != 204 && status != 304) {
                head.append("content-length: ").append(body.length).append("\r\n");
            }
            if (type != null) {
                head.append("content-type: ").append(type).append("\r\n");
            }
            if (header != null) {
                head.append(header[0]).append(": ").append(header[1]).append("\r\n");
            }
            return head;
        }
    }

    /** Where a reply goes, now or later. */
    interface Answer {
        void send(Reply reply);
    }

    /**
     * @param auctions running ones
     * @param lotMillis until last call, and as long again until the hammer
     */
    public StubServer(int auctions, long lotMillis) {
        this(
                new EngineLoop(0, Transport.forSockets(), System::nanoTime),
                loopback(0),
                new StubHouse(auctions, TimeUnit.MILLISECONDS.toNanos(lotMillis), System::nanoTime));
    }

    private StubServer(EngineLoop loop, SocketAddress address, StubHouse house) {
        this.loop = loop;
        this.house = house;
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(loop.netty())
                .channelFactory(loop.transport()::newServerChannel)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel opened) {
                        opened.pipeline().addLast(new StubProtocol(StubServer.this));
                    }
                });
        if (loop.transport().sockets()) {
            bootstrap.option(ChannelOption.SO_BACKLOG, BACKLOG).childOption(ChannelOption.TCP_NODELAY, true);
        }
        listening = bootstrap.bind(address).syncUninterruptibly().channel();
        loop.post(() -> new Tick().expired(loop.nanoTime()));
    }

    /** With lots as the profile times them, met in mid-life. The server's life ends the loop's. */
    public static StubServer midLife(EngineLoop loop, SocketAddress address, int auctions) {
        return new StubServer(loop, address, StubHouse.midLife(auctions, loop::nanoTime));
    }

    /** @param port 0 for a free one */
    public static SocketAddress loopback(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /** Only with sockets. */
    public URI address() {
        return URI.create("http://127.0.0.1:" + ((InetSocketAddress) listening.localAddress()).getPort());
    }

    public SocketAddress localAddress() {
        return listening.localAddress();
    }

    public LoopThread thread() {
        return loop.thread();
    }

    public void misbehave(Fault how) {
        fault = how;
    }

    /** From now on each connection carries one exchange over HTTP/1.1. */
    public void closeEachConnection() {
        keepsAlive = false;
    }

    boolean keepsAlive() {
        return keepsAlive;
    }

    public long requests() {
        return requests.get();
    }

    @Override
    public void close() {
        listening.close().syncUninterruptibly();
        loop.close();
    }

    EngineLoop loop() {
        return loop;
    }

    /** Answers in time, late or wrongly. */
    void answer(StubCall call, Answer answer) {
        requests.incrementAndGet();
        Reply instead = fault.instead(call.method(), call.uri());
        if (instead != null) {
            answer.send(instead);
            return;
        }
        long delay = fault.delayMillis(call.method(), call.uri());
        if (delay > 0) {
            loop.netty().schedule(() -> house.answer(call, answer), delay, TimeUnit.MILLISECONDS);
        } else {
            house.answer(call, answer);
        }
    }

    private final class Tick extends Timer {
        @Override
        protected void expired(long dueNanos) {
            house.tick();
            loop.schedule(this, dueNanos + TICK_NANOS);
        }
    }
}
