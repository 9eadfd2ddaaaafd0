package gavel.driver.arrival;

import gavel.driver.loop.EngineLoop;
import gavel.driver.loop.LoopThread;
import gavel.driver.loop.Timer;
import gavel.driver.loop.Transport;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import org.HdrHistogram.Histogram;

/** Answers each request when its {@link Delay} says so, and keeps its own account of how long that really was. */
final class DelayingServer implements AutoCloseable {
    /** When the answer to request {@code n}, which came at {@code nowNanos}, is to leave. */
    interface Delay {
        long answerAtNanos(long n, long nowNanos);
    }

    private static final byte[] RESPONSE =
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(StandardCharsets.US_ASCII);

    private final EngineLoop loop = new EngineLoop(99, Transport.forSockets(), System::nanoTime);
    private final Histogram truthMicros = new Histogram(3);
    private final Delay delay;
    private final Channel listening;
    private long requests;

    DelayingServer(Delay delay) {
        this.delay = delay;
        listening = new ServerBootstrap()
                .group(loop.netty())
                .channelFactory(loop.transport()::newServerChannel)
                .option(ChannelOption.SO_BACKLOG, 2000)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        channel.pipeline().addLast(new Answers());
                    }
                })
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .syncUninterruptibly()
                .channel();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + ((InetSocketAddress) listening.localAddress()).getPort());
    }

    LoopThread thread() {
        return loop.thread();
    }

    /** From the arrival of a request at the server to its answer. */
    Histogram truthMicros() {
        return loop.call(truthMicros::copy).join();
    }

    /** Begins a new account. */
    void forget() {
        loop.call(() -> {
                    truthMicros.reset();
                    return truthMicros;
                })
                .join();
    }

    @Override
    public void close() {
        listening.close();
        loop.close();
    }

    private final class Answers extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            ByteBuf in = (ByteBuf) message;
            String text = in.toString(StandardCharsets.US_ASCII);
            in.release();
            if (!text.endsWith("\r\n\r\n")) {
                throw new IllegalStateException("this server wants each request in one piece: " + text);
            }
            long came = loop.nanoTime();
            long at = delay.answerAtNanos(requests++, came);
            if (at <= came) {
                answer(context, came);
                return;
            }
            loop.schedule(
                    new Timer() {
                        @Override
                        protected void expired(long dueNanos) {
                            answer(context, came);
                        }
                    },
                    at);
        }

        private void answer(ChannelHandlerContext context, long came) {
            context.writeAndFlush(Unpooled.wrappedBuffer(RESPONSE));
            truthMicros.recordValue((loop.nanoTime() - came) / 1000);
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }
}
