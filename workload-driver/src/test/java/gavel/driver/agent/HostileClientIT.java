package gavel.driver.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.driver.api.AgentClient;
import gavel.driver.api.AgentLostException;
import gavel.driver.api.IntervalReport;
import gavel.driver.api.LoadSpec;
import gavel.driver.api.LoadSpec.Accounts;
import gavel.driver.api.LoadSpec.AgentShare;
import gavel.driver.api.LoadSpec.EngineSpec;
import gavel.driver.api.LoadSpec.Phases;
import gavel.driver.api.http.ServerBounds;
import gavel.driver.api.key.AgentKey;
import gavel.driver.api.shape.LoadShape;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What somebody on the network of an agent can do who has not its key: nothing that the agent or the run would notice. */
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT)
class HostileClientIT {
    private static final AgentKey KEY = AgentKey.of("of-these-tests-and-long-enough");
    private static final AgentKey ANOTHER = AgentKey.of("of-somebody-else-at-all-and-long");
    private static final String PASSWORD = "password-of-all-accounts";
    private static final String ORDER =
            "POST /v1/prepare HTTP/1.1\r\nHost: agent\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}";

    private final FakeGenerator generator = new FakeGenerator();
    private final List<AutoCloseable> open = new ArrayList<>();
    private AgentServer server;

    @BeforeEach
    void serve() throws IOException {
        server = opened(agent(KEY, generator));
    }

    private static AgentServer agent(AgentKey key, FakeGenerator generator) throws IOException {
        return AgentServer.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                key,
                new AllowedTargets(List.of("10.0.0.0/24")),
                () -> generator);
    }

    private <T extends AutoCloseable> T opened(T one) {
        open.add(one);
        return one;
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : open) {
            one.close();
        }
    }

    private static LoadSpec spec(String target) {
        return new LoadSpec(
                "hostile",
                List.of(URI.create(target)),
                null,
                "liveauction",
                10,
                new Accounts("u%d@gavel.example", 1, 50, PASSWORD),
                7,
                Phases.SMOKE,
                AgentShare.ALONE,
                new EngineSpec(1, 0, 5_000, 10_000, 60_000),
                null,
                0,
                LoadShape.CONSTANT,
                0);
    }

    private Socket connected(int port) throws IOException {
        Socket socket = opened(new Socket(InetAddress.getLoopbackAddress(), port));
        socket.setSoTimeout(60_000);
        return socket;
    }

    private static byte[] heard(Socket socket) throws IOException {
        try {
            return socket.getInputStream().readAllBytes();
        } catch (SocketException reset) {
            return new byte[0];
        }
    }

    @Test
    void whoSpeaksNoTlsIsHungUpOn() throws Exception {
        Socket socket = connected(server.uri().getPort());
        socket.getOutputStream().write(ORDER.getBytes(StandardCharsets.US_ASCII));

        assertThat(new String(heard(socket), StandardCharsets.ISO_8859_1)).doesNotContain("HTTP/1.1 2", "prepare");
        assertThat(generator.told).isEmpty();
    }

    @Test
    void whoHasAnotherKeyGivesNoOrder() {
        try (AgentClient stranger = new AgentClient(server.uri(), ANOTHER)) {
            assertThatThrownBy(() -> stranger.prepare(spec("http://10.0.0.5"))).isInstanceOf(AgentLostException.class);
        }
        assertThat(generator.told).isEmpty();
    }

    /** One who believes the agent whatever it shows, with a key of his own or none. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whoCannotProveToHaveTheKeyGivesNoOrder(boolean shows) throws Exception {
        TrustManager[] all = {
            new X509TrustManager() {
                @Override
                public void checkClientTrusted(X509Certificate[] chain, String type) {}

                @Override
                public void checkServerTrusted(X509Certificate[] chain, String type) {}

                @Override
                public X509Certificate[] getAcceptedIssuers() {
                    return new X509Certificate[0];
                }
            }
        };
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(shows ? ANOTHER.keys() : null, all, new SecureRandom());
        SSLSocket socket = opened((SSLSocket) context.getSocketFactory()
                .createSocket(InetAddress.getLoopbackAddress(), server.uri().getPort()));
        socket.setSoTimeout(60_000);

        assertThatThrownBy(() -> {
                    socket.getOutputStream().write(ORDER.getBytes(StandardCharsets.US_ASCII));
                    if (socket.getInputStream().read() < 0) {
                        throw new IOException("hung up on");
                    }
                })
                .isInstanceOf(IOException.class);
        assertThat(generator.told).isEmpty();
    }

    @Test
    void whoStandsInForAnAgentHearsNoPassword() throws Exception {
        FakeGenerator stranger = new FakeGenerator();
        AgentServer impostor = opened(agent(ANOTHER, stranger));
        try (AgentClient client = new AgentClient(impostor.uri(), KEY)) {
            assertThatThrownBy(() -> client.prepare(spec("http://10.0.0.5")))
                    .isInstanceOf(AgentLostException.class)
                    .hasMessageContaining("has another key");
        }
        assertThat(stranger.told).isEmpty();
    }

    @Test
    void whatIsHeardTellsNothingAndSaidAgainDoesNothing() throws Exception {
        Relay relay = opened(Relay.to(server.uri().getPort()));
        try (AgentClient client = new AgentClient(URI.create("https://127.0.0.1:" + relay.port()), KEY)) {
            client.prepare(spec("http://10.0.0.5"));
        }
        byte[] heard = relay.heard();
        assertThat(heard.length).isGreaterThan(500);
        assertThat(new String(heard, StandardCharsets.ISO_8859_1)).doesNotContain(PASSWORD, "prepare", "10.0.0.5");
        List<String> told = List.copyOf(generator.told);
        assertThat(told).contains("prepare");

        Socket socket = connected(server.uri().getPort());
        socket.getOutputStream().write(heard);
        socket.shutdownOutput();
        heard(socket);

        assertThat(generator.told).containsExactlyElementsOf(told);
    }

    @Test
    void oneByteThatIsChangedOnTheWayEndsTheConnectionAndIsNoFinding() throws Exception {
        Relay relay = opened(Relay.to(server.uri().getPort()));
        try (AgentClient client = new AgentClient(URI.create("https://127.0.0.1:" + relay.port()), KEY)) {
            client.prepare(spec("http://10.0.0.5"));
            relay.falsify();
            assertThatThrownBy(client::limitMillis).isInstanceOf(AgentLostException.class);
        }
    }

    /** Nobody: the network between them is gone. */
    @Test
    void bidsThatStopComingAreThoseOfADriverThatIsLost(@TempDir Path directory) throws Exception {
        generator.bids = 200_000;
        Relay relay = opened(Relay.to(server.uri().getPort()));
        try (AgentClient client = new AgentClient(URI.create("https://127.0.0.1:" + relay.port()), KEY)) {
            client.prepare(spec("http://10.0.0.5"));
            relay.holdAfter(1 << 20);
            assertThatThrownBy(() -> client.answeredBids(directory.resolve("bids.csv")))
                    .isInstanceOf(AgentLostException.class)
                    .hasMessageContaining("nothing came for 10 s");
        }
    }

    @Test
    void aTargetNobodyAllowedIsRefusedBeforeAnythingIsDone() {
        try (AgentClient client = new AgentClient(server.uri(), KEY)) {
            assertThatThrownBy(() -> client.prepare(spec("http://10.0.1.5")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("this agent may put load on 10.0.0.0/24 only (--allow-target): [http://10.0.1.5]");
        }
        assertThat(generator.told).isEmpty();
    }

    @Test
    void handshakesThatAreNeverFinishedAndRecordsThatAreTooLongAreEnded() throws Exception {
        long began = System.nanoTime();
        // A record of TLS: 22 is a handshake, then its version and length. Half of one, and one longer than any may be.
        Socket half = connected(server.uri().getPort());
        half.getOutputStream().write(new byte[] {22, 3, 1, 2, 0, 1});
        Socket oversized = connected(server.uri().getPort());
        oversized.getOutputStream().write(new byte[] {22, 3, 3, (byte) 0xff, (byte) 0xff});
        try {
            oversized.getOutputStream().write(new byte[1 << 16]);
        } catch (SocketException hungUp) {
            assertThat(hungUp).isNotNull();
        }
        heard(oversized);
        heard(half);
        assertThat(Duration.ofNanos(System.nanoTime() - began))
                .isLessThan(Duration.ofSeconds(2 * ServerBounds.REQUEST_SECONDS + 5));
        assertThat(generator.told).isEmpty();
    }

    @Test
    void manyConnectionsDoNotEndARunThatIsFollowed() throws Exception {
        BlockingQueue<IntervalReport> seconds = new LinkedBlockingQueue<>();
        try (AgentClient client = new AgentClient(server.uri(), KEY)) {
            client.prepare(spec("http://10.0.0.5"));
            client.start(Instant.EPOCH, seconds::add);
            List<Socket> many = new ArrayList<>();
            for (int i = 0; i < 2 * ServerBounds.CONNECTIONS; i++) {
                many.add(connected(server.uri().getPort()));
            }
            generator.intervals.accept(FakeGenerator.interval(3));
            for (int second = 1; second <= 3; second++) {
                assertThat(seconds.poll(20, TimeUnit.SECONDS)).isEqualTo(FakeGenerator.interval(second));
            }
            for (Socket socket : many) {
                socket.close();
            }
            client.stop(false);
            assertThat(client.awaitFindings(Duration.ofSeconds(10))).isNotNull();
        }
        assertThat(generator.told).contains("prepare", "start 0", "stop false");
    }
}
