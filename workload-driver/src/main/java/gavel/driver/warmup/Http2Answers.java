package gavel.driver.warmup;

import gavel.driver.http2.FrameReader;
import gavel.driver.http2.FrameSink;
import gavel.driver.http2.Frames;
import gavel.driver.message.ProtocolException;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.nio.charset.StandardCharsets;

/**
 * One HTTP/2 connection of the {@link StubServer}: reads no header of a request and no more of the protocol than the driver's own
 * client needs.
 */
final class Http2Answers extends ChannelInboundHandlerAdapter implements FrameSink {
    private static final int PREFACE_BYTES = 24;
    /** 200 and the content type, by their places in the table of HPACK. */
    private static final byte[] HEAD = "\u0088\u005f\u0010application/json".getBytes(StandardCharsets.ISO_8859_1);

    private final FrameReader frames = new FrameReader(this);
    private final ByteBuf body;
    private ChannelHandlerContext client;
    private int prefaceLeft = PREFACE_BYTES;
    private boolean greeted;

    Http2Answers(ByteBuf body) {
        this.body = body;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        client = context;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) throws ProtocolException {
        ByteBuf in = (ByteBuf) message;
        try {
            int skipped = Math.min(prefaceLeft, in.readableBytes());
            prefaceLeft -= skipped;
            frames.read(in.skipBytes(skipped));
        } finally {
            in.release();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        context.flush();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        context.close();
    }

    @Override
    public void headers(int stream, ByteBuf block, boolean last) {
        ByteBuf out = client.alloc().directBuffer(2 * Frames.HEADER_BYTES + HEAD.length + body.readableBytes());
        Frames.header(out, HEAD.length, Frames.HEADERS, Frames.END_HEADERS, stream);
        out.writeBytes(HEAD);
        Frames.header(out, body.readableBytes(), Frames.DATA, Frames.END_STREAM, stream);
        out.writeBytes(body, body.readerIndex(), body.readableBytes());
        client.write(out, client.voidPromise());
    }

    @Override
    public void settingsEnd() {
        ByteBuf out = client.alloc().directBuffer(2 * Frames.HEADER_BYTES);
        if (!greeted) {
            greeted = true;
            Frames.header(out, 0, Frames.SETTINGS, 0, 0);
        }
        Frames.header(out, 0, Frames.SETTINGS, Frames.ACK, 0);
        client.write(out, client.voidPromise());
    }

    @Override
    public void data(int stream, ByteBuf in, int count) throws ProtocolException {
        throw new ProtocolException("a request with a body");
    }

    @Override
    public void dataEnd(int stream, int flowControlled, boolean last) throws ProtocolException {
        throw new ProtocolException("a request with a body");
    }

    @Override
    public void reset(int stream, int error) {
        // The answer is on its way already.
    }

    @Override
    public void setting(int name, long value) {
        // What a client of the driver asks for is known.
    }

    @Override
    public void ping(long data) {
        // The driver's client sends none.
    }

    @Override
    public void goAway(int lastStream, int error) {
        client.close();
    }

    @Override
    public void windowUpdate(int stream, int increment) {
        // The driver's client takes bodies as fast as they come.
    }
}
