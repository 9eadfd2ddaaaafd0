package gavel.driver.http;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.http.RecordingHandler.Result;
import gavel.driver.loop.EngineLoop;
import gavel.driver.loop.Transport;
import gavel.driver.message.Request;
import gavel.driver.message.RequestTemplate;
import gavel.driver.message.ResponseHead.Content;
import gavel.driver.record.Outcome;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** The client against servers that behave and against servers that do not. */
@Isolated("has little patience")
class HttpClientIT {
    private static final Request GET = RequestTemplate.get("/thing").request();
    private static final Request POST =
            RequestTemplate.post("/thing").fill().json("{}".getBytes(StandardCharsets.UTF_8));
    private static final ClientSettings IMPATIENT =
            new ClientSettings(6, 0, Duration.ofMillis(300), Duration.ofMillis(300), Duration.ofMillis(400));

    private EngineLoop loop;
    private final List<AutoCloseable> open = new ArrayList<>();

    @BeforeEach
    void start() {
        loop = new EngineLoop(0, Transport.forSockets(), System::nanoTime);
    }

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
        loop.close();
    }

    @Test
    void readsABodyWithALength() throws Exception {
        Session session = session(scripted("HTTP/1.1 200 OK\r\nETag: \"a1\"\r\nContent-Length: 5\r\n"
                + "Content-Type: application/json;charset=utf-8\r\n\r\nhello"));

        Result result = session.exchange(GET);

        assertThat(result.outcome()).isEqualTo(Outcome.OK);
        assertThat(result.status()).isEqualTo(200);
        assertThat(result.body()).isEqualTo("hello");
        assertThat(result.etag()).isEqualTo("\"a1\"");
        assertThat(result.content()).isEqualTo(Content.JSON);
        assertThat(result.firstWriteNanos()).isBetween(result.intendedNanos(), result.endNanos());
    }

    @Test
    void readsChunksAndKeepsTheConnection() throws Exception {
        ScriptedServer server = scripted(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nfoo\r\n4;x=y\r\nbarb\r\n0\r\nT: 1\r\n\r\n");
        Session session = session(server);

        assertThat(session.exchange(GET).body()).isEqualTo("foobarb");
        assertThat(session.exchange(GET).body()).isEqualTo("foobarb");
        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void decodesGzip() throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        String body = "gavel ".repeat(10_000);
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(body.getBytes(StandardCharsets.UTF_8));
        }
        String head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " + bytes.size() + "\r\n\r\n";
        ByteArrayOutputStream response = new ByteArrayOutputStream();
        response.write(head.getBytes(StandardCharsets.US_ASCII));
        response.write(bytes.toByteArray());
        Session session = session(scripted(ScriptedServer.answer(response.toByteArray())));

        assertThat(session.exchange(GET).body()).isEqualTo(body);
        assertThat(session.exchange(GET).body()).isEqualTo(body);
    }

    @Test
    void takesAnAnswerWithoutABodyAsComplete() throws Exception {
        Session session = session(scripted("HTTP/1.1 204 No Content\r\n\r\n"));

        assertThat(session.exchange(GET).outcome()).isEqualTo(Outcome.OK);
        assertThat(session.exchange(GET).status()).isEqualTo(204);
    }

    @Test
    void reportsSlowHeadersAsATimeOutOfTheResponse() throws Exception {
        Session session = session(scripted(ScriptedServer.answerAndStay("HTTP/1.1 200 OK\r\nContent-")), IMPATIENT);

        Result result = session.exchange(GET);

        assertThat(result.outcome()).isEqualTo(Outcome.RESPONSE_TIMEOUT);
        assertThat(result.endNanos() - result.firstWriteNanos()).isGreaterThan(390_000_000L);
    }

    @Test
    void reportsABodyThatStopsHalfWay() throws Exception {
        Session session =
                session(scripted(ScriptedServer.answerAndClose("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello")));

        assertThat(session.exchange(GET).outcome()).isEqualTo(Outcome.HALF_BODY);
    }

    @Test
    void aBodyThatEndsWithItsConnectionDoesNotEndWithABrokenOne() throws Exception {
        String half = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\nhel";

        assertThat(session(scripted(ScriptedServer.answerAndClose(half)))
                        .exchange(GET)
                        .outcome())
                .isEqualTo(Outcome.OK);
        assertThat(session(scripted(ScriptedServer.answerAndReset(half)))
                        .exchange(GET)
                        .outcome())
                .isEqualTo(Outcome.HALF_BODY);
    }

    @Test
    void reportsAConnectionClosedWithoutAByte() throws Exception {
        Session session = session(scripted(ScriptedServer.answerAndClose("")));

        Result result = session.exchange(GET);

        assertThat(result.outcome()).isEqualTo(Outcome.RESET);
        assertThat(result.retried()).as("a fresh connection earns no retry").isFalse();
    }

    @Test
    void retriesOnceOnAReusedConnectionAsBrowsersDo() throws Exception {
        ScriptedServer server = scripted(
                ScriptedServer.answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"),
                ScriptedServer.answerAndClose(""),
                ScriptedServer.answer("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nagain"));
        Session session = session(server);
        session.exchange(GET);

        Result second = session.exchange(GET);

        assertThat(second.outcome()).isEqualTo(Outcome.OK);
        assertThat(second.body()).isEqualTo("again");
        assertThat(second.retried()).isTrue();
        assertThat(count(session.client, HttpCount.RETRIES)).isEqualTo(1);
    }

    @Test
    void triesAgainWhereTheNextConnectionWasDeadToo() throws Exception {
        // Late enough for both connections to have a request.
        ScriptedServer.Answer ok = ScriptedServer.answerAfter(200, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        ScriptedServer server =
                scripted(ok, ok, ScriptedServer.answerAndClose(""), ScriptedServer.answerAndClose(""), ok);
        Session session = session(server);
        for (RecordingHandler handler : session.send(GET, 2)) {
            assertThat(handler.result.get(20, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.OK);
        }
        assertThat(server.connections()).isEqualTo(2);

        assertThat(session.exchange(GET).outcome()).isEqualTo(Outcome.OK);

        assertThat(server.requests()).isEqualTo(5);
        assertThat(count(session.client, HttpCount.RETRIES)).isEqualTo(2);
    }

    @Test
    void repeatsAPostLikeEveryOtherRequestAndNeverWhatWasAnsweredInPart() throws Exception {
        ScriptedServer.Answer ok = ScriptedServer.answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        ScriptedServer server = scripted(
                ok, ScriptedServer.answerAndClose(""), ok, ScriptedServer.answerAndClose("HTTP/1.1 200 OK\r\nCont"));
        Session session = session(server);
        session.exchange(GET);

        Result repeated = session.exchange(POST);
        assertThat(repeated.outcome()).isEqualTo(Outcome.OK);
        assertThat(repeated.retried()).isTrue();
        assertThat(session.exchange(POST).outcome()).isEqualTo(Outcome.HALF_BODY);
        assertThat(server.requests()).isEqualTo(4);
    }

    @Test
    void reportsMoreBytesThanTheLengthSays() throws Exception {
        Session session = session(scripted("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhello"));

        assertThat(session.exchange(GET).outcome()).isEqualTo(Outcome.PROTOCOL);
    }

    @Test
    void countsWhatComesUnaskedAndLeavesTheConnection() throws Exception {
        ScriptedServer server =
                scripted(ScriptedServer.answerAndSayMore("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"));
        Session session = session(server);
        assertThat(session.exchange(GET).body()).isEqualTo("ok");
        for (int i = 0; i < 100 && count(session.client, HttpCount.UNASKED) == 0; i++) {
            Thread.sleep(50);
        }
        assertThat(count(session.client, HttpCount.UNASKED)).isEqualTo(1);

        assertThat(session.exchange(GET).body()).isEqualTo("ok");
        assertThat(server.connections()).isEqualTo(2);
    }

    @Test
    void reportsWhatIsNotHttp() throws Exception {
        Session session = session(scripted("SSH-2.0-OpenSSH_9.2\r\n"));

        Result result = session.exchange(GET);

        assertThat(result.outcome()).isEqualTo(Outcome.PROTOCOL);
        assertThat(result.detail()).contains("SSH-2.0");
    }

    @Test
    void reportsARefusedConnection() throws Exception {
        ScriptedServer gone = scripted("");
        gone.close();
        Session session = session(gone);

        assertThat(session.exchange(GET).outcome()).isEqualTo(Outcome.CONNECT);
    }

    @Test
    void goesToTheNextAddressWhenOneDoesNotAnswer() throws Exception {
        ScriptedServer gone = scripted("");
        gone.close();
        ScriptedServer alive = scripted("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        Session session = session(List.of(gone.uri(), alive.uri()), ClientSettings.DEFAULT);

        assertThat(session.exchange(GET).outcome()).isEqualTo(Outcome.OK);
        assertThat(session.exchange(GET).outcome()).isEqualTo(Outcome.OK);
        assertThat(count(session.client, HttpCount.FAIL_OVERS)).isEqualTo(1);
    }

    @Test
    void opensAtMostSixConnectionsAndLetsTheRestWaitTheirTurn() throws Exception {
        ScriptedServer server = scripted("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
        Session session = session(server);
        List<RecordingHandler> handlers = session.send(GET, 20);

        for (RecordingHandler handler : handlers) {
            assertThat(handler.result.get(20, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.OK);
        }
        assertThat(server.connections()).isBetween(1, 6);
    }

    @Test
    void reportsTheWaitForAConnectionByItsOwnName() throws Exception {
        ScriptedServer server = scripted(ScriptedServer.answerAndStay(""));
        Session session = session(
                List.of(server.uri()),
                new ClientSettings(1, 0, Duration.ofSeconds(1), Duration.ofMillis(100), Duration.ofMillis(400)));
        List<RecordingHandler> handlers = session.send(GET, 2);

        assertThat(handlers.get(0).result.get(20, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.RESPONSE_TIMEOUT);
        Result inVain = handlers.get(1).result.get(20, TimeUnit.SECONDS);
        assertThat(inVain.outcome()).isEqualTo(Outcome.ACQUIRE_TIMEOUT);
        assertThat(inVain.endNanos() - inVain.firstWriteNanos())
                .as("the server kept it waiting")
                .isGreaterThanOrEqualTo(100_000_000L);
    }

    @Test
    void sharesCappedConnectionsAndCountsTheWaits() throws Exception {
        ScriptedServer server = scripted("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok");
        HttpClient client =
                HttpClient.open(loop, List.of(server.uri()), null, ClientSettings.DEFAULT.withMaxConnections(2));
        Map<RecordingHandler, Session> people = new LinkedHashMap<>();
        for (int user = 0; user < 10; user++) {
            people.put(new RecordingHandler(), new Session(client, user));
        }
        // In one turn of the loop, so that no answer comes in between.
        loop.post(() ->
                people.forEach((handler, person) -> person.user.send(new Exchange(handler), GET, loop.nanoTime())));

        for (RecordingHandler handler : people.keySet()) {
            assertThat(handler.result.get(20, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.OK);
        }
        assertThat(server.mostOpenAtOnce()).isLessThanOrEqualTo(2);
        assertThat(count(client, HttpCount.CAPPED)).isPositive();
    }

    @Test
    void endsEverythingWithTheSession() throws Exception {
        ScriptedServer server = scripted(ScriptedServer.answerAndStay(""));
        Session session = session(server);
        List<RecordingHandler> handlers = session.send(GET, 8);
        server.awaitRequests(6);

        loop.call(() -> {
                    session.user.close();
                    session.user.close();
                    return null;
                })
                .get(20, TimeUnit.SECONDS);

        for (RecordingHandler handler : handlers) {
            assertThat(handler.result.get(20, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.CANCELLED);
        }
        assertThat(loop.call(session.client::openConnections).get()).isZero();
        assertThat(loop.call(loop::pendingTimers).get()).isZero();
    }

    @Test
    void anErrorOfAHandlerIsReportedAsABugOfTheDriver() throws Exception {
        Session session = session(scripted("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"));
        CompletableFuture<Throwable> fault = new CompletableFuture<>();
        RecordingHandler broken = new RecordingHandler() {
            @Override
            public void done(Exchange exchange, Outcome outcome, String detail) {
                throw new IllegalStateException("a bug");
            }
        };
        loop.post(() -> {
            loop.onFault(fault::complete);
            session.user.send(new Exchange(broken), GET, loop.nanoTime());
        });

        assertThat(fault.get(20, TimeUnit.SECONDS)).hasMessage("a bug");
        assertThat(session.exchange(GET).outcome()).isEqualTo(Outcome.OK);
    }

    @Test
    void refusesAForeignThread() throws Exception {
        Session session = session(scripted(""));

        org.assertj.core.api.Assertions.assertThatThrownBy(
                        () -> session.user.send(new Exchange(new RecordingHandler()), GET, 0))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("post a task to the loop");
    }

    private ScriptedServer scripted(String response) throws Exception {
        return scripted(ScriptedServer.answer(response));
    }

    private ScriptedServer scripted(ScriptedServer.Answer... answers) throws Exception {
        ScriptedServer server = ScriptedServer.start(answers);
        open.add(server);
        return server;
    }

    private Session session(ScriptedServer server) throws Exception {
        return session(server, ClientSettings.DEFAULT);
    }

    private Session session(ScriptedServer server, ClientSettings settings) throws Exception {
        return session(List.of(server.uri()), settings);
    }

    private Session session(List<URI> targets, ClientSettings settings) throws Exception {
        return new Session(HttpClient.open(loop, targets, null, settings), 0);
    }

    private long count(HttpClient client, HttpCount count) throws Exception {
        return loop.call(() -> client.counters().get(count)).get(20, TimeUnit.SECONDS);
    }

    private final class Session {
        final HttpClient client;
        final UserConnections user;

        Session(HttpClient client, int user) throws Exception {
            this.client = client;
            this.user = loop.call(() -> client.newUser(user)).get(20, TimeUnit.SECONDS);
        }

        List<RecordingHandler> send(Request request, int times) {
            List<RecordingHandler> handlers = new ArrayList<>();
            for (int i = 0; i < times; i++) {
                handlers.add(new RecordingHandler());
            }
            loop.post(() -> handlers.forEach(handler -> user.send(new Exchange(handler), request, loop.nanoTime())));
            return handlers;
        }

        Result exchange(Request request) throws Exception {
            return send(request, 1).getFirst().result.get(20, TimeUnit.SECONDS);
        }
    }
}
