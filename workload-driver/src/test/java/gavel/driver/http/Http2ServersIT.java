package gavel.driver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import gavel.driver.api.HttpVersion;
import gavel.driver.http.RecordingHandler.Result;
import gavel.driver.loop.EngineLoop;
import gavel.driver.loop.Transport;
import gavel.driver.message.Request;
import gavel.driver.message.RequestTemplate;
import gavel.driver.message.ResponseHead.Content;
import gavel.driver.record.Outcome;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HTTP/2 with the Nginx and the HAProxy of this machine. */
class Http2ServersIT {
    private static final Request JSON = RequestTemplate.get("/small.json").request();
    private static final String SMALL = "{\"words\":\"" + "going once, going twice ".repeat(50) + "\"}";
    private static final int LARGE = 20 * 1024 * 1024;
    private static final String NGINX = """
            daemon off;
            master_process off;
            pid ${directory}/${port}.pid;
            error_log stderr error;
            events { worker_connections 64; }
            http {
                access_log off;
                types { application/json json; }
                client_body_temp_path ${directory}/body;
                proxy_temp_path ${directory}/proxy;
                fastcgi_temp_path ${directory}/fastcgi;
                uwsgi_temp_path ${directory}/uwsgi;
                scgi_temp_path ${directory}/scgi;
                gzip on;
                gzip_types application/json;
                ssl_certificate ${directory}/both.pem;
                ssl_certificate_key ${directory}/both.pem;
                root ${directory}/files;
                server { listen 127.0.0.1:${port} ssl http2; }
                server { listen 127.0.0.1:${second} ssl http2; keepalive_requests 10; }
            }
            """;
    private static final String HAPROXY = """
            defaults
                mode http
                timeout client 10s
                timeout server 10s
                timeout connect 1s
            frontend door
                bind 127.0.0.1:${port} ssl crt ${directory}/both.pem alpn h2,http/1.1
                bind 127.0.0.1:${second} proto h2
                http-request return status 200 content-type "application/json" string '{"id":0}'
            """;

    @TempDir
    static Path directory;

    private static TestAuthority authority;
    private static EngineLoop loop;
    private static final List<Process> SERVERS = new ArrayList<>();

    private record Ports(int first, int second) {}

    @BeforeAll
    static void files() throws Exception {
        loop = new EngineLoop(0, Transport.forSockets(), System::nanoTime);
        authority = TestAuthority.own();
        Files.writeString(directory.resolve("both.pem"), authority.pem() + authority.keyPem());
        Path files = Files.createDirectory(directory.resolve("files"));
        Files.writeString(files.resolve("small.json"), SMALL);
        Files.write(files.resolve("large.bin"), new byte[LARGE]);
    }

    @AfterAll
    static void stop() throws Exception {
        loop.close();
        for (Process server : SERVERS) {
            server.destroy();
            server.waitFor();
        }
    }

    @Test
    void nginxServesAPersonOverOneConnection() throws Exception {
        int port = nginx().first();
        HttpClient client = client("https", port, HttpVersion.AUTO);
        UserConnections user = user(client);

        List<Result> results = exchanges(user, JSON, 100);
        assertThat(results).allSatisfy(result -> {
            assertThat(result.outcome()).as(result.detail()).isEqualTo(Outcome.OK);
            assertThat(result.content()).isEqualTo(Content.JSON);
            assertThat(result.body()).isEqualTo(SMALL);
        });
        Request known = RequestTemplate.get("/small.json")
                .fill()
                .header("if-none-match", results.getFirst().etag())
                .build();
        assertThat(exchanges(user, known, 1).getFirst().status()).isEqualTo(304);
        assertThat(totals(client))
                .containsEntry("connectionsOpened", 1L)
                .containsEntry("exchanges", 101L)
                .containsEntry("exchangesHttp2", 101L);
    }

    @Test
    void nginxSendsMoreThanTheWindowsTakeAtOnce() throws Exception {
        HttpClient client = client("https", nginx().first(), HttpVersion.AUTO);
        long[] bytes = {0};
        RecordingHandler counting = new RecordingHandler() {
            @Override
            public void body(ByteBuf part) {
                bytes[0] += part.readableBytes();
            }
        };
        UserConnections user = user(client);
        loop.post(() -> user.send(
                new Exchange(counting), RequestTemplate.get("/large.bin").request(), loop.nanoTime()));

        assertThat(counting.result.get(30, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.OK);
        assertThat(bytes[0]).isEqualTo(LARGE);
    }

    @Test
    void nginxMayAnswerBeforeItHasReadEverything() throws Exception {
        HttpClient client = client("https", nginx().first(), HttpVersion.AUTO);
        UserConnections user = user(client);
        Request upload = RequestTemplate.post("/small.json").fill().body("image/jpeg", new byte[300_000]);

        assertThat(exchanges(user, upload, 1).getFirst().status()).isEqualTo(405);
        assertThat(exchanges(user, JSON, 1).getFirst().outcome()).isEqualTo(Outcome.OK);
    }

    @Test
    void nginxEndsAConnectionInOrderAndTheNextResumesItsSession() throws Exception {
        HttpClient client = client("https", nginx().second(), HttpVersion.AUTO);
        UserConnections user = user(client);

        for (int i = 0; i < 35; i++) {
            Result result = exchanges(user, JSON, 1).getFirst();
            assertThat(result.outcome()).as(result.detail()).isEqualTo(Outcome.OK);
        }

        Map<String, Long> totals = totals(client);
        assertThat(totals.get("goAways")).isGreaterThanOrEqualTo(3);
        assertThat(totals.get("connectionsOpened")).isGreaterThanOrEqualTo(4);
        assertThat(totals)
                .containsEntry("tlsHandshakesFull", 1L)
                .containsEntry("tlsHandshakesResumed", totals.get("connectionsOpened") - 1);
    }

    @Test
    void haproxyServesAPersonOverOneConnection() throws Exception {
        Ports ports = start("/usr/sbin/haproxy", HAPROXY, "-f");
        for (HttpClient client : List.of(
                client("https", ports.first(), HttpVersion.AUTO), client("http", ports.second(), HttpVersion.HTTP_2))) {
            assertThat(exchanges(user(client), JSON, 100)).allSatisfy(result -> {
                assertThat(result.outcome()).as(result.detail()).isEqualTo(Outcome.OK);
                assertThat(result.body()).isEqualTo("{\"id\":0}");
            });
            assertThat(totals(client)).containsEntry("connectionsOpened", 1L).containsEntry("exchangesHttp2", 100L);
        }
    }

    private static Ports nginx() throws Exception {
        return start("/usr/sbin/nginx", NGINX, "-e", "stderr", "-c");
    }

    /** @param arguments the configuration file follows them */
    private static Ports start(String program, String configuration, String... arguments) throws Exception {
        boolean there = Files.isExecutable(Path.of(program));
        if (!there) {
            System.err.println("NOT TESTED: HTTP/2 with " + program + ", which is not installed here");
        }
        assumeTrue(there, program + " is not installed here");
        Ports ports = new Ports(freePort(), freePort());
        Path file = Files.createTempFile(directory, "server", ".conf");
        Files.writeString(
                file,
                configuration
                        .replace("${directory}", directory.toString())
                        .replace("${port}", Integer.toString(ports.first()))
                        .replace("${second}", Integer.toString(ports.second())));
        List<String> command = Stream.of(List.of(program), List.of(arguments), List.of(file.toString()))
                .flatMap(List::stream)
                .toList();
        Process server = new ProcessBuilder(command).inheritIO().start();
        SERVERS.add(server);
        for (int port : List.of(ports.first(), ports.second())) {
            awaitListening(server, port);
        }
        return ports;
    }

    private static void awaitListening(Process server, int port) {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (!listens(port)) {
            if (!server.isAlive() || System.nanoTime() > until) {
                throw new AssertionError("the server does not listen on port " + port);
            }
            Thread.onSpinWait();
        }
    }

    private static boolean listens(int port) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    private static int freePort() {
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return free.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static HttpClient client(String scheme, int port, HttpVersion http) throws Exception {
        URI target = URI.create(scheme + "://localhost:" + port);
        return HttpClient.open(loop, List.of(target), authority.pem(), ClientSettings.DEFAULT.with(http));
    }

    private static UserConnections user(HttpClient client) throws Exception {
        return loop.call(() -> client.newUser(0)).get(20, TimeUnit.SECONDS);
    }

    private static Map<String, Long> totals(HttpClient client) throws Exception {
        return loop.call(() -> client.counters().totals()).get(20, TimeUnit.SECONDS);
    }

    private static List<Result> exchanges(UserConnections user, Request request, int count) throws Exception {
        List<RecordingHandler> handlers =
                Stream.generate(RecordingHandler::new).limit(count).toList();
        loop.post(() -> handlers.forEach(handler -> user.send(new Exchange(handler), request, loop.nanoTime())));
        List<Result> results = new ArrayList<>();
        for (CompletableFuture<Result> each :
                handlers.stream().map(handler -> handler.result).toList()) {
            results.add(each.get(10, TimeUnit.SECONDS));
        }
        return results;
    }
}
