package gavel.driver.warmup;

import gavel.driver.loop.EngineLoop;
import gavel.driver.loop.Transport;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.local.LocalAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/**
 * A server inside this process that answers every request without a body with one fixed response, over HTTP/1.1 or HTTP/2. The driver warms
 * its own code against it, and measurements of the driver run against it. Its loop is its own, so that it costs the driver's loops nothing.
 */
public final class StubServer implements AutoCloseable {
    private static final byte[] HEAD_END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final EngineLoop loop;
    private final Channel listening;
    private final ByteBuf response;

    private StubServer(EngineLoop loop, Channel listening, ByteBuf response) {
        this.loop = loop;
        this.listening = listening;
        this.response = response;
    }

    /** @param response a complete HTTP/1.1 response, head and body */
    public static StubServer start(EngineLoop loop, byte[] response) {
        return start(loop, response, Answers::new);
    }

    /** @param body JSON that is the body of every response */
    public static StubServer startHttp2(EngineLoop loop, String body) {
        return start(loop, body.getBytes(StandardCharsets.UTF_8), Http2Answers::new);
    }

    private static StubServer start(EngineLoop loop, byte[] response, Function<ByteBuf, ChannelHandler> answers) {
        boolean sockets = loop.transport().sockets();
        SocketAddress address = sockets
                ? new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)
                : new LocalAddress(StubServer.class);
        Transport transport = loop.transport();
        ByteBuf bytes = Unpooled.directBuffer(response.length).writeBytes(response);
        Channel listening = new ServerBootstrap()
                .group(loop.netty())
                .channelFactory(transport::newServerChannel)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(answers.apply(bytes));
                    }
                })
                .bind(address)
                .syncUninterruptibly()
                .channel();
        return new StubServer(loop, listening, bytes);
    }

    /** A whole JSON response with {@code body}. */
    public static byte[] json(String body) {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        return ("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: " + bytes.length + "\r\n\r\n"
                        + body)
                .getBytes(StandardCharsets.UTF_8);
    }

    public SocketAddress address() {
        return listening.localAddress();
    }

    /** Only with sockets. */
    public URI uri() {
        return URI.create("http://127.0.0.1:" + ((InetSocketAddress) address()).getPort());
    }

    @Override
    public void close() {
        listening.close();
        loop.close();
        response.release();
    }

    private static final class Answers extends ChannelInboundHandlerAdapter {
        private final ByteBuf response;
        private int matched;

        Answers(ByteBuf response) {
            this.response = response;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ByteBuf in = (ByteBuf) message;
            while (in.isReadable()) {
                byte b = in.readByte();
                matched = b == HEAD_END[matched] ? matched + 1 : b == '\r' ? 1 : 0;
                if (matched == HEAD_END.length) {
                    matched = 0;
                    context.write(response.retainedDuplicate(), context.voidPromise());
                }
            }
            in.release();
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext context) {
            context.flush();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }
}
