package gavel.driver.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.driver.api.AgentClient;
import gavel.driver.api.AgentClock;
import gavel.driver.api.AgentLostException;
import gavel.driver.api.HttpVersion;
import gavel.driver.api.IntervalReport;
import gavel.driver.api.LoadReport;
import gavel.driver.api.LoadSpec;
import gavel.driver.api.LoadSpec.Accounts;
import gavel.driver.api.LoadSpec.AgentShare;
import gavel.driver.api.LoadSpec.EngineSpec;
import gavel.driver.api.LoadSpec.Phases;
import gavel.driver.api.RuleOutcome.Status;
import gavel.driver.api.key.AgentKey;
import gavel.driver.api.shape.LoadShape;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** A generator driven through an agent behaves as one in this process. */
@Isolated("is answered within seconds")
class AgentIT {
    private static final LoadSpec SPEC = new LoadSpec(
            "run-1",
            List.of(URI.create("http://127.0.0.1:8080")),
            null,
            "liveauction",
            100,
            new Accounts("u%d@gavel.example", 1, 500, "secret"),
            7,
            Phases.SMOKE,
            AgentShare.ALONE,
            new EngineSpec(2, 50, 5_000, 10_000, 60_000, 7_000, HttpVersion.AUTO),
            null,
            0,
            LoadShape.CONSTANT,
            0);

    private static final AgentKey KEY = AgentKey.of("of-these-tests-and-long-enough");

    private final FakeGenerator generator = new FakeGenerator();
    private final BlockingQueue<IntervalReport> intervals = new LinkedBlockingQueue<>();
    private AgentServer server;
    private AgentClient client;

    @BeforeEach
    void start() throws IOException {
        server = AgentServer.start(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                KEY,
                AllowedTargets.LOOPBACK,
                () -> generator);
        client = new AgentClient(server.uri(), KEY);
    }

    @AfterEach
    void stop() {
        client.close();
        server.close();
    }

    @Test
    void aWholeRunGoesThrough(@TempDir Path directory) throws Exception {
        assertThat(client.status().state()).isEqualTo("IDLE");
        client.prepare(SPEC);
        assertThat(generator.spec).isEqualTo(SPEC);
        assertThat(client.status().state()).isEqualTo("PREPARED");
        assertThat(client.limitMillis()).containsEntry("Home", 2_000L);

        client.start(Instant.ofEpochMilli(1234), intervals::add);
        assertThat(intervals.poll(20, TimeUnit.SECONDS)).isEqualTo(FakeGenerator.interval(1));
        assertThat(intervals.poll(20, TimeUnit.SECONDS)).isEqualTo(FakeGenerator.interval(2));
        generator.intervals.accept(FakeGenerator.interval(3));
        assertThat(intervals.poll(20, TimeUnit.SECONDS)).isEqualTo(FakeGenerator.interval(3));
        client.users(200, Duration.ofSeconds(5));
        client.stop(true);
        LoadReport report = client.awaitReport(Duration.ofSeconds(10));

        assertThat(report).isEqualTo(FakeGenerator.report(Status.PASS));
        assertThat(generator.told).containsExactly("prepare", "start 1234", "users 200 PT5S", "stop true", "judge 1");
        assertThat(generator.judged).containsExactly(FakeGenerator.findings(AgentShare.ALONE));
        Path csv = directory.resolve("bids.csv");
        Files.writeString(csv, "what was there before and is longer\n".repeat(10));
        client.answeredBids(csv);
        assertThat(Files.readAllLines(csv)).hasSize(2).last().isEqualTo("17-1,1,2,3,4.00,ACCEPTED,5");
    }

    @Test
    void oneOfManyTellsItsClockAndWhatItHasCountedSoFar() throws Exception {
        client.prepare(SPEC);
        client.start(Instant.ofEpochMilli(1234), intervals::add);

        generator.reading = () -> new AgentClock.Reading("a machine", 5);
        assertThat(client.clock()).isEqualTo(generator.clock());
        assertThat(client.batches()).isEqualTo(generator.batches());
        assertThat(client.known(List.of(client.batches(), client.batches()), 3)).isFalse();
        generator.known = true;
        assertThat(client.known(List.of(client.batches()), 3)).isTrue();
        client.endMeasurement(40);

        assertThat(generator.told).contains("known 2 3", "end 40");
    }

    @Test
    void aRunThatWasStoppedMakesRoomForTheNext() throws Exception {
        generator.endsAfterMillis = 300;
        client.prepare(SPEC);
        client.start(Instant.ofEpochMilli(1234), intervals::add);
        assertThatThrownBy(() -> client.prepare(SPEC)).hasMessageContaining("a run is going on");

        client.stop(false);
        client.prepare(SPEC);

        assertThat(client.status().state()).isEqualTo("PREPARED");
    }

    @Test
    void isToldOfByAnAddressThatCanBeUsed() {
        assertThat(AgentServer.uri(new InetSocketAddress("10.0.0.5", 7500)))
                .isEqualTo(URI.create("https://10.0.0.5:7500"));
        assertThat(AgentServer.uri(new InetSocketAddress("::1", 7500)).getAuthority())
                .isEqualTo("[0:0:0:0:0:0:0:1]:7500");
    }

    @Test
    void refusesWhoeverHasAnotherKey() {
        try (AgentClient stranger = new AgentClient(server.uri(), AgentKey.of("of-somebody-else-at-all"))) {
            assertThatThrownBy(stranger::status)
                    .isInstanceOf(AgentLostException.class)
                    .hasMessageStartingWith("the workload driver has another key, or is none of Gavel's");
        }
    }

    @Test
    void handsTheReasonOfARefusalOn() {
        generator.refusal = new IOException("no address is known for the target http://nowhere");

        assertThatThrownBy(() -> client.prepare(SPEC)).hasMessageContaining("no address is known for the target");
    }

    @Test
    void aMistakeInTheDescriptionIsTheCallersToMend() {
        generator.mistake = new IllegalArgumentException("accounts must be at least as many as users: 5 for 100");

        assertThatThrownBy(() -> client.prepare(SPEC))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("accounts must be at least as many as users: 5 for 100");
    }

    @Test
    void refusesTheWrongOrder() {
        assertThatThrownBy(() -> client.start(Instant.EPOCH, intervals::add))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("prepare a run before starting it");
        assertThatThrownBy(() -> client.users(5, Duration.ZERO)).hasMessageContaining("no run is going on");
        assertThatThrownBy(client::limitMillis).hasMessageContaining("no run was prepared");
    }

    @Test
    void tellsWhyARunFailed() throws Exception {
        client.prepare(SPEC);
        client.start(Instant.EPOCH, intervals::add);
        generator.over.completeExceptionally(new IllegalStateException("a bug"));

        assertThatThrownBy(() -> client.awaitReport(Duration.ofSeconds(10))).hasMessageContaining("a bug");
        assertThat(client.status().state()).isEqualTo("FAILED");
    }

    /** An empty answer would be a driver whose bids need not be on disk. */
    @Test
    void tellsWhyThereAreNoAnsweredBids(@TempDir Path directory) throws Exception {
        client.prepare(SPEC);
        generator.withoutBids = new IOException("the disk is full");

        assertThatThrownBy(() -> client.answeredBids(directory.resolve("bids.csv")))
                .isInstanceOf(IOException.class)
                .hasMessage("the workload driver refused answered-bids (500): the disk is full");
    }

    @Test
    void anAgentThatIsGoneIsNoticed() throws Exception {
        client.prepare(SPEC);
        client.start(Instant.EPOCH, intervals::add);
        intervals.poll(20, TimeUnit.SECONDS);

        server.close();

        long began = System.nanoTime();
        assertThatThrownBy(() -> client.awaitReport(Duration.ofSeconds(30))).isInstanceOf(AgentLostException.class);
        assertThat(System.nanoTime() - began).isLessThan(15_000_000_000L);
        assertThatThrownBy(client::status).isInstanceOf(AgentLostException.class);
    }

    @Test
    void mayRunASecondTime() throws Exception {
        client.prepare(SPEC);
        client.prepare(SPEC);

        assertThat(generator.told).containsExactly("prepare", "close", "prepare");
    }
}
