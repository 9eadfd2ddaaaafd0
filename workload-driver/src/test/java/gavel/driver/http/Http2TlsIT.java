package gavel.driver.http;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.HttpVersion;
import gavel.driver.http.RecordingHandler.Result;
import gavel.driver.http.RudeHttp2Server.Answer;
import gavel.driver.http2.ErrorCode;
import gavel.driver.loop.EngineLoop;
import gavel.driver.loop.Transport;
import gavel.driver.message.RequestTemplate;
import gavel.driver.record.Outcome;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Within TLS the server chooses the protocol; verification and resumption are the same for both. */
class Http2TlsIT {
    private static final String OLDER = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nolder";
    /** Each connection carries one exchange. */
    private static final Answer ONE = (peer, stream) -> {
        peer.goAway(stream, ErrorCode.NO_ERROR);
        RudeHttp2Server.ok("newer").to(peer, stream);
    };

    private static TestAuthority authority;
    private static TestAuthority stranger;

    private final EngineLoop loop = new EngineLoop(0, Transport.forSockets(), System::nanoTime);

    @BeforeAll
    static void keys() throws Exception {
        authority = TestAuthority.own();
        stranger = TestAuthority.stranger();
    }

    @AfterEach
    void stop() {
        loop.close();
    }

    @Test
    void theServerChoosesHttp2AndOneConnectionIsEnough() throws Exception {
        try (RudeHttp2Server server = rude(RudeHttp2Server.ok("newer"))) {
            HttpClient client = client(server.port(), HttpVersion.AUTO, authority);
            UserConnections user = user(client);

            for (Result result : exchanges(client, user, 20)) {
                assertThat(result.body()).as(result.detail()).isEqualTo("newer");
            }

            assertThat(server.connections()).isEqualTo(1);
            assertThat(totals(client)).containsEntry("exchanges", 20L).containsEntry("exchangesHttp2", 20L);
        }
    }

    @Test
    void theServerChoosesTheOlderOneAndSixConnectionsAreOpened() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(authority.listen("http/1.1"), ScriptedServer.answer(OLDER))) {
            HttpClient client = client(server.port(), HttpVersion.AUTO, authority);

            for (Result result : exchanges(client, user(client), 20)) {
                assertThat(result.body()).as(result.detail()).isEqualTo("older");
            }

            assertThat(server.connections()).isBetween(2, 6);
            assertThat(totals(client)).containsEntry("exchanges", 20L).containsEntry("exchangesHttp2", 0L);
        }
    }

    @Test
    void aServerThatKnowsOfNoChoiceIsSpokenToInTheOlderOne() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(authority.listen(), ScriptedServer.answer(OLDER))) {
            HttpClient client = client(server.port(), HttpVersion.AUTO, authority);

            assertThat(exchange(client, user(client)).body()).isEqualTo("older");
        }
    }

    @Test
    void nothingElseWillDoWhereHttp2IsAskedFor() throws Exception {
        try (ScriptedServer deaf = ScriptedServer.start(authority.listen(), ScriptedServer.answer(OLDER));
                ScriptedServer older =
                        ScriptedServer.start(authority.listen("http/1.1"), ScriptedServer.answer(OLDER))) {
            HttpClient client = client(deaf.port(), HttpVersion.HTTP_2, authority);
            Result result = exchange(client, user(client));
            assertThat(result.outcome()).isEqualTo(Outcome.PROTOCOL);
            assertThat(result.detail()).contains("does not offer HTTP/2");

            client = client(older.port(), HttpVersion.HTTP_2, authority);
            assertThat(exchange(client, user(client)).outcome()).isEqualTo(Outcome.TLS);
        }
    }

    @Test
    void certificatesAreVerified() throws Exception {
        try (RudeHttp2Server server = rude(RudeHttp2Server.ok("newer"))) {
            HttpClient client = client(server.port(), HttpVersion.AUTO, stranger);

            assertThat(exchange(client, user(client)).outcome()).isEqualTo(Outcome.TLS);
        }
    }

    @Test
    void resumesWithinASessionAndNotInTheNext() throws Exception {
        try (RudeHttp2Server server = rude(ONE)) {
            HttpClient client = client(server.port(), HttpVersion.AUTO, authority);
            UserConnections first = user(client);
            for (int i = 0; i < 3; i++) {
                assertThat(exchange(client, first).outcome()).isEqualTo(Outcome.OK);
            }
            assertThat(totals(client))
                    .containsEntry("exchangesHttp2", 3L)
                    .containsEntry("tlsHandshakesFull", 1L)
                    .containsEntry("tlsHandshakesResumed", 2L);

            exchange(client, user(client));

            assertThat(totals(client)).containsEntry("tlsHandshakesFull", 2L).containsEntry("tlsHandshakesResumed", 2L);
        }
    }

    private static RudeHttp2Server rude(Answer answer) throws Exception {
        return RudeHttp2Server.start(authority.listen("h2", "http/1.1"), Map.of(), answer);
    }

    private HttpClient client(int port, HttpVersion http, TestAuthority trusted) throws Exception {
        URI target = URI.create("https://localhost:" + port);
        return HttpClient.open(loop, List.of(target), trusted.pem(), ClientSettings.DEFAULT.with(http));
    }

    private UserConnections user(HttpClient client) throws Exception {
        return loop.call(() -> client.newUser(0)).get(20, TimeUnit.SECONDS);
    }

    private Map<String, Long> totals(HttpClient client) throws Exception {
        return loop.call(() -> client.counters().totals()).get(20, TimeUnit.SECONDS);
    }

    private Result exchange(HttpClient client, UserConnections user) throws Exception {
        return exchanges(client, user, 1).getFirst();
    }

    private static List<Result> exchanges(HttpClient client, UserConnections user, int count) throws Exception {
        List<RecordingHandler> handlers = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            handlers.add(new RecordingHandler());
        }
        EngineLoop loop = client.loop();
        loop.post(() -> handlers.forEach(handler ->
                user.send(new Exchange(handler), RequestTemplate.get("/").request(), loop.nanoTime())));
        List<Result> results = new ArrayList<>();
        for (RecordingHandler handler : handlers) {
            results.add(handler.result.get(20, TimeUnit.SECONDS));
        }
        return results;
    }
}
