package gavel.driver.http;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.HttpVersion;
import gavel.driver.http.RudeHttp2Server.Answer;
import gavel.driver.http2.ErrorCode;
import gavel.driver.http2.Frames;
import gavel.driver.loop.EngineLoop;
import gavel.driver.loop.Transport;
import gavel.driver.message.Request;
import gavel.driver.message.RequestTemplate;
import gavel.driver.operation.LoopContext;
import gavel.driver.operation.OperationLog;
import gavel.driver.operation.OperationRun;
import gavel.driver.operation.Person;
import gavel.driver.operation.Photos;
import gavel.driver.profile.Draws;
import gavel.driver.profile.OperationKind;
import gavel.driver.profile.Profile;
import gavel.driver.profile.ProfileReader;
import gavel.driver.record.Outcome;
import gavel.driver.record.RecordedOperation;
import gavel.driver.record.Recorder;
import gavel.driver.room.BidAnswer;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.parallel.Isolated;

/** Every failure class a server can cause: how it is provoked, and that a person's operation is counted by it and by nothing else. */
@Isolated("has little patience")
class FailureClassesIT {
    private static final String ACCOUNT = "{\"id\":0,\"email\":\"u1@gavel.example\",\"firstName\":\"Ada\","
            + "\"lastName\":\"Smith\",\"creditLimit\":1.00,\"held\":0.00,\"spent\":0.00,\"version\":1}";
    private static final int CONNECTIONS = 6;
    private static final Answer SILENCE = (_, _) -> {};

    private static TestAuthority authority;
    private static TestAuthority stranger;
    private static EngineLoop loop;
    private static Profile profile;
    private static Photos photos;

    /** @param before requests of the same person that are under way already */
    private record Provoked(
            String how, HttpVersion http, Outcome expected, String detail, Provocation server, int before) {
        Provoked(String how, HttpVersion http, Outcome expected, String detail, Provocation server) {
            this(how, http, expected, detail, server, 0);
        }

        String title() {
            return "HTTP/" + http + ", " + how + ": " + expected.label();
        }
    }

    /** Starts a server and says where it is. */
    private interface Provocation {
        URI start(List<AutoCloseable> open) throws Exception;
    }

    @BeforeAll
    static void start() throws Exception {
        authority = TestAuthority.own();
        stranger = TestAuthority.stranger();
        profile = ProfileReader.read("liveauction");
        photos = Photos.draw(1, 1);
        loop = new EngineLoop(0, Transport.forSockets(), System::nanoTime);
    }

    @AfterAll
    static void stop() {
        loop.close();
    }

    private static List<Provoked> table() {
        return Stream.of(overTheOlder(), overTheNewer(), onTheWay())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Provoked> overTheOlder() {
        return List.of(
                older("slow headers", Outcome.RESPONSE_TIMEOUT, "no complete response", "HTTP/1.1 200 OK\r\nCont", 's'),
                older(
                        "shorter than announced",
                        Outcome.RESPONSE_TIMEOUT,
                        "no complete response",
                        response(200, "json", 1_000, ACCOUNT),
                        's'),
                older("half a body", Outcome.HALF_BODY, "closed", response(200, "json", 10, "{\"id\""), 'c'),
                older("closed without a byte", Outcome.RESET, "closed", "", 'c'),
                older("longer than announced", Outcome.PROTOCOL, "more bytes", response(200, "json", 2, ACCOUNT), 'o'),
                older("not HTTP", Outcome.PROTOCOL, "SSH-2.0", "SSH-2.0-OpenSSH_9.2\r\n", 'o'),
                older("wrong type", Outcome.CONTENT, "content type PROBLEM", whole(200, "problem+json", ACCOUNT), 'o'),
                older("wrong JSON", Outcome.CONTENT, "", whole(200, "json", "{\"id\":0,,}"), 'o'),
                older(
                        "somebody else's",
                        Outcome.CONTENT,
                        "id is 7",
                        whole(200, "json", "{\"id\":7," + ACCOUNT.substring(8)),
                        'o'),
                older("wrong status", Outcome.STATUS, "status 500", whole(500, "json", ACCOUNT), 'o'));
    }

    private static List<Provoked> overTheNewer() {
        return List.of(
                newer(
                        "slow headers",
                        Outcome.RESPONSE_TIMEOUT,
                        "no complete response",
                        (peer, stream) -> peer.frame(Frames.HEADERS, 0, stream, new byte[] {(byte) 0x88})),
                newer("half a body", Outcome.HALF_BODY, "before the length", (peer, stream) -> {
                    head(peer, stream, "200", "application/json", 10);
                    peer.data(stream, true, "{\"id\"");
                }),
                newer("reset within the body", Outcome.HALF_BODY, "INTERNAL_ERROR", (peer, stream) -> {
                    head(peer, stream, "200", "application/json", 10);
                    peer.reset(stream, ErrorCode.INTERNAL_ERROR);
                }),
                newer("closed within the body", Outcome.HALF_BODY, "", (peer, stream) -> {
                    head(peer, stream, "200", "application/json", 10);
                    peer.close();
                }),
                newer(
                        "reset without a byte",
                        Outcome.RESET,
                        "INTERNAL_ERROR",
                        (peer, stream) -> peer.reset(stream, ErrorCode.INTERNAL_ERROR)),
                newer("closed without a byte", Outcome.RESET, "", (peer, _) -> peer.close()),
                newer("GOAWAY", Outcome.REFUSED, "NO_ERROR", (peer, _) -> peer.goAway(0, ErrorCode.NO_ERROR)),
                newer(
                        "REFUSED_STREAM",
                        Outcome.REFUSED,
                        "REFUSED_STREAM",
                        (peer, stream) -> peer.reset(stream, ErrorCode.REFUSED_STREAM)),
                newer("longer than announced", Outcome.PROTOCOL, "more bytes", (peer, stream) -> {
                    head(peer, stream, "200", "application/json", 2);
                    peer.data(stream, true, ACCOUNT);
                }),
                newer(
                        "a frame that is too large",
                        Outcome.PROTOCOL,
                        "a frame of",
                        (peer, stream) -> peer.frame(Frames.DATA, 0, stream, new byte[20_000])),
                newer("wrong type", Outcome.CONTENT, "content type HTML", (peer, stream) -> {
                    head(peer, stream, "200", "text/html", ACCOUNT.length());
                    peer.data(stream, true, ACCOUNT);
                }),
                newer("wrong JSON", Outcome.CONTENT, "", (peer, stream) -> {
                    head(peer, stream, "200", "application/json", 10);
                    peer.data(stream, true, "{\"id\":0,,}");
                }),
                newer(
                        "wrong status",
                        Outcome.STATUS,
                        "status 503",
                        (peer, stream) -> peer.head(stream, true, ":status", "503")));
    }

    /** Before there is anything to be answered. */
    private static List<Provoked> onTheWay() {
        return List.of(
                new Provoked(
                        "the older protocol",
                        HttpVersion.HTTP_2,
                        Outcome.PROTOCOL,
                        "does not speak HTTP/2",
                        open -> scripted(open, ScriptedServer.answer("HTTP/1.1 400 Bad Request\r\n\r\n"))
                                .uri()),
                new Provoked(
                        "all connections held",
                        HttpVersion.HTTP_1,
                        Outcome.ACQUIRE_TIMEOUT,
                        "came free",
                        open -> scripted(open, ScriptedServer.answerAndStay("")).uri(),
                        CONNECTIONS),
                new Provoked("nobody listens", HttpVersion.HTTP_1, Outcome.CONNECT, "", _ -> {
                    try (ServerSocket gone = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                        return at("http", gone);
                    }
                }),
                new Provoked(
                        "accept queue full",
                        HttpVersion.HTTP_1,
                        Outcome.CONNECT_TIMEOUT,
                        "",
                        open -> at("http", full(open))),
                new Provoked(
                        "accept queue full",
                        HttpVersion.HTTP_2,
                        Outcome.CONNECT_TIMEOUT,
                        "",
                        open -> at("http", full(open))),
                new Provoked("no TLS", HttpVersion.AUTO, Outcome.TLS, "", open -> at("https", plain(open))),
                new Provoked("a stranger's certificate", HttpVersion.HTTP_1, Outcome.TLS, "", open -> {
                    ServerSocket listening = stranger.listen();
                    open.add(ScriptedServer.start(listening, ScriptedServer.answer(whole(200, "json", ACCOUNT))));
                    return at("https", listening);
                }),
                new Provoked("a stranger's certificate", HttpVersion.AUTO, Outcome.TLS, "", open -> {
                    ServerSocket listening = stranger.listen("h2");
                    open.add(RudeHttp2Server.start(listening, Map.of(), SILENCE));
                    return at("https", listening);
                }));
    }

    @TestFactory
    Stream<DynamicTest> eachIsCountedByItsName() {
        return table().stream().map(row -> DynamicTest.dynamicTest(row.title(), () -> provoke(row)));
    }

    @Test
    void noClassIsMissing() {
        Set<Outcome> provoked = table().stream().map(Provoked::expected).collect(Collectors.toSet());

        assertThat(provoked)
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(Outcome.values())
                        .filter(outcome -> outcome.failed() && !outcome.ofDriver())
                        .collect(Collectors.toCollection(() -> EnumSet.noneOf(Outcome.class))));
    }

    @Test
    void aServerThatIsRightIsCountedByNone() throws Exception {
        Provoked nothing = older("nothing", Outcome.OK, "", whole(200, "json", ACCOUNT), 'o');

        assertThat(counted(nothing, new ArrayList<>())).isEmpty();
    }

    private static void provoke(Provoked row) throws Exception {
        List<String> details = new ArrayList<>();

        assertThat(counted(row, details))
                .as("%s", details)
                .isEqualTo(Map.of(row.expected().label(), 1L));
        assertThat(details).singleElement().asString().contains(row.detail());
    }

    /** One person looks at the own profile; what failed is counted as it is in a run. */
    private static Map<String, Long> counted(Provoked row, List<String> details) throws Exception {
        List<AutoCloseable> open = new ArrayList<>();
        try {
            ClientSettings settings = new ClientSettings(
                            CONNECTIONS, 0, Duration.ofMillis(150), Duration.ofMillis(250), Duration.ofMillis(500))
                    .with(row.http());
            HttpClient client = HttpClient.open(loop, List.of(row.server().start(open)), authority.pem(), settings);
            Recorder recorder = new Recorder(List.of(new RecordedOperation("ViewProfile", false, 2_000_000_000L)));
            CompletableFuture<Map<String, Long>> counted = new CompletableFuture<>();
            LoopContext context =
                    new LoopContext(loop, profile, photos, new Log(recorder, details), Instant::now, "key");
            loop.post(() -> {
                recorder.measure(loop.nanoTime(), Long.MAX_VALUE);
                UserConnections connections = client.newUser(0);
                for (int i = 0; i < row.before(); i++) {
                    Request held = RequestTemplate.get("/held").request();
                    connections.send(new Exchange(new RecordingHandler()), held, loop.nanoTime());
                }
                Person person = new Person(
                        0, new Person.Account(1, "u1@gavel.example", "secret"), connections, Draws.of(1, 2, 3));
                new OperationRun(context, person, _ -> {
                            connections.close();
                            counted.complete(
                                    recorder.counts().measured().getFirst().failuresByLabel());
                        })
                        .start(OperationKind.VIEW_PROFILE, loop.nanoTime());
            });
            return counted.get(10, TimeUnit.SECONDS);
        } finally {
            for (AutoCloseable each : open) {
                each.close();
            }
        }
    }

    private record Log(Recorder recorder, List<String> details) implements OperationLog {
        @Override
        public void started(OperationKind kind, long intendedNanos) {
            recorder.started(0, intendedNanos);
        }

        @Override
        public void record(OperationKind kind, long intended, long firstWrite, long end, Outcome outcome) {
            recorder.record(0, intended, firstWrite, end, outcome);
        }

        @Override
        public void failed(OperationKind kind, String request, Outcome outcome, String detail) {
            details.add(detail);
        }

        @Override
        public void answered(Person person, BidAnswer answer) {
            throw new IllegalStateException("nobody bids");
        }
    }

    private static Provoked older(String how, Outcome expected, String detail, String response, char after) {
        ScriptedServer.Answer answer =
                switch (after) {
                    case 's' -> ScriptedServer.answerAndStay(response);
                    case 'c' -> ScriptedServer.answerAndClose(response);
                    default -> ScriptedServer.answer(response);
                };
        return new Provoked(how, HttpVersion.HTTP_1, expected, detail, open -> scripted(open, answer)
                .uri());
    }

    private static Provoked newer(String how, Outcome expected, String detail, Answer answer) {
        return new Provoked(how, HttpVersion.HTTP_2, expected, detail, open -> {
            RudeHttp2Server server = RudeHttp2Server.start(answer);
            open.add(server);
            return server.uri();
        });
    }

    private static ScriptedServer scripted(List<AutoCloseable> open, ScriptedServer.Answer answer) throws Exception {
        ScriptedServer server = ScriptedServer.start(answer);
        open.add(server);
        return server;
    }

    private static URI at(String scheme, ServerSocket listening) {
        return URI.create(scheme + "://127.0.0.1:" + listening.getLocalPort());
    }

    /** Nobody accepts: once its queue is full, the kernel drops what asks for a connection. */
    private static ServerSocket full(List<AutoCloseable> open) throws Exception {
        ServerSocket busy = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        open.add(busy);
        while (true) {
            Socket socket = new Socket();
            open.add(socket);
            try {
                socket.connect(busy.getLocalSocketAddress(), 100);
            } catch (SocketTimeoutException dropped) {
                return busy;
            }
        }
    }

    /** Answers whatever is said first in plain text. */
    private static ServerSocket plain(List<AutoCloseable> open) throws Exception {
        ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        open.add(listening);
        Thread.ofVirtual().start(() -> {
            try (Socket socket = listening.accept()) {
                socket.getInputStream().read(new byte[16_384]);
                socket.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                socket.shutdownOutput();
                socket.getInputStream().transferTo(OutputStream.nullOutputStream());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        return listening;
    }

    private static void head(RudeHttp2Server.Peer peer, int stream, String status, String type, int length)
            throws IOException {
        peer.head(stream, false, ":status", status, "content-type", type, "content-length", Integer.toString(length));
    }

    private static String whole(int status, String type, String body) {
        return response(status, type, body.length(), body);
    }

    private static String response(int status, String type, int length, String body) {
        return "HTTP/1.1 " + status + " x\r\nContent-Type: application/" + type + "\r\nContent-Length: " + length
                + "\r\n\r\n" + body;
    }
}
