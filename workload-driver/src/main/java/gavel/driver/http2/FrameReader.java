package gavel.driver.http2;

import gavel.driver.message.ProtocolException;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * Reads frames from whatever pieces the network delivers. Bodies are handed on as they come; only other frames that come in pieces
 * are collected. One for each connection; holds no buffer between frames.
 */
public final class FrameReader {
    private static final int HEADER_BLOCK_BYTES = 64 * 1024;
    private static final int UNKNOWN = -1;

    private final FrameSink sink;
    private long head;
    private int headBytes;
    private int length;
    private int stream;
    private int left;
    private int padding;
    private int blockStream;
    private boolean blockLast;
    private boolean begun;
    private boolean stopped;
    private ByteBuf pieces;
    private ByteBuf block;

    public FrameReader(FrameSink sink) {
        this.sink = sink;
    }

    /** Nothing more is wanted, also from within a call of the sink. */
    public void stop() {
        stopped = true;
        pieces = null;
        block = null;
    }

    public void read(ByteBuf in) throws ProtocolException {
        while (!stopped) {
            if (headBytes < Frames.HEADER_BYTES && !header(in)) {
                return;
            }
            if (!(type() == Frames.DATA ? data(in) : collected(in))) {
                return;
            }
            headBytes = 0;
        }
    }

    /** The first eight bytes of a frame's header are kept as one number, the ninth completes the stream's. */
    private boolean header(ByteBuf in) throws ProtocolException {
        while (headBytes < Frames.HEADER_BYTES - 1) {
            if (!in.isReadable()) {
                return false;
            }
            if (headBytes == 0 && in.readableBytes() >= Long.BYTES) {
                head = in.readLong();
                headBytes = Long.BYTES;
            } else {
                head = head << 8 | in.readUnsignedByte();
                headBytes++;
            }
        }
        if (!in.isReadable()) {
            return false;
        }
        headBytes++;
        stream = (int) (head << 8 | in.readUnsignedByte()) & Integer.MAX_VALUE;
        length = (int) (head >>> 40);
        left = length;
        padding = has(Frames.PADDED) ? UNKNOWN : 0;
        check();
        return true;
    }

    private void check() throws ProtocolException {
        if (!begun && type() != Frames.SETTINGS) {
            throw new ProtocolException("the server does not speak HTTP/2: its first bytes are no SETTINGS frame");
        }
        begun = true;
        if (length > Frames.PAYLOAD_BYTES) {
            throw new ProtocolException("a frame of " + length + " bytes, allowed are " + Frames.PAYLOAD_BYTES);
        }
        if ((blockStream != 0) != (type() == Frames.CONTINUATION) || (blockStream != 0 && stream != blockStream)) {
            throw new ProtocolException("a header block is interrupted by a frame of type " + type());
        }
    }

    private int type() {
        return (int) (head >>> 32) & 0xff;
    }

    private boolean has(int flag) {
        return ((head >>> 24) & flag) != 0;
    }

    private boolean data(ByteBuf in) throws ProtocolException {
        if (padding == UNKNOWN) {
            if (left == 0 || !in.isReadable()) {
                return padded(left == 0);
            }
            padding = in.readUnsignedByte();
            left--;
            padded(padding > left);
        }
        int part = Math.min(in.readableBytes(), left - padding);
        if (part > 0) {
            int end = in.readerIndex() + part;
            left -= part;
            sink.data(stream, in, part);
            in.readerIndex(end);
        }
        if (left <= padding) {
            int skipped = Math.min(in.readableBytes(), left);
            in.skipBytes(skipped);
            left -= skipped;
            padding = left;
        }
        if (left == 0 && !stopped) {
            sink.dataEnd(stream, length, has(Frames.END_STREAM));
        }
        return left == 0;
    }

    private static boolean padded(boolean wrong) throws ProtocolException {
        if (wrong) {
            throw new ProtocolException("a frame's padding is longer than the frame");
        }
        return false;
    }

    private boolean collected(ByteBuf in) throws ProtocolException {
        if (pieces == null && in.readableBytes() >= length) {
            int end = in.readerIndex() + length;
            int limit = in.writerIndex();
            in.writerIndex(end);
            try {
                frame(in);
            } finally {
                in.writerIndex(limit);
                in.readerIndex(end);
            }
            return true;
        }
        if (pieces == null) {
            pieces = Unpooled.buffer(length);
        }
        int part = Math.min(in.readableBytes(), left);
        pieces.writeBytes(in, part);
        left -= part;
        if (left > 0) {
            return false;
        }
        ByteBuf whole = pieces;
        pieces = null;
        frame(whole);
        return true;
    }

    private void frame(ByteBuf in) throws ProtocolException {
        switch (type()) {
            case Frames.HEADERS -> headers(in);
            case Frames.CONTINUATION -> headerBlock(in);
            case Frames.RST_STREAM -> {
                size(4);
                sink.reset(stream, in.readInt());
            }
            case Frames.SETTINGS -> settings(in);
            case Frames.PING -> {
                size(8);
                if (!has(Frames.ACK)) {
                    sink.ping(in.readLong());
                }
            }
            case Frames.GO_AWAY -> {
                if (length < 8) {
                    size(8);
                }
                int last = in.readInt() & Integer.MAX_VALUE;
                sink.goAway(last, in.readInt());
            }
            case Frames.WINDOW_UPDATE -> {
                size(4);
                sink.windowUpdate(stream, in.readInt() & Integer.MAX_VALUE);
            }
            case Frames.PUSH_PROMISE -> throw new ProtocolException("a push, though pushes are disabled");
            default -> {
                // PRIORITY and extensions: to be ignored (RFC 9113, section 5.5).
            }
        }
    }

    private void size(int expected) throws ProtocolException {
        if (length != expected) {
            throw new ProtocolException("a frame of type " + type() + " with " + length + " bytes");
        }
    }

    private void headers(ByteBuf in) throws ProtocolException {
        if (stream == 0) {
            throw new ProtocolException("headers of no stream");
        }
        int pad = 0;
        if (has(Frames.PADDED)) {
            padded(!in.isReadable());
            pad = in.readUnsignedByte();
        }
        if (has(Frames.PRIORITY)) {
            padded(in.readableBytes() < 5);
            in.skipBytes(5);
        }
        padded(in.readableBytes() < pad);
        in.writerIndex(in.writerIndex() - pad);
        blockLast = has(Frames.END_STREAM);
        headerBlock(in);
    }

    private void headerBlock(ByteBuf in) throws ProtocolException {
        if (has(Frames.END_HEADERS) && block == null) {
            sink.headers(stream, in, blockLast);
            return;
        }
        if (block == null) {
            block = Unpooled.buffer(in.readableBytes());
        }
        if (block.readableBytes() + in.readableBytes() > HEADER_BLOCK_BYTES) {
            throw new ProtocolException("a header block of more than " + HEADER_BLOCK_BYTES + " bytes");
        }
        block.writeBytes(in);
        blockStream = stream;
        if (has(Frames.END_HEADERS)) {
            ByteBuf whole = block;
            block = null;
            blockStream = 0;
            sink.headers(stream, whole, blockLast);
        }
    }

    private void settings(ByteBuf in) throws ProtocolException {
        if (has(Frames.ACK)) {
            return;
        }
        if (length % 6 != 0) {
            size(0);
        }
        while (in.isReadable()) {
            int name = in.readUnsignedShort();
            sink.setting(name, in.readUnsignedInt());
        }
        sink.settingsEnd();
    }
}
