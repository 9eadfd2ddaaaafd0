package gavel.auction.body;

import gavel.auction.body.ByteBudget.Share;
import gavel.auction.connection.Admission;
import gavel.auction.problem.ApiProblem;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.LongPredicate;
import org.springframework.http.HttpStatus;

/** A request whose body is read whole when it is first asked for, within the bounds of its kind. */
final class BoundedRequest extends HttpServletRequestWrapper implements AutoCloseable {
    static final int MOST_JSON = 64 * 1024;

    /** What every request may hold anyway; how many there may be is bounded. */
    private static final int FREE = 16 * 1024;

    private final BodyReader reader;
    private final Share share;
    private final boolean json;
    private ServletInputStream body;
    private long counted;
    private boolean whole;

    /** @param budget of what large JSON bodies hold together */
    BoundedRequest(HttpServletRequest request, boolean json, BodyReader reader, ByteBudget budget) {
        super(request);
        this.json = json;
        this.reader = reader;
        this.share = budget.take(0);
    }

    /** JSON. A form has its own way, which asks for its place first. */
    @Override
    public ServletInputStream getInputStream() throws IOException {
        if (body == null) {
            if (!json) {
                throw ApiProblem.of(HttpStatus.UNSUPPORTED_MEDIA_TYPE, "The body must be application/json.");
            }
            body = new WholeBody(read(MOST_JSON, this::isRoom));
        }
        return body;
    }

    private boolean isRoom(long size) {
        long more = Math.max(0, size - FREE - counted);
        boolean room = share.grow(more);
        counted += room ? more : 0;
        return room;
    }

    byte[] read(int most, LongPredicate room) throws IOException {
        InputStream in = super.getInputStream();
        long announced = getContentLengthLong();
        boolean there = announced >= 0 && in.available() >= announced;
        byte[] bytes = there
                ? reader.read(in, announced, most, room)
                : Admission.whileArriving(this, () -> reader.read(in, announced, most, room));
        whole = true;
        return bytes;
    }

    @Override
    public BufferedReader getReader() throws IOException {
        return new BufferedReader(new InputStreamReader(getInputStream(), StandardCharsets.UTF_8));
    }

    /** What is left of it; null when it was read to its end. */
    InputStream unread() throws IOException {
        return whole ? null : super.getInputStream();
    }

    @Override
    public void close() {
        share.close();
    }

    /** It is all there. */
    private static final class WholeBody extends ServletInputStream {
        private final ByteArrayInputStream bytes;

        WholeBody(byte[] bytes) {
            this.bytes = new ByteArrayInputStream(bytes);
        }

        @Override
        public int read() {
            return bytes.read();
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            return bytes.read(into, offset, length);
        }

        @Override
        public boolean isFinished() {
            return bytes.available() == 0;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new IllegalStateException("the body is there already");
        }
    }
}
