package gavel.driver.http;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.HttpVersion;
import gavel.driver.http.RecordingHandler.Result;
import gavel.driver.http.RudeHttp2Server.Answer;
import gavel.driver.http2.ErrorCode;
import gavel.driver.http2.Frames;
import gavel.driver.loop.EngineLoop;
import gavel.driver.loop.Transport;
import gavel.driver.message.Request;
import gavel.driver.message.RequestTemplate;
import gavel.driver.record.Outcome;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** HTTP/2 against servers that behave and against servers that do not, frame by frame. */
class Http2ClientIT {
    private static final Request GET = RequestTemplate.get("/thing").request();
    private static final Request POST =
            RequestTemplate.post("/thing").fill().json("x".repeat(100).getBytes(StandardCharsets.UTF_8));
    private static final Answer SILENCE = (_, _) -> {};
    private static final ClientSettings SETTINGS = new ClientSettings(
                    6, 0, Duration.ofSeconds(5), Duration.ofSeconds(5), Duration.ofSeconds(5))
            .with(HttpVersion.HTTP_2);

    private final EngineLoop loop = new EngineLoop(0, Transport.forSockets(), System::nanoTime);
    private RudeHttp2Server server;
    private HttpClient client;
    private UserConnections user;

    @AfterEach
    void stop() throws Exception {
        loop.close();
        server.close();
    }

    @Test
    void carriesExchangesSideBySideOnOneConnection() throws Exception {
        List<Integer> waiting = new ArrayList<>();
        serve((peer, stream) -> {
            waiting.add(stream);
            if (waiting.size() == 20) {
                // The last first.
                for (int each : waiting.reversed()) {
                    RudeHttp2Server.ok("stream " + each).to(peer, each);
                }
            }
        });

        List<Exchange> exchanges = new ArrayList<>();
        List<RecordingHandler> handlers = send(GET, 20, exchanges);

        for (int i = 0; i < 20; i++) {
            assertThat(result(handlers.get(i)).body()).isEqualTo("stream " + (2 * i + 1));
        }
        assertThat(server.connections()).isEqualTo(1);
        assertThat(count(HttpCount.EXCHANGES_HTTP2)).isEqualTo(20);
        assertThat(onLoop(loop::pendingTimers)).isZero();
    }

    @Test
    void hasNoMoreUnderWayThanTheServerAllows() throws Exception {
        List<Integer> waiting = new ArrayList<>();
        List<Integer> mostAtOnce = new ArrayList<>();
        serve(Map.of(Frames.MAX_CONCURRENT_STREAMS, 2), RudeHttp2Server.ok("first"), (peer, stream) -> {
            waiting.add(stream);
            if (waiting.size() == 2) {
                // What the client has written by now comes before its answer to this.
                peer.ping(1);
            }
        });
        server.afterPing((peer, _) -> {
            mostAtOnce.add(waiting.size());
            for (int each : waiting) {
                RudeHttp2Server.ok("ok").to(peer, each);
            }
            waiting.clear();
        });
        exchange(GET);

        for (RecordingHandler handler : send(GET, 10, new ArrayList<>())) {
            assertThat(result(handler).outcome()).isEqualTo(Outcome.OK);
        }
        assertThat(mostAtOnce).hasSize(5).containsOnly(2);
    }

    @Test
    void sendsABodyAsTheServersWindowAllows() throws Exception {
        serve(Map.of(Frames.INITIAL_WINDOW_SIZE, 40), RudeHttp2Server.ok("first"), RudeHttp2Server.ok("taken"));
        server.granting(30);
        exchange(GET);

        assertThat(exchange(POST).body()).isEqualTo("taken");

        server.awaitFrame("data 3 40");
        server.awaitFrame("data 3 30");
        server.awaitFrame("data 3 30");
        assertThat(server.body(3)).isEqualTo(POST.body());
    }

    @Test
    void answersPingsAndSettings() throws Exception {
        serve((peer, stream) -> {
            peer.ping(4711);
            RudeHttp2Server.ok("ok").to(peer, stream);
        });

        assertThat(exchange(GET).outcome()).isEqualTo(Outcome.OK);

        server.awaitFrame("settings acknowledged");
        server.awaitFrame("ping 4711");
    }

    @Test
    void interimHeadsAndFieldsAfterTheBodyDoNotMatter() throws Exception {
        serve((peer, stream) -> {
            peer.head(stream, false, ":status", "103", "link", "</style.css>");
            peer.head(stream, false, ":status", "200", "content-type", "application/json");
            peer.data(stream, false, "hello");
            peer.head(stream, true, "x-checked", "yes");
        });

        Result result = exchange(GET);

        assertThat(result.outcome()).isEqualTo(Outcome.OK);
        assertThat(result.status()).isEqualTo(200);
        assertThat(result.body()).isEqualTo("hello");
    }

    @Test
    void whatWasNotWorkedOnIsSentOnceMoreIfABrowserWould() throws Exception {
        serve(
                RudeHttp2Server.ok("first"),
                (peer, stream) -> peer.goAway(stream - 2, ErrorCode.NO_ERROR),
                RudeHttp2Server.ok("again"));
        exchange(GET);

        Result second = exchange(GET);

        assertThat(second.body()).isEqualTo("again");
        assertThat(second.retried()).isTrue();
        assertThat(server.connections()).isEqualTo(2);
        assertThat(count(HttpCount.RETRIES)).isEqualTo(1);
        assertThat(count(HttpCount.GO_AWAYS)).isEqualTo(1);
        assertThat(onLoop(client::openConnections)).isEqualTo(1);
    }

    @Test
    void aPostIsSentOnceMoreTooAndNothingASecondTime() throws Exception {
        serve(
                RudeHttp2Server.ok("first"),
                (peer, stream) -> peer.goAway(stream - 2, ErrorCode.ENHANCE_YOUR_CALM),
                (peer, stream) -> peer.reset(stream, ErrorCode.REFUSED_STREAM),
                (peer, stream) -> peer.reset(stream, ErrorCode.REFUSED_STREAM));
        exchange(GET);

        Result post = exchange(POST);
        assertThat(post.outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(post.detail()).contains("REFUSED_STREAM");
        assertThat(post.retried()).isTrue();
        assertThat(exchange(GET).outcome()).as("nothing was carried before").isEqualTo(Outcome.REFUSED);
        assertThat(server.requests()).isEqualTo(4);
    }

    @Test
    void theRestIsFinishedWhenTheServerGoesAway() throws Exception {
        List<Integer> waiting = new ArrayList<>();
        serve(
                (_, stream) -> waiting.add(stream),
                (peer, stream) -> {
                    peer.goAway(stream, ErrorCode.NO_ERROR);
                    RudeHttp2Server.ok("second").to(peer, stream);
                    RudeHttp2Server.ok("first").to(peer, waiting.getFirst());
                },
                RudeHttp2Server.ok("third"));

        List<RecordingHandler> handlers = send(GET, 2, new ArrayList<>());

        assertThat(result(handlers.get(0)).body()).isEqualTo("first");
        assertThat(result(handlers.get(1)).body()).isEqualTo("second");
        assertThat(exchange(GET).body()).isEqualTo("third");
        assertThat(server.connections()).isEqualTo(2);
    }

    @Test
    void oneStreamsTroubleIsNotTheOthers() throws Exception {
        List<Integer> waiting = new ArrayList<>();
        serve(
                (_, stream) -> waiting.add(stream),
                (peer, stream) -> {
                    peer.head(stream, false, ":status", "200");
                    peer.reset(stream, ErrorCode.INTERNAL_ERROR);
                },
                (peer, stream) -> {
                    peer.head(stream, false, ":status", "200", "content-length", "2");
                    peer.data(stream, false, "hello");
                },
                (peer, _) -> RudeHttp2Server.ok("ok").to(peer, waiting.getFirst()));

        List<RecordingHandler> handlers = send(GET, 4, new ArrayList<>());

        assertThat(result(handlers.get(1)).outcome()).isEqualTo(Outcome.HALF_BODY);
        assertThat(result(handlers.get(1)).detail()).contains("INTERNAL_ERROR");
        assertThat(result(handlers.get(2)).outcome()).isEqualTo(Outcome.PROTOCOL);
        assertThat(result(handlers.get(0)).body()).isEqualTo("ok");
        server.awaitFrame("reset 5 1");
        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void whatIsGivenUpIsTakenBackAndNothingElse() throws Exception {
        List<Integer> waiting = new ArrayList<>();
        serve((_, stream) -> waiting.add(stream), (_, stream) -> waiting.add(stream), (peer, stream) -> {
            RudeHttp2Server.ok("too late").to(peer, waiting.get(0));
            RudeHttp2Server.ok("in time").to(peer, waiting.get(1));
            RudeHttp2Server.ok("third").to(peer, stream);
        });
        List<Exchange> exchanges = new ArrayList<>();
        List<RecordingHandler> handlers = send(GET, 2, exchanges);
        server.awaitFrame("headers 3");

        onLoop(() -> {
            user.cancel(exchanges.getFirst());
            return null;
        });

        assertThat(result(handlers.get(0)).outcome()).isEqualTo(Outcome.CANCELLED);
        server.awaitFrame("reset 1 8");
        assertThat(exchange(GET).body()).isEqualTo("third");
        assertThat(result(handlers.get(1)).body()).isEqualTo("in time");
        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void aServerThatClosesInTheMiddleLeavesEachExchangeItsOwnEnd() throws Exception {
        serve(
                RudeHttp2Server.ok("first"),
                SILENCE,
                SILENCE,
                (peer, stream) -> {
                    peer.head(stream, false, ":status", "200");
                    peer.data(stream, false, "hel");
                    peer.close();
                },
                SILENCE);
        exchange(GET);
        List<RecordingHandler> handlers = new ArrayList<>();
        loop.post(() -> {
            for (Request request : List.of(GET, POST, GET)) {
                RecordingHandler handler = new RecordingHandler();
                handlers.add(handler);
                user.send(new Exchange(handler), request, loop.nanoTime());
            }
        });
        server.awaitFrame("headers 7");

        assertThat(onLoop(() -> handlers)).hasSize(3);
        assertThat(result(handlers.get(2)).outcome()).isEqualTo(Outcome.HALF_BODY);
        server.awaitFrame("headers 1");
        server.awaitFrame("headers 3");
        assertThat(server.connections()).as("the first two are asked again").isEqualTo(2);
    }

    @Test
    void endsEverythingWithTheSession() throws Exception {
        serve(SILENCE);
        List<RecordingHandler> handlers = send(GET, 3, new ArrayList<>());
        server.awaitFrame("headers 5");

        onLoop(() -> {
            user.close();
            user.close();
            return null;
        });

        for (RecordingHandler handler : handlers) {
            assertThat(result(handler).outcome()).isEqualTo(Outcome.CANCELLED);
        }
        assertThat(onLoop(client::openConnections)).isZero();
        assertThat(onLoop(loop::pendingTimers)).isZero();
    }

    private void serve(Answer... script) throws Exception {
        serve(Map.of(), script);
    }

    private void serve(Map<Integer, Integer> settings, Answer... script) throws Exception {
        server = RudeHttp2Server.start(settings, script);
        client = HttpClient.open(loop, List.of(server.uri()), null, SETTINGS);
        user = onLoop(() -> client.newUser(0));
    }

    private Result exchange(Request request) throws Exception {
        return result(send(request, 1, new ArrayList<>()).getFirst());
    }

    private List<RecordingHandler> send(Request request, int times, List<Exchange> exchanges) {
        List<RecordingHandler> handlers = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            RecordingHandler handler = new RecordingHandler();
            handlers.add(handler);
            exchanges.add(new Exchange(handler));
        }
        List<Exchange> sent = List.copyOf(exchanges);
        loop.post(() -> sent.forEach(each -> user.send(each, request, loop.nanoTime())));
        return handlers;
    }

    private static Result result(RecordingHandler handler) throws Exception {
        return handler.result.get(20, TimeUnit.SECONDS);
    }

    private long count(HttpCount count) throws Exception {
        return onLoop(() -> client.counters().get(count));
    }

    private <T> T onLoop(Supplier<T> question) throws Exception {
        return loop.call(question).get(20, TimeUnit.SECONDS);
    }
}
