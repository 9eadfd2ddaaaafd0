package gavel.driver.http;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.http.RecordingHandler.Result;
import gavel.driver.loop.EngineLoop;
import gavel.driver.loop.Transport;
import gavel.driver.message.Request;
import gavel.driver.message.RequestTemplate;
import gavel.driver.record.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A connection that was opened for a request which another took, or which was given up, waits unused for the next. */
class UnusedConnectionIT {
    private static final Request POST =
            RequestTemplate.post("/thing").fill().json("{}".getBytes(StandardCharsets.UTF_8));

    @Test
    void aRequestUnderWhichItIsClosedIsSentAgainAsBrowsersDo() throws Exception {
        try (EngineLoop loop = new EngineLoop(0, Transport.forSockets(), System::nanoTime);
                ScriptedServer server = ScriptedServer.start(
                        ScriptedServer.answerAndClose(""),
                        ScriptedServer.answer("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"))) {
            HttpClient client = HttpClient.open(loop, List.of(server.uri()), null, ClientSettings.DEFAULT);
            UserConnections user = loop.call(() -> client.newUser(0)).get(20, TimeUnit.SECONDS);
            loop.call(() -> {
                        Exchange givenUp = new Exchange(new RecordingHandler());
                        user.send(givenUp, POST, loop.nanoTime());
                        user.cancel(givenUp);
                        return null;
                    })
                    .get(20, TimeUnit.SECONDS);
            while (loop.call(() -> client.counters().get(HttpCount.CONNECTIONS_OPENED))
                            .get(20, TimeUnit.SECONDS)
                    == 0) {
                Thread.sleep(10);
            }

            RecordingHandler handler = new RecordingHandler();
            loop.post(() -> user.send(new Exchange(handler), POST, loop.nanoTime()));
            Result result = handler.result.get(20, TimeUnit.SECONDS);

            assertThat(result.outcome()).isEqualTo(Outcome.OK);
            assertThat(result.retried()).isTrue();
            assertThat(server.connections()).isEqualTo(2);
            assertThat(server.requests()).isEqualTo(2);
        }
    }
}
