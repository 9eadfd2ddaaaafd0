package gavel.driver.http;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.HttpVersion;
import gavel.driver.http.RecordingHandler.Result;
import gavel.driver.loop.EngineLoop;
import gavel.driver.loop.Transport;
import gavel.driver.message.Request;
import gavel.driver.message.RequestTemplate;
import gavel.driver.record.Outcome;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Connections that carry nothing, with and without a time after which they are closed. */
@Isolated("what is idle for a moment is closed")
class IdleTimeoutIT {
    private static final Request GET = RequestTemplate.get("/thing").request();
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    private static final Duration IDLE = Duration.ofMillis(150);
    private static final long LONGER_MILLIS = 450;

    private final EngineLoop loop = new EngineLoop(0, Transport.forSockets(), System::nanoTime);
    private final List<AutoCloseable> open = new ArrayList<>();
    private HttpClient client;
    private UserConnections user;

    @AfterEach
    void stop() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
        loop.close();
    }

    @Test
    void anIdleConnectionIsClosedAndTheNextRequestOpensAnother() throws Exception {
        ScriptedServer server = served(ClientSettings.DEFAULT.withIdleTimeout(IDLE), ScriptedServer.answer(OK));

        assertThat(exchange().outcome()).isEqualTo(Outcome.OK);
        awaitClosed(1);

        assertThat(exchange().outcome()).isEqualTo(Outcome.OK);
        assertThat(server.connections()).isEqualTo(2);
        assertThat(count(HttpCount.CONNECTIONS_OPENED)).isEqualTo(2);
        assertThat(count(HttpCount.RETRIES)).isZero();
    }

    @Test
    void aConnectionThatCarriesSomethingIsNotIdle() throws Exception {
        ScriptedServer server = served(
                ClientSettings.DEFAULT.withIdleTimeout(IDLE), ScriptedServer.answerAfter((int) LONGER_MILLIS, OK));

        assertThat(exchange().outcome()).isEqualTo(Outcome.OK);
        assertThat(exchange().outcome()).isEqualTo(Outcome.OK);

        assertThat(server.connections()).isEqualTo(1);
        assertThat(count(HttpCount.CLOSED_IDLE)).isZero();
    }

    @Test
    void withoutATimeItIsKeptAsLongAsItsSession() throws Exception {
        ScriptedServer server = served(ClientSettings.DEFAULT, ScriptedServer.answer(OK));

        assertThat(exchange().outcome()).isEqualTo(Outcome.OK);
        assertThat(onLoop(loop::pendingTimers)).as("nothing would close it").isZero();
        assertThat(exchange().outcome()).isEqualTo(Outcome.OK);

        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void aSharedConnectionIsIdleOnceItsLastStreamHasEnded() throws Exception {
        RudeHttp2Server server = RudeHttp2Server.start(Map.of(), RudeHttp2Server.ok("ok"));
        open.add(server);
        user(server.uri(), ClientSettings.DEFAULT.withIdleTimeout(IDLE).with(HttpVersion.HTTP_2));

        List<RecordingHandler> both = send(2);
        assertThat(result(both.get(0)).outcome()).isEqualTo(Outcome.OK);
        assertThat(result(both.get(1)).outcome()).isEqualTo(Outcome.OK);
        assertThat(server.connections()).isEqualTo(1);
        awaitClosed(1);

        assertThat(exchange().outcome()).isEqualTo(Outcome.OK);
        assertThat(server.connections()).isEqualTo(2);
    }

    private ScriptedServer served(ClientSettings settings, ScriptedServer.Answer answer) throws Exception {
        ScriptedServer server = ScriptedServer.start(answer);
        open.add(server);
        user(server.uri(), settings);
        return server;
    }

    private void user(URI target, ClientSettings settings) throws Exception {
        client = HttpClient.open(loop, List.of(target), null, settings);
        user = onLoop(() -> client.newUser(0));
    }

    private Result exchange() throws Exception {
        return result(send(1).getFirst());
    }

    /** In one turn of the loop. */
    private List<RecordingHandler> send(int times) {
        List<RecordingHandler> handlers = new ArrayList<>();
        for (int i = 0; i < times; i++) {
            handlers.add(new RecordingHandler());
        }
        loop.post(() -> handlers.forEach(handler -> user.send(new Exchange(handler), GET, loop.nanoTime())));
        return handlers;
    }

    private static Result result(RecordingHandler handler) throws Exception {
        return handler.result.get(20, TimeUnit.SECONDS);
    }

    private void awaitClosed(long idle) throws Exception {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
        while (count(HttpCount.CLOSED_IDLE) < idle && System.nanoTime() < until) {
            Thread.sleep(10);
        }
        assertThat(count(HttpCount.CLOSED_IDLE)).isEqualTo(idle);
        assertThat(onLoop(client::openConnections)).isZero();
    }

    private long count(HttpCount count) throws Exception {
        return onLoop(() -> client.counters().get(count));
    }

    private <T> T onLoop(Supplier<T> question) throws Exception {
        return loop.call(question).get(20, TimeUnit.SECONDS);
    }
}
