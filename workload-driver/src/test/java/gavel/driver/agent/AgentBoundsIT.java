package gavel.driver.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.UnixOperatingSystemMXBean;
import gavel.driver.api.AgentClient;
import gavel.driver.api.AgentJson;
import gavel.driver.api.AgentLostException;
import gavel.driver.api.LoadAgent;
import gavel.driver.api.LoadSpec;
import gavel.driver.api.LoadSpec.Accounts;
import gavel.driver.api.LoadSpec.AgentShare;
import gavel.driver.api.LoadSpec.EngineSpec;
import gavel.driver.api.LoadSpec.Phases;
import gavel.driver.api.key.AgentKey;
import gavel.driver.api.shape.LoadShape;
import gavel.driver.run.LocalLoadGenerator;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;

/** What whoever reaches an agent can make it hold, with the token and without. */
@Timeout(120)
@Isolated("counts the descriptors of the process it runs in")
class AgentBoundsIT {
    private static final AgentKey KEY = AgentKey.of("of-these-tests-and-long-enough");

    private final List<Socket> sockets = new ArrayList<>();
    private AgentServer server;
    private AgentClient client;

    @AfterEach
    void stop() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        client.close();
        server.close();
    }

    private void serve(Supplier<LoadAgent> generators) throws IOException {
        server = AgentServer.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                KEY,
                new AllowedTargets(List.of("127.0.0.1", "no-address.invalid")),
                generators);
        client = new AgentClient(server.uri(), KEY);
    }

    static LoadSpec spec(int loops) {
        return new LoadSpec(
                "bounds",
                List.of(URI.create("http://127.0.0.1:1")),
                null,
                "liveauction",
                10,
                new Accounts("u%d@gavel.example", 1, 50, "secret"),
                7,
                Phases.SMOKE,
                AgentShare.ALONE,
                new EngineSpec(loops, 0, 5_000, 10_000, 60_000),
                null,
                0,
                LoadShape.CONSTANT,
                0);
    }

    private Socket send(String text) throws IOException {
        Socket socket = connect(server, KEY);
        sockets.add(socket);
        say(socket, text);
        return socket;
    }

    static Socket connect(AgentServer server, AgentKey key) throws IOException {
        Socket socket = key.context()
                .getSocketFactory()
                .createSocket(server.uri().getHost(), server.uri().getPort());
        socket.setSoTimeout(60_000);
        return socket;
    }

    static void say(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    static String head(String request, long length) {
        return request + " HTTP/1.1\r\nHost: agent\r\nConnection: close\r\nContent-Length: " + length + "\r\n\r\n";
    }

    /** Whatever comes until the end. */
    private static String answer(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** What is said at once, though the request is not whole. */
    private static String problem(Socket socket) throws IOException {
        StringBuilder said = new StringBuilder();
        while (said.indexOf("}") < 0) {
            int next = socket.getInputStream().read();
            assertThat(next).as(said.toString()).isNotNegative();
            said.append((char) next);
        }
        return said.toString();
    }

    private static long descriptors() {
        return ((UnixOperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getOpenFileDescriptorCount();
    }

    @Test
    void aPlanThatIsRefusedLeavesNothingOpen() throws Exception {
        serve(() -> new LocalLoadGenerator(InstantSource.system(), System::nanoTime));
        String plan = AgentJson.MAPPER.writeValueAsString(spec(2));
        client.status();
        long before = descriptors();

        for (String wrong : List.of(
                plan.replace("\"loops\":2", "\"loops\":1000000"),
                plan.replace("u%d@gavel.example", "%9999999d"),
                plan.replace("\"liveauction\"", "\"no-profile-of-this-name\""),
                plan.replace("http://127.0.0.1:1", "http://no-address.invalid:1"))) {
            assertThat(wrong).isNotEqualTo(plan);
            try (Socket socket = send(head("POST /v1/prepare", wrong.length()) + wrong)) {
                assertThat(answer(socket)).containsPattern("^HTTP/1.1 (400|500) ");
            }
            assertThat(client.status().state()).isEqualTo("IDLE");
        }

        assertThat(descriptors()).isLessThanOrEqualTo(before + 10);
    }

    @Test
    void aPlanThatIsGivenUpLeavesNothingOpenEither() throws Exception {
        serve(() -> new LocalLoadGenerator(InstantSource.system(), System::nanoTime));
        client.status();
        long before = descriptors();

        client.prepare(spec(20));
        assertThat(descriptors()).isGreaterThan(before + 40);
        client.stop(false);

        assertThat(client.status().state()).isEqualTo("IDLE");
        assertThat(descriptors()).isLessThanOrEqualTo(before + 10);
    }

    @Test
    void moreThanCanBeMeantIsNotRead() throws Exception {
        FakeGenerator generator = new FakeGenerator();
        serve(() -> generator);

        assertThat(problem(send(head("POST /v1/prepare", 1L << 40))))
                .startsWith("HTTP/1.1 413 ")
                .contains("a body must have at most 8388608 bytes here");
        assertThat(answer(send(head("POST /v1/start", 4) + "null")))
                .startsWith("HTTP/1.1 400 ")
                .contains("a body must be a JSON object");
        assertThat(answer(send(head("POST /v1/known", 29) + "{\"batches\":[],\"closed\":-5   }")))
                .startsWith("HTTP/1.1 400 ")
                .contains("closed must be 0..2147483647: -5");
    }

    @Test
    void onlySoManyFollowOneRunAndOneWhoReadsNothingIsLetGo() throws Exception {
        FakeGenerator generator = new FakeGenerator();
        serve(() -> generator);
        client.prepare(spec(1));
        client.start(Instant.EPOCH, _ -> {});
        for (int i = 0; i < 7; i++) {
            Socket reader = send(head("GET /v1/intervals", 0));
            assertThat(new String(reader.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                    .isEqualTo("HTTP/1.1 200");
        }

        assertThat(answer(send(head("GET /v1/intervals", 0))))
                .startsWith("HTTP/1.1 409 ")
                .contains("8 readers follow this agent already");
    }

    @Test
    void aFullDiskHereIsNoDriverThatIsLost() throws Exception {
        FakeGenerator generator = new FakeGenerator();
        serve(() -> generator);
        client.prepare(spec(1));

        assertThatThrownBy(() -> client.answeredBids(Path.of("/dev/full")))
                .isInstanceOf(IOException.class)
                .isNotInstanceOf(AgentLostException.class)
                .hasMessage("the disk is full: the answered bids cannot be written to /dev/full"
                        + " (No space left on device); make room there");
        assertThatThrownBy(() -> client.answeredBids(Path.of("/no/such/directory/bids.csv")))
                .isNotInstanceOf(AgentLostException.class)
                .hasMessageContaining("/no/such/directory/bids.csv");
    }
}
