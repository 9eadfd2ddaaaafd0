package gavel.driver.http;

import gavel.driver.http2.ErrorCode;
import gavel.driver.http2.FrameReader;
import gavel.driver.http2.FrameSink;
import gavel.driver.http2.Frames;
import gavel.driver.http2.HeaderWriter;
import gavel.driver.message.ProtocolException;
import gavel.driver.record.Outcome;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/**
 * HTTP/2 (RFC 9113): exchanges side by side, each a stream, as many as the server allows. Bodies are taken as fast as they come, so the
 * windows it announces are large, as browsers' are; what it sends keeps to the server's.
 */
final class Http2Wire implements Wire, FrameSink {
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int STREAM_WINDOW = 8 * 1024 * 1024;
    private static final int CONNECTION_WINDOW = 2 * STREAM_WINDOW;
    /** What a server should allow at least (RFC 9113, section 6.5.2), until it says how many. */
    private static final int USUAL_STREAMS = 100;

    private final Connection connection;
    private final UserConnections user;
    private final FrameReader frames = new FrameReader(this);
    private final HeaderWriter headers;
    private final Http2Streams streams;
    private final long openedNanos;
    private int mostStreams = USUAL_STREAMS;
    private long window = Frames.WINDOW;
    private long streamWindow = Frames.WINDOW;
    private int received;
    private boolean carried;
    private boolean leaving;

    private Http2Wire(Connection connection, UserConnections user) {
        this.connection = connection;
        this.user = user;
        this.headers = new HeaderWriter(connection.endpoint().authority());
        this.streams = new Http2Streams(user);
        this.openedNanos = user.client().loop().nanoTime();
    }

    /** Says how the client wants to be spoken to; the first request follows without waiting for an answer. */
    static Http2Wire open(Connection connection, UserConnections user) {
        ByteBuf out = connection.buffer(PREFACE.length + 64);
        out.writeBytes(PREFACE);
        Frames.header(out, 18, Frames.SETTINGS, 0, 0);
        Frames.setting(out, Frames.HEADER_TABLE_SIZE, 0);
        Frames.setting(out, Frames.ENABLE_PUSH, 0);
        Frames.setting(out, Frames.INITIAL_WINDOW_SIZE, STREAM_WINDOW);
        Frames.windowUpdate(out, 0, CONNECTION_WINDOW - Frames.WINDOW);
        connection.write(out);
        return new Http2Wire(connection, user);
    }

    @Override
    public boolean ready() {
        return !leaving() && streams.count() < mostStreams;
    }

    @Override
    public boolean idle() {
        return streams.count() == 0;
    }

    @Override
    public boolean leaving() {
        return leaving || streams.exhausted();
    }

    @Override
    public boolean shared() {
        return true;
    }

    @Override
    public void carry(Exchange exchange, long nowNanos) {
        if (exchange.sentNanos <= openedNanos) {
            connection.openedFor(exchange);
        }
        Http2Stream stream = streams.open(exchange, streamWindow, carried);
        ByteBuf out = connection.buffer(256);
        boolean bodiless = stream.unsent() == 0;
        Frames.header(out, 0, Frames.HEADERS, Frames.END_HEADERS | (bodiless ? Frames.END_STREAM : 0), stream.id);
        headers.write(exchange.request, out);
        int block = out.readableBytes() - Frames.HEADER_BYTES;
        if (block > Frames.PAYLOAD_BYTES) {
            throw new IllegalStateException("headers of " + block + " bytes: " + exchange.request);
        }
        out.setMedium(out.readerIndex(), block);
        writeBody(stream, out);
        connection.write(out);
    }

    private void writeBody(Http2Stream stream, ByteBuf out) {
        byte[] body = stream.exchange.request.body();
        while (stream.unsent() > 0 && window > 0 && stream.window > 0) {
            int part = (int) Math.min(Math.min(stream.unsent(), Frames.PAYLOAD_BYTES), Math.min(window, stream.window));
            Frames.header(out, part, Frames.DATA, part == stream.unsent() ? Frames.END_STREAM : 0, stream.id);
            out.writeBytes(body, stream.sent, part);
            stream.sent += part;
            stream.window -= part;
            window -= part;
        }
    }

    private void writeBodies() {
        for (Http2Stream each = streams.newest(); each != null; each = each.next) {
            if (each.unsent() > 0 && window > 0 && each.window > 0) {
                ByteBuf out = connection.buffer(Frames.PAYLOAD_BYTES);
                writeBody(each, out);
                connection.write(out);
            }
        }
    }

    @Override
    public void flushed(long nowNanos) {
        for (Http2Stream each = streams.newest(); each != null; each = each.next) {
            each.exchange.leaves(nowNanos);
        }
    }

    @Override
    public void read(ByteBuf in) throws ProtocolException {
        frames.read(in);
    }

    @Override
    public void headers(int id, ByteBuf block, boolean last) throws ProtocolException {
        Http2Stream stream = streams.find(id);
        if (stream == null) {
            // Given up before: nothing of it has to be remembered for later blocks.
            return;
        }
        streams.read(stream);
        try {
            stream.response.head(user.client().streamPool().headers().read(block));
        } catch (ProtocolException wrong) {
            giveUp(stream, Outcome.PROTOCOL, wrong.getMessage());
        } finally {
            streams.doneReading();
        }
        if (last) {
            end(id);
        }
    }

    @Override
    public void data(int id, ByteBuf in, int count) throws ProtocolException {
        Http2Stream stream = streams.find(id);
        if (stream == null) {
            return;
        }
        streams.read(stream);
        try {
            stream.response.body(in, count);
        } catch (ProtocolException wrong) {
            giveUp(stream, Outcome.PROTOCOL, wrong.getMessage());
        } finally {
            streams.doneReading();
        }
    }

    @Override
    public void dataEnd(int id, int flowControlled, boolean last) throws ProtocolException {
        received = account(0, received + flowControlled, CONNECTION_WINDOW);
        Http2Stream stream = streams.find(id);
        if (stream == null) {
            return;
        }
        if (last) {
            end(id);
        } else {
            stream.received = account(id, stream.received + flowControlled, STREAM_WINDOW);
        }
    }

    /** Tells the server from time to time that what came was taken. Returns what it was not told of yet. */
    private int account(int id, int came, int allowed) throws ProtocolException {
        if (came > allowed) {
            throw new ProtocolException("more bytes came than the window of " + allowed + " allows");
        }
        if (came <= allowed / 2) {
            return came;
        }
        ByteBuf out = connection.buffer(Frames.HEADER_BYTES + 4);
        Frames.windowUpdate(out, id, came);
        connection.write(out);
        return 0;
    }

    /** The server has said all of a response. */
    private void end(int id) throws ProtocolException {
        Http2Stream stream = streams.find(id);
        if (stream == null) {
            return;
        }
        try {
            if (stream.response.end()) {
                complete(stream);
            } else {
                giveUp(stream, Outcome.HALF_BODY, "the stream ended before the length that was announced");
            }
        } catch (ProtocolException wrong) {
            giveUp(stream, Outcome.PROTOCOL, wrong.getMessage());
        }
    }

    private void complete(Http2Stream stream) {
        if (stream.unsent() > 0) {
            reset(stream, ErrorCode.NO_ERROR);
        }
        carried = true;
        user.client().counters().add(HttpCount.EXCHANGES, 1);
        user.client().counters().add(HttpCount.EXCHANGES_HTTP2, 1);
        streams.remove(stream).end(Outcome.OK, null, user.client().loop().nanoTime());
        freed();
    }

    @Override
    public void reset(int id, int error) throws ProtocolException {
        Http2Stream stream = streams.find(id);
        if (stream == null) {
            return;
        }
        String detail = "the server reset the stream: " + ErrorCode.name(error);
        boolean refused = error == ErrorCode.REFUSED_STREAM.ordinal();
        boolean again = refused && stream.onReused && !stream.exchange.retried();
        Outcome outcome = refused ? Outcome.REFUSED : stream.response.begun() ? Outcome.HALF_BODY : Outcome.RESET;
        Exchange exchange = streams.remove(stream);
        if (again) {
            user.again(exchange);
        } else {
            exchange.end(outcome, detail, user.client().loop().nanoTime());
        }
        freed();
    }

    @Override
    public void setting(int name, long value) throws ProtocolException {
        switch (name) {
            case Frames.HEADER_TABLE_SIZE -> headers.tableSize(value);
            case Frames.MAX_CONCURRENT_STREAMS -> mostStreams = (int) Math.min(value, Integer.MAX_VALUE);
            case Frames.INITIAL_WINDOW_SIZE -> {
                for (Http2Stream each = streams.newest(); each != null; each = each.next) {
                    each.window = widened(each.window, value - streamWindow);
                }
                streamWindow = widened(0, value);
            }
            default -> {
                // Frames are kept to the size that every side must take, and nothing else concerns a client.
            }
        }
    }

    @Override
    public void settingsEnd() {
        ByteBuf out = connection.buffer(Frames.HEADER_BYTES);
        Frames.header(out, 0, Frames.SETTINGS, Frames.ACK, 0);
        connection.write(out);
        writeBodies();
        user.pump();
    }

    @Override
    public void ping(long data) {
        ByteBuf out = connection.buffer(Frames.HEADER_BYTES + Long.BYTES);
        Frames.header(out, Long.BYTES, Frames.PING, Frames.ACK, 0);
        connection.write(out.writeLong(data));
    }

    @Override
    public void windowUpdate(int id, int increment) throws ProtocolException {
        if (increment == 0) {
            throw new ProtocolException("a window is widened by nothing");
        }
        if (id == 0) {
            window = widened(window, increment);
        } else {
            Http2Stream stream = streams.find(id);
            if (stream == null) {
                return;
            }
            stream.window = widened(stream.window, increment);
        }
        writeBodies();
    }

    private static long widened(long window, long by) throws ProtocolException {
        if (window + by > Integer.MAX_VALUE) {
            throw new ProtocolException("a window of " + (window + by) + " bytes is too wide");
        }
        return window + by;
    }

    @Override
    public void goAway(int lastStream, int error) {
        user.client().counters().add(HttpCount.GO_AWAYS, 1);
        leaving = true;
        streams.part(lastStream, Outcome.REFUSED, true);
        streams.endParted("the server ended the connection: " + ErrorCode.name(error));
        freed();
    }

    @Override
    public void ended(String why, boolean orderly) {
        connection.fail(Outcome.RESET, why);
    }

    @Override
    public void failed(Outcome outcome, String detail) {
        frames.stop();
        streams.part(0, outcome, true);
        user.gone(connection);
        streams.endParted(detail);
    }

    @Override
    public void giveUp(Exchange exchange, Outcome outcome, String detail) {
        Http2Stream stream = streams.of(exchange);
        if (stream != null) {
            giveUp(stream, outcome, detail);
        } else {
            streams.endParted(exchange, outcome, detail);
        }
    }

    private void giveUp(Http2Stream stream, Outcome outcome, String detail) {
        reset(stream, outcome == Outcome.PROTOCOL ? ErrorCode.PROTOCOL_ERROR : ErrorCode.CANCEL);
        streams.remove(stream).end(outcome, detail, user.client().loop().nanoTime());
        freed();
    }

    @Override
    public void giveUpAll(Outcome outcome, String detail) {
        frames.stop();
        streams.part(0, outcome, false);
        streams.endParted(detail);
    }

    /** There is room for one more, unless the connection is of no use any more. */
    private void freed() {
        if (connection.open()) {
            if (leaving() && streams.count() == 0) {
                connection.close();
                frames.stop();
                user.gone(connection);
            } else {
                user.pump();
                connection.restIfIdle();
            }
        }
    }

    private void reset(Http2Stream stream, ErrorCode error) {
        ByteBuf out = connection.buffer(Frames.HEADER_BYTES + 4);
        Frames.reset(out, stream.id, error);
        connection.write(out);
    }
}
