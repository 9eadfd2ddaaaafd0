package gavel.driver.agent;

import com.sun.net.httpserver.HttpExchange;
import gavel.driver.api.AgentJson;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import tools.jackson.core.JacksonException;

/** The body of a request, of which no more than so many bytes are read, whatever was announced. */
final class RequestBody extends FilterInputStream {
    private final long most;
    private long read;

    /** The body is longer than any that is allowed. */
    static final class TooLargeException extends IOException {
        private static final long serialVersionUID = 1L;

        private TooLargeException(long most) {
            super("a body must have at most " + most + " bytes here");
        }
    }

    private RequestBody(InputStream in, long most) {
        super(in);
        this.most = most;
    }

    /**
     * The record it holds.
     *
     * @throws TooLargeException when it has more than {@code most} bytes
     * @throws IllegalArgumentException that names the field which is wrong
     */
    static <T> T read(HttpExchange exchange, Class<T> type, long most) throws IOException {
        String announced = exchange.getRequestHeaders().getFirst("Content-Length");
        if (announced != null && Long.parseLong(announced) > most) {
            throw new TooLargeException(most);
        }
        try {
            T value = AgentJson.MAPPER.readValue(new RequestBody(exchange.getRequestBody(), most), type);
            if (value == null) {
                throw new IllegalArgumentException("a body must be a JSON object: null");
            }
            return value;
        } catch (JacksonException wrong) {
            switch (wrong.getCause()) {
                case TooLargeException large -> throw large;
                case IllegalArgumentException mistake ->
                    throw new IllegalArgumentException(mistake.getMessage(), wrong);
                case null, default ->
                    throw new IllegalArgumentException(
                            "a body must be JSON of this request: " + wrong.getOriginalMessage() + place(wrong), wrong);
            }
        }
    }

    private static String place(JacksonException wrong) {
        return wrong.getPath().isEmpty() ? "" : " (" + wrong.getPathReference() + ")";
    }

    @Override
    public int read() throws IOException {
        int single = super.read();
        if (single >= 0) {
            count(1);
        }
        return single;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
        int got = super.read(bytes, from, length);
        if (got > 0) {
            count(got);
        }
        return got;
    }

    private void count(int more) throws IOException {
        read += more;
        if (read > most) {
            throw new TooLargeException(most);
        }
    }
}
