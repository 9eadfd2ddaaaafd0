package gavel.driver.stub;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2Settings;

/** Finds out by a connection's first bytes whether its client speaks HTTP/2 (by prior knowledge) or HTTP/1.1. */
final class StubProtocol extends ChannelInboundHandlerAdapter {
    private static final int STREAMS = 100;
    private static final int WINDOW = 1 << 20;

    private final StubServer server;

    StubProtocol(StubServer server) {
        this.server = server;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf in = (ByteBuf) message;
        int first = in.readerIndex();
        // The preface begins with PRI; no method of HTTP/1.1 begins with PR.
        if (in.readableBytes() > 1 && in.getByte(first) == 'P' && in.getByte(first + 1) == 'R') {
            Http2Settings settings = Http2Settings.defaultSettings()
                    .maxConcurrentStreams(STREAMS)
                    .initialWindowSize(WINDOW);
            context.pipeline()
                    .addLast(Http2FrameCodecBuilder.forServer()
                            .initialSettings(settings)
                            .validateHeaders(false)
                            .build())
                    .addLast(new StubHttp2(server));
        } else {
            context.pipeline().addLast(new StubHttp1(server));
        }
        context.fireChannelRead(message);
        context.pipeline().remove(this);
    }
}
