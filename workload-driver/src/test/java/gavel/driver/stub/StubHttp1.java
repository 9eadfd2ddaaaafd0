package gavel.driver.stub;

import gavel.driver.loop.Flushable;
import gavel.driver.stub.StubServer.Reply;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** One HTTP/1.1 connection of the stub: what it answers within one turn of its loop leaves together. */
final class StubHttp1 extends ChannelInboundHandlerAdapter implements Flushable {
    private static final byte[] END = "\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final StubServer server;
    private ChannelHandlerContext context;
    private byte[] bytes = new byte[512];
    private int length;
    private boolean flushAsked;

    StubHttp1(StubServer server) {
        this.server = server;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
    }

    @Override
    public void channelRead(ChannelHandlerContext same, Object message) {
        ByteBuf in = (ByteBuf) message;
        int more = in.readableBytes();
        if (length + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(length + more, 2 * bytes.length));
        }
        in.readBytes(bytes, length, more);
        in.release();
        length += more;
        boolean again;
        do {
            again = take();
        } while (again);
    }

    /** Answers the next request if it is complete. */
    private boolean take() {
        int headEnd = headEnd();
        if (headEnd < 0) {
            return false;
        }
        String head = new String(bytes, 0, headEnd, StandardCharsets.ISO_8859_1);
        int bodyFrom = headEnd + END.length;
        int end = bodyFrom + StubCall.bodyLength(head);
        if (length < end) {
            return false;
        }
        String body = end == bodyFrom ? "" : new String(bytes, bodyFrom, end - bodyFrom, StandardCharsets.UTF_8);
        System.arraycopy(bytes, end, bytes, 0, length - end);
        length -= end;
        server.answer(StubCall.of(head, body), this::send);
        return true;
    }

    private int headEnd() {
        for (int i = 0; i + END.length <= length; i++) {
            if (bytes[i] == '\r' && Arrays.equals(bytes, i, i + END.length, END, 0, END.length)) {
                return i;
            }
        }
        return -1;
    }

    private void send(Reply reply) {
        if (!context.channel().isActive()) {
            return;
        }
        StringBuilder head = reply.head().append(server.keepsAlive() ? "\r\n" : "connection: close\r\n\r\n");
        ByteBuf out = context.alloc().directBuffer(head.length() + reply.body().length);
        out.writeCharSequence(head, StandardCharsets.US_ASCII);
        out.writeBytes(reply.body());
        if (!server.keepsAlive()) {
            context.writeAndFlush(out).addListener(ChannelFutureListener.CLOSE);
            return;
        }
        context.write(out, context.voidPromise());
        if (!flushAsked) {
            flushAsked = true;
            server.loop().flushLater(this);
        }
    }

    @Override
    public void flushAt(long nowNanos) {
        flushAsked = false;
        context.flush();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext same, Throwable cause) {
        context.close();
    }
}
