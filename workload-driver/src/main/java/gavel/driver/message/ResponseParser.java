package gavel.driver.message;

import io.netty.buffer.ByteBuf;

/**
 * Reads HTTP/1.1 responses from whatever pieces the network delivers and hands bodies on without collecting them. One for each
 * connection; allocates nothing for a response whose lines arrive whole.
 */
public final class ResponseParser {
    private enum State {
        IDLE,
        STATUS_LINE,
        HEADERS,
        FIXED_BODY,
        BODY_TO_CLOSE,
        CHUNK_SIZE,
        CHUNK_DATA,
        CHUNK_END,
        TRAILERS,
        DONE
    }

    private final LineBytes line = new LineBytes();
    private final ResponseHead head = new ResponseHead();
    private final GunzipPool gunzips;
    private State state = State.IDLE;
    private ResponseSink sink;
    private boolean headOnly;
    private long remaining;
    private Gunzip gunzip;
    private boolean begun;

    public ResponseParser(GunzipPool gunzips) {
        this.gunzips = gunzips;
    }

    /** Expects the response to {@code request}. */
    public void expect(Request request, ResponseSink receiver) {
        sink = receiver;
        headOnly = request.headOnly();
        begun = false;
        head.clear();
        state = State.STATUS_LINE;
    }

    /** Whether any byte of the expected response has come. */
    public boolean begun() {
        return begun;
    }

    public boolean complete() {
        return state == State.DONE;
    }

    /** Whether the connection may carry another request after this response. */
    public boolean reusable() {
        return state == State.DONE && head.keepAlive;
    }

    /** The connection was closed. True when that was the end of the body. */
    public boolean closed() throws ProtocolException {
        if (state == State.BODY_TO_CLOSE) {
            head.keepAlive = false;
            finish();
        }
        return state == State.DONE;
    }

    /** Gives back what a response that will not be finished holds. */
    public void abandon() {
        if (gunzip != null) {
            gunzips.giveBack(gunzip);
            gunzip = null;
        }
        line.clear();
        state = State.IDLE;
        sink = null;
    }

    /** Reads from {@code in} until the response is complete or nothing is left. */
    public void read(ByteBuf in) throws ProtocolException {
        while (in.isReadable() && state != State.DONE) {
            begun = true;
            switch (state) {
                case IDLE -> throw new ProtocolException("bytes came though nothing was asked");
                case STATUS_LINE, HEADERS, CHUNK_SIZE, CHUNK_END, TRAILERS -> {
                    if (line.take(in)) {
                        line();
                    }
                }
                case FIXED_BODY, CHUNK_DATA -> bodyPart(in);
                case BODY_TO_CLOSE -> Gunzip.deliver(in, in.readableBytes(), gunzip, sink);
                case DONE -> throw new AssertionError();
            }
        }
    }

    private void line() throws ProtocolException {
        switch (state) {
            case STATUS_LINE -> statusLine();
            case HEADERS -> header();
            case CHUNK_SIZE -> chunkSize();
            case CHUNK_END -> {
                if (line.length() != 0) {
                    throw new ProtocolException("a chunk is longer than its size: '" + line + "'");
                }
                state = State.CHUNK_SIZE;
            }
            case TRAILERS -> {
                if (line.length() == 0) {
                    finish();
                }
            }
            default -> throw new AssertionError(state);
        }
    }

    private void statusLine() throws ProtocolException {
        if (!line.startsWith(0, "http/1.") || line.length() < 12) {
            throw new ProtocolException("not a status line: '" + line + "'");
        }
        head.status = (int) line.number(9, 12);
        if (head.status < 100) {
            throw new ProtocolException("not a status: '" + line + "'");
        }
        head.keepAlive = line.at(7) != '0';
        state = State.HEADERS;
    }

    private void header() throws ProtocolException {
        if (line.length() > 0) {
            Headers.read(line, head);
            return;
        }
        if (head.status < 200) {
            head.clear();
            state = State.STATUS_LINE;
            return;
        }
        boolean empty = headOnly || head.status == 204 || head.status == 304;
        sink.head(head);
        if (head.gzip && !empty) {
            gunzip = gunzips.take();
        }
        if (empty || (!head.chunked && head.contentLength == 0)) {
            finish();
        } else if (head.chunked) {
            state = State.CHUNK_SIZE;
        } else if (head.contentLength > 0) {
            remaining = head.contentLength;
            state = State.FIXED_BODY;
        } else {
            state = State.BODY_TO_CLOSE;
        }
    }

    private void chunkSize() throws ProtocolException {
        long size = 0;
        int digits = 0;
        for (int i = 0; i < line.length(); i++) {
            int digit = Character.digit(line.at(i), 16);
            if (digit < 0) {
                break;
            }
            size = size * 16 + digit;
            digits++;
        }
        if (digits == 0 || digits > 8) {
            throw new ProtocolException("not the size of a chunk: '" + line + "'");
        }
        remaining = size;
        state = size == 0 ? State.TRAILERS : State.CHUNK_DATA;
    }

    private void bodyPart(ByteBuf in) throws ProtocolException {
        int part = (int) Math.min(remaining, in.readableBytes());
        remaining -= part;
        Gunzip.deliver(in, part, gunzip, sink);
        if (remaining == 0 && state == State.FIXED_BODY) {
            finish();
        } else if (remaining == 0 && state == State.CHUNK_DATA) {
            state = State.CHUNK_END;
        }
    }

    private void finish() throws ProtocolException {
        if (gunzip != null) {
            boolean whole = gunzip.finished();
            gunzips.giveBack(gunzip);
            gunzip = null;
            if (!whole) {
                throw new ProtocolException("the gzip stream ends too early");
            }
        }
        state = State.DONE;
    }
}
