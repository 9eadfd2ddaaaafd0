package gavel.driver.http;

import gavel.driver.loop.Timetable;
import gavel.driver.message.GunzipPool;
import gavel.driver.message.ProtocolException;
import gavel.driver.message.Request;
import gavel.driver.message.ResponseParser;
import gavel.driver.record.Outcome;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A session's exchanges without a network: the bytes of requests go to a server in memory, its bytes are read as any response is. */
public final class MemoryCarrier implements Carrier {
    private static final byte[] HOST = "host: memory\r\n".getBytes(StandardCharsets.US_ASCII);

    private final Timetable timetable;
    private final Server server;
    private final Map<Exchange, Object> pending = new IdentityHashMap<>();
    private boolean closed;

    /** Answers with the bytes of one HTTP/1.1 response, now or later. */
    public interface Server {
        void answer(String request, Consumer<byte[]> response);
    }

    public MemoryCarrier(Timetable timetable, Server server) {
        this.timetable = timetable;
        this.server = server;
    }

    @Override
    public void send(Exchange exchange, Request request, long intendedNanos) {
        if (closed) {
            throw new IllegalStateException("the session's connections are closed: " + request);
        }
        exchange.begin(null, request, intendedNanos, timetable.nanoTime());
        exchange.firstWriteNanos = timetable.nanoTime();
        Object sent = new Object();
        pending.put(exchange, sent);
        ByteBuf out = Unpooled.buffer();
        request.writeTo(out, HOST);
        server.answer(out.toString(StandardCharsets.ISO_8859_1), response -> {
            if (pending.get(exchange) == sent) {
                read(exchange, request, response);
            }
        });
    }

    private void read(Exchange exchange, Request request, byte[] response) {
        ResponseParser parser = new ResponseParser(new GunzipPool());
        parser.expect(request, exchange.handler());
        try {
            parser.read(Unpooled.wrappedBuffer(response));
        } catch (ProtocolException wrong) {
            end(exchange, Outcome.PROTOCOL, wrong.getMessage());
            return;
        }
        end(exchange, Outcome.OK, null);
    }

    private void end(Exchange exchange, Outcome outcome, String detail) {
        pending.remove(exchange);
        exchange.end(outcome, detail, timetable.nanoTime());
    }

    @Override
    public void cancel(Exchange exchange) {
        if (pending.containsKey(exchange)) {
            end(exchange, Outcome.CANCELLED, "given up by the driver");
        }
    }

    @Override
    public void close() {
        closed = true;
        List<Exchange> open = new ArrayList<>(pending.keySet());
        open.forEach(this::cancel);
    }
}
