package gavel.driver.message;

import io.netty.buffer.ByteBuf;

/**
 * A response whose beginning and end the protocol below tells (HTTP/2): checks its length, decodes it, and hands it on without
 * collecting it. Reused after {@link #abandon}.
 */
public final class StreamedResponse {
    private final GunzipPool gunzips;
    private ResponseSink sink;
    private Gunzip gunzip;
    private long missing;
    private boolean headOnly;
    private boolean begun;

    public StreamedResponse(GunzipPool gunzips) {
        this.gunzips = gunzips;
    }

    /** Expects the response to {@code request}. */
    public void expect(Request request, ResponseSink receiver) {
        sink = receiver;
        headOnly = request.headOnly();
        begun = false;
        missing = ResponseHead.UNKNOWN;
    }

    /** Whether the head of the expected response has come. */
    public boolean begun() {
        return begun;
    }

    /** A head, or one of the interim ones (1xx) before it, or the fields after the body, that was not asked for. */
    public void head(ResponseHead head) throws ProtocolException {
        if (begun || (head.status >= 100 && head.status < 200)) {
            return;
        }
        if (head.status == 0) {
            throw new ProtocolException("a response without a status");
        }
        begun = true;
        boolean empty = headOnly || head.status == 204 || head.status == 304;
        missing = empty ? 0 : head.contentLength;
        if (head.gzip && !empty) {
            gunzip = gunzips.take();
        }
        sink.head(head);
    }

    /** The next {@code count} bytes of {@code in}. */
    public void body(ByteBuf in, int count) throws ProtocolException {
        if (!begun) {
            throw new ProtocolException("a body without a head");
        }
        if (missing != ResponseHead.UNKNOWN) {
            missing -= count;
            if (missing < 0) {
                throw new ProtocolException("more bytes came than the response is long");
            }
        }
        Gunzip.deliver(in, count, gunzip, sink);
    }

    /**
     * The other side says that this was all.
     *
     * @return false when less came than the response is long
     */
    public boolean end() throws ProtocolException {
        if (!begun) {
            throw new ProtocolException("a response without a head");
        }
        if (missing > 0) {
            return false;
        }
        if (gunzip != null && !gunzip.finished()) {
            throw new ProtocolException("the gzip stream ends too early");
        }
        return true;
    }

    /** Gives back what it holds. Harmless when it holds nothing. */
    public void abandon() {
        if (gunzip != null) {
            gunzips.giveBack(gunzip);
            gunzip = null;
        }
        sink = null;
    }
}
