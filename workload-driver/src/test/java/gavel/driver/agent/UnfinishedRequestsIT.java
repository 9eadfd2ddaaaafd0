package gavel.driver.agent;

import static org.assertj.core.api.Assertions.assertThat;

import gavel.driver.api.AgentClient;
import gavel.driver.api.http.ServerBounds;
import gavel.driver.api.key.AgentKey;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Those who have the key and say only half of what they want. */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class UnfinishedRequestsIT {
    private static final AgentKey KEY = AgentKey.of("of-these-tests-and-long-enough");
    private static final int MANY = 300;

    private final List<Socket> sockets = new ArrayList<>();

    @Test
    void holdNobodyUpAndAreEnded() throws Exception {
        FakeGenerator generator = new FakeGenerator();
        try (AgentServer server = AgentServer.start(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        KEY,
                        AllowedTargets.LOOPBACK,
                        () -> generator);
                AgentClient client = new AgentClient(server.uri(), KEY)) {
            Socket halfHead = begin(server, "POST /v1/prepare HTTP/1.1\r\nHost: agent\r\nX-Slow: ");
            Socket halfBody = begin(server, AgentBoundsIT.head("POST /v1/prepare", 1_000) + "{");
            Socket nothing = begin(server, "");
            for (int i = 0; i < MANY; i++) {
                begin(server, "GET /v1/status HTTP/1.1\r\nHost:");
            }

            long began = System.nanoTime();
            client.prepare(AgentBoundsIT.spec(1));
            client.start(Instant.EPOCH, _ -> {});
            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .as("before any of them is ended")
                    .isLessThan(Duration.ofSeconds(ServerBounds.REQUEST_SECONDS));

            for (Socket socket : List.of(halfHead, halfBody, nothing)) {
                assertEnded(socket);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .isLessThan(Duration.ofSeconds(2 * ServerBounds.REQUEST_SECONDS + 5));
            assertThat(client.status().state()).isEqualTo("RUNNING");
        } finally {
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    private Socket begin(AgentServer server, String text) throws IOException {
        Socket socket = AgentBoundsIT.connect(server, KEY);
        sockets.add(socket);
        AgentBoundsIT.say(socket, text);
        return socket;
    }

    private static void assertEnded(Socket socket) throws IOException {
        try {
            socket.getInputStream().readAllBytes();
        } catch (IOException broken) {
            assertThat(broken).isNotInstanceOf(SocketTimeoutException.class);
        }
    }
}
