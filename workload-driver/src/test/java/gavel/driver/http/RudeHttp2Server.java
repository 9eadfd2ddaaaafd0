package gavel.driver.http;

import gavel.driver.http2.ErrorCode;
import gavel.driver.http2.Frames;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Speaks HTTP/2 frame by frame: answers the n-th request with the n-th answer of its script, later ones with the last. */
final class RudeHttp2Server implements AutoCloseable {
    private static final int PREFACE_BYTES = 24;

    /** Called when a request is complete. */
    interface Answer {
        void to(Peer client, int stream) throws IOException;
    }

    private final ServerSocket listening;
    private final byte[] settings;
    private final List<Answer> script;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger requests = new AtomicInteger();
    private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
    private final Map<Integer, ByteArrayOutputStream> bodies = new ConcurrentHashMap<>();
    private volatile Answer afterPing = (_, _) -> {};
    private volatile int grant;

    private RudeHttp2Server(ServerSocket listening, byte[] settings, Answer... script) {
        this.listening = listening;
        this.settings = settings;
        this.script = List.of(script);
    }

    static RudeHttp2Server start(Answer... script) throws IOException {
        return start(Map.of(), script);
    }

    static RudeHttp2Server start(Map<Integer, Integer> settings, Answer... script) throws IOException {
        return start(new ServerSocket(0, 100, InetAddress.getLoopbackAddress()), settings, script);
    }

    static RudeHttp2Server start(ServerSocket listening, Map<Integer, Integer> settings, Answer... script) {
        ByteBuf out = Unpooled.buffer();
        settings.forEach((name, value) -> Frames.setting(out, name, value));
        RudeHttp2Server server = new RudeHttp2Server(listening, ByteBufUtil.getBytes(out), script);
        Thread.ofVirtual().start(server::accept);
        return server;
    }

    /** A whole and right response. */
    static Answer ok(String body) {
        return (client, stream) -> {
            client.head(stream, false, ":status", "200", "content-length", Integer.toString(body.length()));
            client.data(stream, true, body);
        };
    }

    /** When the client answers a ping. */
    RudeHttp2Server afterPing(Answer answer) {
        afterPing = answer;
        return this;
    }

    /** Widens the window of a stream by so much for each frame of its body. */
    RudeHttp2Server granting(int bytes) {
        grant = bytes;
        return this;
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + listening.getLocalPort());
    }

    int port() {
        return listening.getLocalPort();
    }

    int connections() {
        return connections.get();
    }

    int requests() {
        return requests.get();
    }

    byte[] body(int stream) {
        return bodies.get(stream).toByteArray();
    }

    /** Waits for a frame, such as {@code reset 3 8}. */
    void awaitFrame(String frame) throws InterruptedException {
        for (String next = ""; !frame.equals(next); ) {
            next = received.poll(20, TimeUnit.SECONDS);
            if (next == null) {
                throw new AssertionError("the client did not send " + frame);
            }
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket socket = listening.accept();
                connections.incrementAndGet();
                sockets.add(socket);
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException ignored) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            DataInputStream in = new DataInputStream(socket.getInputStream());
            Peer client = new Peer(socket.getOutputStream(), socket);
            in.readNBytes(PREFACE_BYTES);
            client.frame(Frames.SETTINGS, 0, 0, settings);
            while (true) {
                byte[] head = in.readNBytes(Frames.HEADER_BYTES);
                if (head.length < Frames.HEADER_BYTES) {
                    return;
                }
                ByteBuf header = Unpooled.wrappedBuffer(head);
                byte[] payload = in.readNBytes(header.readUnsignedMedium());
                frame(client, header.readUnsignedByte(), header.readUnsignedByte(), header.readInt(), payload);
            }
        } catch (IOException ignored) {
            // The client went away, as many of these tests want.
            return;
        } finally {
            sockets.remove(socket);
        }
    }

    private void frame(Peer client, int type, int flags, int stream, byte[] payload) throws IOException {
        ByteBuf in = Unpooled.wrappedBuffer(payload);
        switch (type) {
            case Frames.HEADERS -> received.add("headers " + stream);
            case Frames.DATA -> {
                received.add("data " + stream + " " + payload.length);
                bodies.computeIfAbsent(stream, _ -> new ByteArrayOutputStream()).writeBytes(payload);
            }
            case Frames.RST_STREAM -> received.add("reset " + stream + " " + in.readInt());
            case Frames.SETTINGS -> received.add(flags == Frames.ACK ? "settings acknowledged" : "settings");
            case Frames.PING -> {
                received.add("ping " + in.readLong());
                afterPing.to(client, stream);
            }
            default -> {}
        }
        if (type == Frames.SETTINGS && flags == 0) {
            client.frame(Frames.SETTINGS, Frames.ACK, 0, new byte[0]);
        }
        boolean request = type == Frames.HEADERS || type == Frames.DATA;
        if (request && (flags & Frames.END_STREAM) != 0) {
            script.get(Math.min(requests.getAndIncrement(), script.size() - 1)).to(client, stream);
        } else if (type == Frames.DATA) {
            client.widen(stream, grant);
        }
    }

    /** A client, as its server sees it. */
    static final class Peer {
        private final OutputStream out;
        private final Socket socket;

        private Peer(OutputStream out, Socket socket) {
            this.out = out;
            this.socket = socket;
        }

        void frame(int type, int flags, int stream, byte[] payload) throws IOException {
            ByteBuf frame = Unpooled.buffer();
            Frames.header(frame, payload.length, type, flags, stream);
            out.write(ByteBufUtil.getBytes(frame.writeBytes(payload)));
            out.flush();
        }

        /** @param fields names and values in turn, short ones */
        void head(int stream, boolean last, String... fields) throws IOException {
            ByteArrayOutputStream block = new ByteArrayOutputStream();
            for (int i = 0; i < fields.length; i++) {
                if (i % 2 == 0) {
                    block.write(0);
                }
                block.write(fields[i].length());
                block.writeBytes(fields[i].getBytes(StandardCharsets.US_ASCII));
            }
            frame(Frames.HEADERS, Frames.END_HEADERS | (last ? Frames.END_STREAM : 0), stream, block.toByteArray());
        }

        void data(int stream, boolean last, String body) throws IOException {
            frame(Frames.DATA, last ? Frames.END_STREAM : 0, stream, body.getBytes(StandardCharsets.US_ASCII));
        }

        void reset(int stream, ErrorCode error) throws IOException {
            numbers(Frames.RST_STREAM, stream, error.ordinal());
        }

        void goAway(int last, ErrorCode error) throws IOException {
            numbers(Frames.GO_AWAY, 0, last, error.ordinal());
        }

        void ping(int number) throws IOException {
            numbers(Frames.PING, 0, 0, number);
        }

        void widen(int stream, int by) throws IOException {
            numbers(Frames.WINDOW_UPDATE, stream, by);
        }

        void close() throws IOException {
            socket.close();
        }

        private void numbers(int type, int stream, int... numbers) throws IOException {
            ByteBuf payload = Unpooled.buffer();
            for (int number : numbers) {
                payload.writeInt(number);
            }
            frame(type, 0, stream, ByteBufUtil.getBytes(payload));
        }
    }
}
