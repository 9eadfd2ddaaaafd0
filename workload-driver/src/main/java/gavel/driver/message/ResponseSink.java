package gavel.driver.message;

import io.netty.buffer.ByteBuf;

/** Receives one response while it arrives. */
public interface ResponseSink {
    /** Once, when the head is complete. Valid during the call. */
    void head(ResponseHead head);

    /** Decoded bytes of the body, in pieces of any size, valid during the call only. */
    void body(ByteBuf part);
}
