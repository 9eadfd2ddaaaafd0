package gavel.driver.stub;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Speaks the application's HTTP API from memory, on one thread, so that the driver can be tested without the application. Its answers
 * depend on nothing but what it was asked, in which order.
 */
public final class StubServer implements AutoCloseable {
    private final MultiThreadIoEventLoopGroup group;
    private final StubHouse house;
    private final Channel channel;
    private final AtomicLong requests = new AtomicLong();
    private volatile Fault fault = Fault.NONE;

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
        group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
        house = new StubHouse(auctions, TimeUnit.MILLISECONDS.toNanos(lotMillis), System::nanoTime);
        channel = new ServerBootstrap()
                .group(group)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel opened) {
                        opened.pipeline()
                                .addLast(new HttpServerCodec(), new HttpObjectAggregator(1 << 20), new Requests());
                    }
                })
                .bind("127.0.0.1", 0)
                .syncUninterruptibly()
                .channel();
        group.scheduleAtFixedRate(house::tick, 5, 5, TimeUnit.MILLISECONDS);
    }

    public URI address() {
        return URI.create("http://127.0.0.1:" + ((InetSocketAddress) channel.localAddress()).getPort());
    }

    public void misbehave(Fault how) {
        fault = how;
    }

    public long requests() {
        return requests.get();
    }

    @Override
    public void close() {
        channel.close().syncUninterruptibly();
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    private final class Requests extends SimpleChannelInboundHandler<FullHttpRequest> {
        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpRequest request) {
            requests.incrementAndGet();
            String method = request.method().name();
            String path = request.uri();
            Answer answer = reply -> write(context, reply);
            Reply instead = fault.instead(method, path);
            if (instead != null) {
                answer.send(instead);
                return;
            }
            StubHouse.Call call = new StubHouse.Call(
                    method,
                    path,
                    request.headers().get(HttpHeaderNames.AUTHORIZATION),
                    request.headers().get(HttpHeaderNames.IF_NONE_MATCH),
                    request.content().toString(StandardCharsets.UTF_8));
            long delay = fault.delayMillis(method, path);
            if (delay > 0) {
                context.executor().schedule(() -> house.answer(call, answer), delay, TimeUnit.MILLISECONDS);
            } else {
                house.answer(call, answer);
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }

    private static void write(ChannelHandlerContext context, Reply reply) {
        DefaultFullHttpResponse response = new DefaultFullHttpResponse(
                HttpVersion.HTTP_1_1, HttpResponseStatus.valueOf(reply.status()), Unpooled.wrappedBuffer(reply.body()));
        if (reply.status() != 204 && reply.status() != 304) {
            response.headers().set(HttpHeaderNames.CONTENT_LENGTH, reply.body().length);
        }
        if (reply.type() != null) {
            response.headers().set(HttpHeaderNames.CONTENT_TYPE, reply.type());
        }
        if (reply.header() != null) {
            response.headers().set(reply.header()[0], reply.header()[1]);
        }
        context.writeAndFlush(response);
    }
}
