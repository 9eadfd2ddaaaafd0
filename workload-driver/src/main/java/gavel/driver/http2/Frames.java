package gavel.driver.http2;

import io.netty.buffer.ByteBuf;

/** Numbers and layouts of frames (RFC 9113, sections 4 and 6). */
public final class Frames {
    public static final int HEADER_BYTES = 9;
    /** A frame's largest payload, unless a side allows more. */
    public static final int PAYLOAD_BYTES = 16_384;
    /** A window's size, unless a side says otherwise. */
    public static final int WINDOW = 65_535;

    public static final int DATA = 0;
    public static final int HEADERS = 1;
    public static final int RST_STREAM = 3;
    public static final int SETTINGS = 4;
    public static final int PUSH_PROMISE = 5;
    public static final int PING = 6;
    public static final int GO_AWAY = 7;
    public static final int WINDOW_UPDATE = 8;
    public static final int CONTINUATION = 9;

    public static final int END_STREAM = 1;
    public static final int ACK = 1;
    public static final int END_HEADERS = 4;
    public static final int PADDED = 8;
    public static final int PRIORITY = 32;

    public static final int HEADER_TABLE_SIZE = 1;
    public static final int ENABLE_PUSH = 2;
    public static final int MAX_CONCURRENT_STREAMS = 3;
    public static final int INITIAL_WINDOW_SIZE = 4;

    private Frames() {}

    /** Writes a frame's header; its payload follows. */
    public static void header(ByteBuf out, int length, int type, int flags, int stream) {
        out.writeMedium(length).writeByte(type).writeByte(flags).writeInt(stream);
    }

    public static void setting(ByteBuf out, int name, int value) {
        out.writeShort(name).writeInt(value);
    }

    /** @param stream 0 for the connection */
    public static void windowUpdate(ByteBuf out, int stream, int increment) {
        header(out, 4, WINDOW_UPDATE, 0, stream);
        out.writeInt(increment);
    }

    public static void reset(ByteBuf out, int stream, ErrorCode error) {
        header(out, 4, RST_STREAM, 0, stream);
        out.writeInt(error.ordinal());
    }
}
