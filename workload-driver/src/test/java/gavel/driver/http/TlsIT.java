package gavel.driver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.driver.http.RecordingHandler.Result;
import gavel.driver.loop.EngineLoop;
import gavel.driver.loop.Transport;
import gavel.driver.message.RequestTemplate;
import gavel.driver.record.Outcome;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Certificates are verified, and a ticket is used within a session but never by the next person. */
class TlsIT {
    private static final String CLOSING = "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok";

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
    void speaksToAServerItsAuthorityVouchesFor() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(authority.listen(), ScriptedServer.answer(CLOSING))) {
            HttpClient client = client(server, "localhost", authority);

            Result result = exchange(client, user(client));

            assertThat(result.outcome()).as(result.detail()).isEqualTo(Outcome.OK);
            assertThat(result.body()).isEqualTo("ok");
        }
    }

    @Test
    void acceptsAnAddressTheCertificateNames() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(authority.listen(), ScriptedServer.answer(CLOSING))) {
            HttpClient client = client(server, "127.0.0.1", authority);

            assertThat(exchange(client, user(client)).outcome()).isEqualTo(Outcome.OK);
        }
    }

    @Test
    void refusesACertificateOfAnotherAuthority() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(authority.listen(), ScriptedServer.answer(CLOSING))) {
            HttpClient client = client(server, "localhost", stranger);

            assertThat(exchange(client, user(client)).outcome()).isEqualTo(Outcome.TLS);
        }
    }

    @Test
    void refusesACertificateForAnotherName() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(stranger.listen(), ScriptedServer.answer(CLOSING))) {
            HttpClient client = client(server, "localhost", stranger);

            assertThat(exchange(client, user(client)).outcome()).isEqualTo(Outcome.TLS);
        }
    }

    @Test
    void reportsAServerThatSpeaksNoTls() throws Exception {
        try (ServerSocket listening = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> answerInPlainText(listening));
            HttpClient client = client(listening.getLocalPort(), "localhost", authority);

            assertThat(exchange(client, user(client)).outcome()).isEqualTo(Outcome.TLS);
        }
    }

    /** To whatever is said first. */
    private static void answerInPlainText(ServerSocket listening) {
        try (Socket socket = listening.accept()) {
            socket.getInputStream().read(new byte[16_384]);
            socket.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            socket.shutdownOutput();
            socket.getInputStream().transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void resumesWithinASessionAndNotInTheNext() throws Exception {
        try (ScriptedServer server = ScriptedServer.start(authority.listen(), ScriptedServer.answer(CLOSING))) {
            HttpClient client = client(server, "localhost", authority);
            UserConnections first = user(client);
            exchange(client, first);
            exchange(client, first);
            exchange(client, first);
            assertThat(totals(client)).containsEntry("tlsHandshakesFull", 1L).containsEntry("tlsHandshakesResumed", 2L);

            exchange(client, user(client));

            assertThat(totals(client)).containsEntry("tlsHandshakesFull", 2L).containsEntry("tlsHandshakesResumed", 2L);
        }
    }

    @Test
    void refusesAnAuthorityThatIsNone() {
        assertThatThrownBy(() -> HttpClient.open(
                        loop, List.of(URI.create("https://localhost:1")), "not a certificate", ClientSettings.DEFAULT))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("certificate of the authority");
    }

    private HttpClient client(ScriptedServer server, String host, TestAuthority trusted) throws Exception {
        return client(server.port(), host, trusted);
    }

    private HttpClient client(int port, String host, TestAuthority trusted) throws Exception {
        URI target = URI.create("https://" + host + ":" + port);
        return HttpClient.open(loop, List.of(target), trusted.pem(), ClientSettings.DEFAULT);
    }

    private UserConnections user(HttpClient client) throws Exception {
        return loop.call(() -> client.newUser(0)).get(20, TimeUnit.SECONDS);
    }

    private Map<String, Long> totals(HttpClient client) throws Exception {
        return loop.call(() -> client.counters().totals()).get(20, TimeUnit.SECONDS);
    }

    private Result exchange(HttpClient client, UserConnections user) throws Exception {
        RecordingHandler handler = new RecordingHandler();
        loop.post(() -> user.send(
                new Exchange(handler),
                RequestTemplate.get("/").request(),
                client.loop().nanoTime()));
        return handler.result.get(20, TimeUnit.SECONDS);
    }
}
