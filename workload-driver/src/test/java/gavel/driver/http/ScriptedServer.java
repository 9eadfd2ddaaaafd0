package gavel.driver.http;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

/** Answers the n-th request with the n-th answer of its script, later ones with the last; as rude as the script wants it. */
final class ScriptedServer implements AutoCloseable {
    enum After {
        KEEP_OPEN,
        SAY_NOTHING_MORE,
        CLOSE,
        /** And says something more a while later. */
        SAY_MORE,
        /** Once the answer has had time to arrive. */
        RESET
    }

    record Answer(byte[] bytes, After after, int pauseMillis) {
        Answer(byte[] bytes, After after) {
            this(bytes, after, 0);
        }
    }

    private final ServerSocket listening;
    private final List<Answer> script;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger mostOpen = new AtomicInteger();
    private final Semaphore requestsSeen = new Semaphore(0);

    private ScriptedServer(ServerSocket listening, List<Answer> script) {
        this.listening = listening;
        this.script = script;
    }

    static ScriptedServer start(Answer... script) throws IOException {
        ServerSocket listening = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        return start(listening, script);
    }

    static ScriptedServer start(ServerSocket listening, Answer... script) {
        ScriptedServer server = new ScriptedServer(listening, List.of(script));
        Thread.ofVirtual().start(server::accept);
        return server;
    }

    static Answer answer(String response) {
        return answer(response.getBytes(StandardCharsets.US_ASCII));
    }

    static Answer answer(byte[] response) {
        return new Answer(response, After.KEEP_OPEN);
    }

    static Answer answerAndStay(String response) {
        return new Answer(response.getBytes(StandardCharsets.US_ASCII), After.SAY_NOTHING_MORE);
    }

    static Answer answerAndClose(String response) {
        return new Answer(response.getBytes(StandardCharsets.US_ASCII), After.CLOSE);
    }

    static Answer answerAfter(int pauseMillis, String response) {
        return new Answer(response.getBytes(StandardCharsets.US_ASCII), After.KEEP_OPEN, pauseMillis);
    }

    static Answer answerAndSayMore(String response) {
        return new Answer(response.getBytes(StandardCharsets.US_ASCII), After.SAY_MORE);
    }

    static Answer answerAndReset(String response) {
        return new Answer(response.getBytes(StandardCharsets.US_ASCII), After.RESET);
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

    int mostOpenAtOnce() {
        return mostOpen.get();
    }

    void awaitRequests(int count) throws InterruptedException {
        requestsSeen.acquire(count);
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
                mostOpen.accumulateAndGet(sockets.size(), Math::max);
                Thread.ofVirtual().start(() -> serve(socket));
            } catch (IOException ignored) {
                return;
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            InputStream in = socket.getInputStream();
            OutputStream out = socket.getOutputStream();
            while (readRequest(in)) {
                Answer answer = script.get(Math.min(requests.getAndIncrement(), script.size() - 1));
                requestsSeen.release();
                Thread.sleep(answer.pauseMillis());
                boolean last = answer.after() == After.CLOSE
                        || new String(answer.bytes(), StandardCharsets.ISO_8859_1).contains("Connection: close");
                if (last) {
                    // Before the answer, since the client may open another connection as soon as it has it.
                    sockets.remove(socket);
                }
                out.write(answer.bytes());
                out.flush();
                if (last) {
                    return;
                }
                if (answer.after() == After.SAY_NOTHING_MORE) {
                    in.read();
                }
                if (answer.after() == After.SAY_MORE) {
                    Thread.sleep(100);
                    out.write("more".getBytes(StandardCharsets.US_ASCII));
                }
                if (answer.after() == After.RESET) {
                    Thread.sleep(100);
                    socket.setSoLinger(true, 0);
                    return;
                }
            }
        } catch (IOException | InterruptedException ignored) {
            // The client went away, as many of these tests want.
            return;
        } finally {
            sockets.remove(socket);
        }
    }

    /** Reads a head and, of the requests these tests send, the two bytes of a body. */
    private static boolean readRequest(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int b = in.read();
            if (b < 0) {
                return false;
            }
            head.append((char) b);
        }
        return !head.toString().startsWith("POST") || in.readNBytes(2).length == 2;
    }
}
