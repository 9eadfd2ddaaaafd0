package gavel.driver.http;

import com.sun.management.ThreadMXBean;
import gavel.driver.api.HttpVersion;
import gavel.driver.http2.Frames;
import gavel.driver.loop.EngineLoop;
import gavel.driver.loop.Transport;
import gavel.driver.message.Request;
import gavel.driver.message.RequestTemplate;
import gavel.driver.message.ResponseHead;
import gavel.driver.record.Outcome;
import io.netty.buffer.ByteBuf;
import io.netty.util.internal.PlatformDependent;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Heap and direct memory for each user with one idle connection, from the difference of two sizes, and bytes allocated for each
 * exchange: over HTTP/1.1 and over HTTP/2, plain, to a server in another process. A program, not a test: {@code FEW MANY}.
 */
final class IdleConnections {
    private static final String BODY = "x".repeat(1024);
    private static final Request REQUEST = RequestTemplate.get("/api/auctions/17/live?after=4711")
            .fill()
            .bearer("a-token-as-long-as-those-of-the-application-are")
            .build();
    private static final int EXCHANGES = 50_000;
    private static final int AT_ONCE = 16;

    private final EngineLoop loop = new EngineLoop(0, Transport.forSockets(), System::nanoTime);
    private final List<UserConnections> users = new ArrayList<>();
    private final HttpClient client;

    private IdleConnections(URI server, HttpVersion http) throws Exception {
        client = HttpClient.open(loop, List.of(server), null, ClientSettings.DEFAULT.with(http));
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("serve")) {
            serve(HttpVersion.of(arguments[1]));
            return;
        }
        for (HttpVersion http : List.of(HttpVersion.HTTP_1, HttpVersion.HTTP_2)) {
            Process server = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-cp",
                            System.getProperty("java.class.path"),
                            IdleConnections.class.getName(),
                            "serve",
                            http.label())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try (BufferedReader said =
                    new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.US_ASCII))) {
                IdleConnections figures = new IdleConnections(URI.create(said.readLine()), http);
                figures.measure(http, Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]));
            } finally {
                server.destroy();
            }
        }
        System.exit(0);
    }

    private static void serve(HttpVersion http) throws Exception {
        ServerSocket listening = new ServerSocket(0, 4_000, InetAddress.getLoopbackAddress());
        URI uri = http == HttpVersion.HTTP_1
                ? ScriptedServer.start(
                                listening,
                                ScriptedServer.answer(
                                        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
                                                + BODY.length() + "\r\n\r\n" + BODY))
                        .uri()
                : RudeHttp2Server.start(listening, Map.of(Frames.MAX_CONCURRENT_STREAMS, 100), (peer, stream) -> {
                            peer.head(stream, false, ":status", "200", "content-type", "application/json");
                            peer.data(stream, true, BODY);
                        })
                        .uri();
        System.out.println(uri);
        System.in.read();
    }

    private void measure(HttpVersion http, int few, int many) throws Exception {
        grow(few);
        long heapBefore = heap();
        long directBefore = PlatformDependent.usedDirectMemory();
        grow(many);
        System.out.printf(
                Locale.ROOT,
                "HTTP/%s: %d bytes of heap and %d of direct memory for each user with an idle connection, %d bytes"
                        + " allocated for each exchange%n",
                http,
                (heap() - heapBefore) / (many - few),
                (PlatformDependent.usedDirectMemory() - directBefore) / (many - few),
                allocated());
        loop.call(() -> {
                    users.forEach(UserConnections::close);
                    return null;
                })
                .get();
        loop.close();
    }

    /** One exchange for each new user, a few at a time. */
    private void grow(int size) throws Exception {
        while (users.size() < size) {
            List<CompletableFuture<Outcome>> done = new ArrayList<>();
            for (int i = 0; i < AT_ONCE && users.size() < size; i++) {
                UserConnections user = loop.call(() -> client.newUser(0)).get();
                users.add(user);
                done.add(new Repeated(user, 1).done);
            }
            for (CompletableFuture<Outcome> each : done) {
                expectGood(each.get());
            }
        }
    }

    private long allocated() throws Exception {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = loop.call(() -> Thread.currentThread().threadId()).get();
        for (int round = 0; ; round++) {
            long before = threads.getThreadAllocatedBytes(thread);
            expectGood(new Repeated(users.getFirst(), EXCHANGES).done.get());
            if (round == 1) {
                return (threads.getThreadAllocatedBytes(thread) - before) / EXCHANGES;
            }
        }
    }

    private static void expectGood(Outcome outcome) {
        if (outcome != Outcome.OK) {
            throw new IllegalStateException("an exchange ended " + outcome.label());
        }
    }

    private static long heap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Sends the request again and again. */
    private final class Repeated implements ResponseHandler {
        private final UserConnections user;
        private final Exchange exchange = new Exchange(this);
        private final CompletableFuture<Outcome> done = new CompletableFuture<>();
        private int left;

        Repeated(UserConnections user, int times) {
            this.user = user;
            this.left = times;
            loop.post(this::send);
        }

        private void send() {
            user.send(exchange, REQUEST, loop.nanoTime());
        }

        @Override
        public void head(ResponseHead head) {
            if (head.status() != 200) {
                left = 1;
            }
        }

        @Override
        public void body(ByteBuf part) {
            if (!part.isReadable()) {
                throw new IllegalStateException("a part of nothing");
            }
        }

        @Override
        public void done(Exchange ended, Outcome outcome, String detail) {
            left--;
            if (left > 0 && outcome == Outcome.OK) {
                send();
            } else {
                done.complete(outcome);
            }
        }
    }
}
