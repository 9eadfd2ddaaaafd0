package gavel.driver.http2;

import gavel.driver.message.ProtocolException;
import io.netty.buffer.ByteBuf;

/** Receives the frames of one connection. What it throws ends the connection. */
public interface FrameSink {
    /** {@code count} readable bytes of a body, as they arrive; to be read, or skipped by the reader. */
    void data(int stream, ByteBuf in, int count) throws ProtocolException;

    /** @param flowControlled bytes of the frame that count against the windows, its padding included */
    void dataEnd(int stream, int flowControlled, boolean last) throws ProtocolException;

    /** @param block a complete header block, valid during the call */
    void headers(int stream, ByteBuf block, boolean last) throws ProtocolException;

    void reset(int stream, int error) throws ProtocolException;

    /** One of the other side's settings; all of a frame, then {@link #settingsEnd}. */
    void setting(int name, long value) throws ProtocolException;

    void settingsEnd();

    /** To be answered with the same eight bytes. */
    void ping(long data);

    /** Streams above {@code lastStream} were not worked on. */
    void goAway(int lastStream, int error);

    /** @param stream 0 for the connection */
    void windowUpdate(int stream, int increment) throws ProtocolException;
}
