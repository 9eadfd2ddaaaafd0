package gavel.driver.stub;

import gavel.driver.loop.Flushable;
import gavel.driver.stub.StubServer.Reply;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2WindowUpdateFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2FrameStreamException;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** One HTTP/2 connection of the stub: what it answers within one turn of its loop leaves together. */
final class StubHttp2 extends ChannelInboundHandlerAdapter implements Flushable {
    private final StubServer server;
    private final Map<Integer, Incoming> incoming = new HashMap<>(2);
    private ChannelHandlerContext context;
    private boolean flushAsked;

    private record Incoming(Http2Headers headers, StringBuilder body) {}

    StubHttp2(StubServer server) {
        this.server = server;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
    }

    @Override
    public void channelRead(ChannelHandlerContext same, Object message) {
        try {
            switch (message) {
                case Http2HeadersFrame frame when frame.isEndStream() -> answer(frame.stream(), frame.headers(), "");
                case Http2HeadersFrame frame ->
                    incoming.put(frame.stream().id(), new Incoming(frame.headers(), new StringBuilder()));
                case Http2DataFrame frame -> data(frame);
                case Http2ResetFrame frame -> incoming.remove(frame.stream().id());
                default -> {}
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    private void data(Http2DataFrame frame) {
        Incoming request = incoming.get(frame.stream().id());
        request.body.append(frame.content().toString(StandardCharsets.UTF_8));
        context.write(new DefaultHttp2WindowUpdateFrame(frame.initialFlowControlledBytes()).stream(frame.stream()));
        flushLater();
        if (frame.isEndStream()) {
            incoming.remove(frame.stream().id());
            answer(frame.stream(), request.headers, request.body.toString());
        }
    }

    private void answer(Http2FrameStream stream, Http2Headers headers, String body) {
        StubCall call = StubCall.of(
                headers.method().toString(),
                headers.path().toString(),
                text(headers.get("authorization")),
                text(headers.get("if-none-match")),
                body);
        server.answer(call, reply -> send(stream, reply));
    }

    private static String text(CharSequence value) {
        return value == null ? null : value.toString();
    }

    private void send(Http2FrameStream stream, Reply reply) {
        if (!context.channel().isActive()) {
            return;
        }
        Http2Headers headers = new DefaultHttp2Headers(false, 8).status(Integer.toString(reply.status()));
        if (reply.type() != null) {
            headers.set("content-type", reply.type());
        }
        if (reply.header() != null) {
            headers.set(reply.header()[0], reply.header()[1]);
        }
        boolean empty = reply.status() == 204 || reply.status() == 304;
        if (!empty) {
            headers.set("content-length", Integer.toString(reply.body().length));
        }
        context.write(new DefaultHttp2HeadersFrame(headers, empty).stream(stream));
        if (!empty) {
            context.write(new DefaultHttp2DataFrame(Unpooled.wrappedBuffer(reply.body()), true).stream(stream));
        }
        flushLater();
    }

    private void flushLater() {
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
        // A stream its client has reset meanwhile is no reason to close the others.
        if (!(cause instanceof Http2FrameStreamException)) {
            context.close();
        }
    }
}
