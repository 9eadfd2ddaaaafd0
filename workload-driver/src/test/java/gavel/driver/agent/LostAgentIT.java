package gavel.driver.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import gavel.driver.api.AgentClient;
import gavel.driver.api.AgentLostException;
import gavel.driver.api.IntervalReport;
import gavel.driver.api.LoadGenerator;
import gavel.driver.api.LoadSpec;
import gavel.driver.api.LoadSpec.Accounts;
import gavel.driver.api.LoadSpec.AgentShare;
import gavel.driver.api.LoadSpec.EngineSpec;
import gavel.driver.api.LoadSpec.Phases;
import gavel.driver.api.ensemble.Ensemble;
import gavel.driver.api.shape.LoadShape;
import gavel.driver.stub.StubServer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Two agents as processes of their own, of which one is lost within the run. */
@Execution(ExecutionMode.CONCURRENT)
class LostAgentIT {
    private final BlockingQueue<IntervalReport> seconds = new LinkedBlockingQueue<>();

    @TempDir
    private Path directory;

    @Test
    void oneThatIsKilledEndsTheRunAndTheOthersInOrder() throws Exception {
        assertLost("KILL", Duration.ofSeconds(1));
    }

    @Test
    void oneThatIsFrozenDoesSoAfterThreeSeconds() throws Exception {
        assertLost("STOP", Duration.ofSeconds(4));
    }

    private void assertLost(String signal, Duration noticedWithin) throws Exception {
        List<AgentProcess> processes = new ArrayList<>();
        List<AgentClient> clients = new ArrayList<>();
        try (StubServer server = new StubServer(2, 500)) {
            for (int i = 0; i < 2; i++) {
                processes.add(AgentProcess.start(directory));
            }
            for (AgentProcess process : processes) {
                clients.add(process.client());
            }
            LoadGenerator all = Ensemble.of(clients, InstantSource.system());
            all.prepare(spec(server));
            all.start(Instant.now(), seconds::add);
            awaitUsers(30);

            long began = System.nanoTime();
            processes.get(1).signal(signal);
            // Seconds are told of again as soon as nobody waits for the lost one: then it was noticed. On a busy
            // machine one comes late.
            awaitUsers(15);
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(noticedWithin.plusSeconds(2));

            assertThatThrownBy(() -> all.awaitReport(Duration.ofMinutes(1)))
                    .isInstanceOf(AgentLostException.class)
                    .as("no inner address in words for a person")
                    .hasMessageStartingWith(
                            "driver2, one of 2 drivers, was lost: the workload driver does not answer any more: ");
            assertThat(clients.get(0).status().state()).isEqualTo("DONE");
        } finally {
            clients.forEach(AgentClient::close);
            processes.forEach(AgentProcess::close);
        }
    }

    private void awaitUsers(int users) throws InterruptedException {
        IntervalReport second;
        do {
            second = seconds.poll(20, TimeUnit.SECONDS);
            assertThat(second).as("a second with " + users + " users").isNotNull();
        } while (second.users() != users);
    }

    private static LoadSpec spec(StubServer server) {
        return new LoadSpec(
                "lost",
                List.of(server.address()),
                null,
                "liveauction",
                30,
                new Accounts("u%d@gavel.example", 1, 150, "secret"),
                7,
                new Phases(1, 0, 60, 1),
                AgentShare.ALONE,
                EngineSpec.DEFAULT,
                null,
                0,
                LoadShape.CONSTANT,
                0);
    }
}
